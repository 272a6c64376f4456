// The stream: a socket that asks for everything since the version on the page, and comes back for ever.

import { say } from "./voice.js";

const LONGEST = 15000;
const NAP = 10000; // Milliseconds out of sight after which a phone may hold a socket that is dead and does not know it.

export function connect(main, take, version) {
  const lost = document.getElementById("lost");
  let socket = null;
  let wait = 400;
  let timer = 0;
  let missing = 0;
  let left = Date.now();

  function dial() {
    clearTimeout(timer);
    if (socket) socket.onclose = socket.onmessage = null;
    socket?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/t/${main.dataset.table}/stream?since=${version()}&hash=${main.dataset.hash ?? ""}&as=html&lang=${document.documentElement.lang}`);
    socket.onopen = () => {
      wait = 400;
      clearTimeout(missing);
      missing = 0;
      if (lost && !lost.hidden) {
        lost.hidden = true;
        say([main.dataset.back]);
      }
    };
    socket.onmessage = (event) => take(JSON.parse(event.data));
    socket.onclose = () => {
      missing ||= setTimeout(() => {
        if (!lost) return;
        lost.textContent = main.dataset.lost;
        lost.hidden = false;
        say([main.dataset.lost]);
      }, 1500);
      timer = setTimeout(dial, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 1.8, LONGEST);
    };
  }

  // Coming back to a page or to the network is a good moment to try again at once.
  const now = (slept) => (slept || socket.readyState > 1) && ((wait = 400), dial());
  addEventListener("online", () => now(true));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") now(Date.now() - left > NAP);
    else left = Date.now();
  });
  dial();
}
