// Runs before anything is drawn: with scripts, what is only for pages without them stays hidden from the start.
document.documentElement.classList.add("js");
