"""What the tables sound like: every sound is rendered in the browser, without a loudspeaker, and listened to by numbers."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser

from sofra.web import assets
from tests.e2e.still import HOST, serve, show
from tests.pages import rooms

pytestmark = pytest.mark.browser

RATE = 22_050
LONGEST = 1.8
"""Seconds after which nothing is heard any more."""
QUIET = 0.001
"""What is less is not heard."""

HEAR = """async ([module, name, rate]) => {
  const [real, random] = [window.AudioContext, Math.random];
  let state = 1; // The same noise every time.
  Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const context = new OfflineAudioContext(1, rate * 3, rate);
  context.resume = () => {}; // It begins when it is rendered.
  window.AudioContext = function () { return context; };
  try {
    const { play } = await import(module + "?" + name);
    play(name);
  } finally {
    window.AudioContext = real;
    Math.random = random;
  }
  return [...(await context.startRendering()).getChannelData(0)];
}"""
"""Three seconds of a sound as samples from -1 to 1; each module is loaded anew, for it keeps the context it was begun with."""


def samples(page: Any, name: str) -> list[float]:
    """A sound as samples."""
    module = f"{HOST}{assets.address('sound.js')}"
    return list(page.evaluate(HEAR, [module, name, RATE]))


def traits(wave: list[float]) -> dict[str, Any]:
    """The peak; the last moment (seconds) at which a thousandth of full loudness is reached; loudness in 12 slices of a
    second and a half, and the rate at which the wave crosses nought there (a measure of pitch; 0 where hardly anything is heard), each slice as a pair."""
    last = max((at for at, sample in enumerate(wave) if abs(sample) > QUIET), default=0)
    size = RATE // 8
    slices = [wave[at : at + size] for at in range(0, 12 * size, size)]
    loud = [(sum(sample * sample for sample in one) / size) ** 0.5 for one in slices]
    heard = max(loud) / 10
    # Of what is heard: a knock fills a part of its slice only.
    crossings = [
        sum((a < 0) != (b < 0) for a, b in pairwise(one)) / max(1, sum(abs(a) > QUIET for a in one))
        for one in slices
    ]
    return {
        "peak": max(map(abs, wave)),
        "end": last / RATE,
        "shape": [
            (level, rate if level > heard else 0.0) for level, rate in zip(loud, crossings, strict=True)
        ],
    }


def differ(one: dict[str, Any], other: dict[str, Any]) -> float:
    """How far two sounds are apart: slices differ by their share of loudness and by their pitch."""
    most = max(level for sound in (one, other) for level, _ in sound["shape"])
    return float(
        sum(
            abs(a - c) / most + abs(b - d)
            for (a, b), (c, d) in zip(one["shape"], other["shape"], strict=True)
        )
    )


def test_every_sound_is_short_does_not_clip_and_is_its_own(browser: Browser) -> None:
    page = browser.new_page()
    serve(page, rooms.pages_of("en"))
    show(page, "settings")
    names = page.evaluate(f"async () => (await import('{HOST}{assets.address('sound.js')}')).NAMES")
    assert len(names) >= 8
    heard = {name: traits(samples(page, name)) for name in names}
    assert traits(samples(page, "no such sound"))["peak"] == 0
    page.close()
    for name, found in heard.items():
        assert 0.02 < found["peak"] < 1, (name, found["peak"])
        assert 0 < found["end"] < LONGEST, (name, found["end"])
    alike = {pair: differ(heard[pair[0]], heard[pair[1]]) for pair in combinations(names, 2)}
    again = differ(heard[names[0]], heard[names[0]])
    assert again == 0
    assert min(alike.values()) > 0.25, alike
