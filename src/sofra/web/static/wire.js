// The stream: a socket that asks for everything since the version on the page, and comes back for ever.

import { say } from "./voice.js";

const LONGEST = 15000;

export function connect(main, take, version) {
  const lost = document.getElementById("lost");
  let socket = null;
  let wait = 400;
  let timer = 0;
  let missing = 0;

  function dial() {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/t/${main.dataset.table}/stream?since=${version()}&as=html&lang=${document.documentElement.lang}`);
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
  const now = () => document.visibilityState === "visible" && socket.readyState > 1 && ((wait = 400), dial());
  addEventListener("online", now);
  document.addEventListener("visibilitychange", now);
  dial();
}
