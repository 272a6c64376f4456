// Parts of the page that change one by one. An element with data-parts stays where it is, and only those of its children are
// replaced that the server tells otherwise now; every other element is replaced as a whole. What stays is not laid out anew,
// keeps the keyboard and what was typed into it. `data-one` says which one of its kind an element is: another throw of the
// same dice is a new one.

/** What a form says for itself, like the name of its command, changes with every move and is all that changes in most of them. */
const NUMBERS = /(<input type="hidden"[^>]* value=")([^"]*)/g;

/** One region of the page: the element that is seen, and a copy of it as the server told it last, which no script touches. */
export class Region {
  constructor(seen) {
    this.id = seen.id;
    this.twins = new WeakMap(); // From the elements of the copy to those on the page.
    this.text = "";
    this.known = tidy(seen.cloneNode(true));
    for (const field of this.known.querySelectorAll("input[type=hidden]")) field.setAttribute("value", "");
    this.pair(this.known, seen);
  }

  /** What has to be done to the page so that it says what this text says, in its order; `changed`: more than numbers. */
  read(html) {
    const text = html.replaceAll(NUMBERS, "$1");
    const steps = [];
    if (text !== this.text) {
      this.text = text;
      const fresh = parse(text);
      if (!this.known.isEqualNode(fresh)) this.known = this.renew(this.known, fresh, steps);
    }
    const changed = steps.length > 0;
    const numbers = [...html.matchAll(NUMBERS)];
    const fill = (field, i) => (field.value = numbers[i]?.[2] ?? field.value);
    if (numbers.length) steps.push(() => document.querySelectorAll(`#${this.id} input[type=hidden]`).forEach(fill));
    return { steps, changed };
  }

  /** Take a part off the page; told again, it comes again. */
  drop(selector) {
    const known = this.known.querySelector(selector);
    if (!known) return;
    const seen = this.twins.get(known);
    seen.hidden = true; // It may be about to come.
    seen.remove();
    known.remove();
    this.text = "";
  }

  /** Bring an element up to date, in place where it has parts; what stands in the copy for it afterwards. */
  renew(known, fresh, steps) {
    const seen = this.twins.get(known);
    if (!alike(known, fresh)) {
      const next = this.make(fresh);
      known.replaceWith(fresh);
      steps.push(() => seen.replaceWith(next));
      return fresh;
    }
    dress(known, fresh, seen, steps);
    this.match(known, fresh, seen, steps);
    return known;
  }

  /** Give an element the children of another: equal ones stay, alike ones are renewed, the others go or come. */
  match(known, fresh, seen, steps) {
    const old = [...known.children];
    const gone = new Set(old);
    let before = null; // The child that stands before the next one, on the page.
    let at = 0;
    const wanted = [...fresh.children];
    const stays = wanted.map((next) => {
      const found = old.findIndex((one, i) => i >= at && one.isEqualNode(next));
      if (found >= 0) at = found + 1;
      return found;
    });
    at = 0;
    wanted.forEach((next, i) => {
      const end = stays.slice(i).find((place) => place >= 0) ?? old.length;
      const found = stays[i] >= 0 ? stays[i] : old.findIndex((one, n) => n >= at && n < end && alike(one, next));
      if (found >= 0) {
        at = found + 1;
        gone.delete(old[found]);
        if (stays[i] < 0) this.renew(old[found], next, steps);
        before = this.twins.get(old[found]);
        return;
      }
      const [twin, after] = [this.make(next), before];
      known.insertBefore(next, old[at] ?? null);
      steps.push(() => (after ? after.after(twin) : seen.prepend(twin)));
      before = twin;
    });
    for (const one of gone) {
      const twin = this.twins.get(one);
      one.remove();
      steps.push(() => twin.remove());
    }
  }

  /** A copy of an element for the page. */
  make(fresh) {
    const seen = document.importNode(fresh, true);
    this.pair(fresh, seen);
    return seen;
  }

  pair(known, seen) {
    this.twins.set(known, seen);
    if ("parts" in known.dataset) [...known.children].forEach((child, i) => this.pair(child, seen.children[i]));
  }
}

/** An element from its text, of a page that is not shown: nothing of it is laid out or loaded yet. */
function parse(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  return tidy(box.content.firstElementChild);
}

/** Between parts there is no text, and the space means nothing. */
function tidy(region) {
  for (const box of [region, ...region.querySelectorAll("[data-parts]")])
    if ("parts" in box.dataset) for (const one of [...box.childNodes]) if (one.nodeType !== Node.ELEMENT_NODE) one.remove();
  return region;
}

/** Whether one element may become the other part by part. */
function alike(one, other) {
  const marked = "parts" in one.dataset && "parts" in other.dataset;
  return marked && one.localName === other.localName && one.id === other.id && one.dataset.one === other.dataset.one;
}

/** Give an element the attributes of another. */
function dress(known, fresh, seen, steps) {
  for (const { name } of [...known.attributes])
    if (!fresh.hasAttribute(name)) {
      known.removeAttribute(name);
      steps.push(() => seen.removeAttribute(name));
    }
  for (const { name, value } of [...fresh.attributes])
    if (known.getAttribute(name) !== value) {
      known.setAttribute(name, value);
      steps.push(() => seen.setAttribute(name, value));
    }
}
