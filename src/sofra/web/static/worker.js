// Stands before every page for one thing only: without an answer from the server it shows the page that says so. That page
// and what it names are all that is ever kept here, under a name with its version; no table, no view, no token.

const NAME = `offline ${location.search}`;
const PAGE = "/offline";

async function fill() {
  const answer = await fetch(PAGE + location.search, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${PAGE} answers ${answer.status}`);
  const text = await answer.clone().text();
  const parts = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+\?v=[^"]+)"/g)].map(([, address]) => new Request(address, { credentials: "omit" }));
  const cache = await caches.open(NAME);
  await cache.addAll(parts);
  await cache.put(PAGE, answer);
  await skipWaiting();
}

async function tidy() {
  for (const name of await caches.keys()) if (name.startsWith("offline ") && name !== NAME) await caches.delete(name);
  await registration.navigationPreload?.enable();
  await clients.claim();
}

async function show(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const page = await (await caches.open(NAME)).match(PAGE);
    return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
  }
}

/** A part of that page never changes under its address: the kept one will do. */
const part = async (request) => (await (await caches.open(NAME)).match(request)) ?? fetch(request);

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, searchParams, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(show(event));
  else if (pathname.startsWith("/static/") && searchParams.has("v")) event.respondWith(part(request));
});
