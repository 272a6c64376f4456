// The page for times without a server: it asks again, ever more rarely, and goes back to where somebody wanted to go.

const here = location.pathname !== "/offline"; // Kept by the worker it stands at the address that did not answer.
const LONGEST = 15000;

async function look(wait) {
  try {
    if (here && (await fetch("/healthz", { cache: "no-store" })).ok) return location.reload();
  } catch {
    // Nobody there yet.
  }
  setTimeout(look, wait, Math.min(wait * 1.6, LONGEST));
}

addEventListener("online", () => here && location.reload());
document.querySelector("[data-again]").addEventListener("click", () => location.assign(here ? location.href : "/"));
setTimeout(look, 1000, 1500);
