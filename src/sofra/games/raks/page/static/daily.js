// The streak of the daily puzzle, kept on this device alone.

const puzzle = document.querySelector("[data-daily]");
if (puzzle) {
  const day = puzzle.dataset.daily;
  const before = new Date(`${day}T12:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  const yesterday = before.toISOString().slice(0, 10);
  let kept = { day: "", days: 0 };
  try {
    kept = { ...kept, ...JSON.parse(localStorage.getItem("sofra-raks-daily") ?? "{}") };
  } catch {
    // Something else wrote there, or storage is switched off: the streak begins anew.
  }
  if (puzzle.dataset.solved === "yes" && kept.day !== day) {
    kept = { day, days: kept.day === yesterday ? kept.days + 1 : 1 };
    try {
      localStorage.setItem("sofra-raks-daily", JSON.stringify(kept));
    } catch {
      // Without storage the streak lasts as long as the page.
    }
  }
  const line = puzzle.querySelector("[data-streak]");
  if (kept.days && (kept.day === day || kept.day === yesterday)) {
    line.textContent = kept.days === 1 ? line.dataset.one : line.dataset.many.replace("#", kept.days);
    line.hidden = false;
  }
}
