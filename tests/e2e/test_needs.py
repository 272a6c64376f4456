"""Buttons that need a choice wait for it and say why; what a page opened for a moment closes when the moment is over; a
table of Rak's has dice and buttons in view together; labels leave the dice free."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from sofra.core import Act, Match, Sight, seeded
from sofra.games import open_box
from sofra.table.reactions import REACTIONS
from sofra.web import pages
from tests.e2e.conftest import PHONE
from tests.e2e.still import serve, show
from tests.pages import rooms

pytestmark = pytest.mark.browser

DESK = {"width": 1440, "height": 900}


def opened(browser: Browser, room: pages.Room, size: dict[str, int], *, scripts: bool = True) -> Page:
    """One table of its own; ``send`` of its socket is kept as ``page.socket``."""
    context = browser.new_context(viewport=size, reduced_motion="reduce", java_script_enabled=scripts)  # type: ignore[arg-type]
    page = context.new_page()
    serve(page, {"table": pages.table(room)})
    if scripts:
        # Of several routes for an address the last one is asked.
        page.route_web_socket("**/*", lambda socket: setattr(page, "socket", socket))
    show(page, "table")
    return page


def thrown(lang: str = "en", seats: int = 2) -> pages.Room:
    """Rak's, with three dice on the table and a bead to place."""
    start = (6, *range(1, seats))
    match = rooms.played("raks", open_box("raks").game.rules(), seats, [start, (1, 2, 4)], [])
    return rooms.room(match, lang)


def test_a_bead_is_placed_only_when_a_zone_is_chosen_and_the_key_says_why(browser: Browser) -> None:
    page = opened(browser, thrown(), PHONE)
    button = page.locator("[data-main]")
    expect(button).to_be_disabled()
    page.keyboard.press("p")
    expect(page.locator("#live")).to_contain_text("Choose a zone on the board, then place your bead.")
    page.locator("#zone-7").check(force=True)
    expect(button).to_be_enabled()
    expect(button).to_contain_text("Place a bead on 7")
    page.context.close()
    plain = opened(browser, thrown(), PHONE, scripts=False)
    expect(plain.locator("[data-main]")).to_be_enabled()
    plain.context.close()


def test_an_expression_is_shown_only_when_there_is_one(browser: Browser) -> None:
    rules = open_box("raks").game.rules()
    match = rooms.played("raks", rules, 2, [(6, 1), (1, 2, 4)], ["place 7", "challenge"])
    assert match.asked == (0,)
    page = opened(browser, rooms.room(match), PHONE)
    expect(page.locator("[value=show]")).to_be_disabled()
    page.locator("[data-die]").first.click()
    expect(page.locator("[value=show]")).to_be_enabled()
    page.context.close()


def test_a_card_is_put_only_where_a_slot_is_chosen(browser: Browser) -> None:
    room = next(
        room
        for room in (rooms.walk("racko", n, rooms.site("en")) for n in range(1, 40))
        if room.scene.view.phase == "taken"
    )
    page = opened(browser, room, PHONE)
    expect(page.locator("[value=put]")).to_be_disabled()
    page.locator("input[name=slot]").first.check(force=True)
    expect(page.locator("[value=put]")).to_be_enabled()
    page.context.close()


def rounds() -> tuple[pages.Room, pages.Room]:
    """Rack-O as seat 0 sees it when a round has just ended, and after its first turn of the next."""
    box = open_box("racko")
    match, dealer = Match(box.game, next(iter(box.game.presets.values())), 2), seeded("rounds")
    players = [box.players[key].make(match.rules, 2) for key in list(box.players)[:2]]
    found = None
    for step in range(400):
        match.settle(dealer)
        seat = match.asked[0]
        if match.view(0).sheet and found is None and seat == 0:
            found = rooms.room(match)
        if found is not None and match.view(0).lap > 1 and seat == 0:
            return found, rooms.room(match)
        sight = Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))
        match.do(Act(seat, players[seat].choose(sight, Random(step))))
    raise AssertionError("no round ended")


def test_the_summary_of_a_round_closes_by_itself_and_stays_open_by_hand(browser: Browser) -> None:
    just, later = rounds()
    summary = ".round-end"
    page = opened(browser, just, PHONE)
    expect(page.locator(summary)).to_have_attribute("open", "")
    update = {"version": later.scene.version, "regions": pages.regions(later), "say": []}
    socket: WebSocketRoute = page.socket  # type: ignore[attr-defined]
    socket.send(json.dumps(update))
    expect(page.locator("#main")).to_have_attribute("data-version", str(later.scene.version))
    expect(page.locator(summary)).not_to_have_attribute("open", "")
    page.locator(f"{summary} summary").click()
    socket.send(json.dumps(update | {"version": later.scene.version + 1}))
    expect(page.locator("#main")).to_have_attribute("data-version", str(later.scene.version + 1))
    expect(page.locator(summary)).to_have_attribute("open", "")
    page.context.close()


def test_the_summary_of_a_round_lies_over_nothing_that_has_the_keyboard(browser: Browser) -> None:
    page = opened(browser, rounds()[0], DESK)
    summary = page.locator(".round-end")
    expect(summary).to_have_attribute("open", "")
    page.locator(".round-end summary").focus()
    page.keyboard.press("Tab")
    expect(page.locator("[data-shut]")).to_be_focused()
    expect(summary).to_have_attribute("open", "")
    page.locator(".bar-bottom button").first.focus()
    expect(summary).not_to_have_attribute("open", "")
    page.context.close()


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_dice_board_and_buttons_of_raks_are_in_view_together(
    browser: Browser, size: dict[str, int], lang: str
) -> None:
    page = opened(browser, thrown(lang), size)
    for part in (".three", ".board-wrap", "[data-main]"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"], part
    page.context.close()


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
def test_ten_slots_piles_and_buttons_of_rack_o_are_in_view_together_on_a_phone(
    browser: Browser, lang: str
) -> None:
    page = opened(browser, rooms.walk("racko", 24, rooms.site(lang)), PHONE)
    bar = page.locator(".bar-bottom").bounding_box()
    assert bar
    assert bar["y"] + bar["height"] <= PHONE["height"]
    for part in (".rack li", ".pile .face"):
        for one in page.locator(part).all():
            box = one.bounding_box()
            assert box
            assert 0 <= box["y"] <= box["y"] + box["height"] <= bar["y"], part
    page.context.close()


@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, PHONE, DESK], ids=["small", "phone", "desk"])
def test_the_piles_and_the_rack_stay_where_they_are_when_a_card_is_in_hand(
    browser: Browser, size: dict[str, int]
) -> None:
    rooms_of = [rooms.walk("racko", n, rooms.site("el")) for n in range(1, 40)]
    places = []
    for phase in ("turn", "drawn"):
        room = next(r for r in rooms_of if r.scene.view.phase == phase and len(r.scene.view.sheet) == 0)
        page = opened(browser, room, size)
        top = page.locator(".piles").bounding_box()
        assert top
        found = []
        for part in ("[data-place=discards]", "[data-place=pile]", ".rack"):
            box = page.locator(part).bounding_box()
            assert box
            found.append((round(box["x"]), round(box["y"] - top["y"])))
        places.append(found)
        page.context.close()
    assert places[0] == places[1]


def test_no_label_covers_a_die_and_six_dice_stand_evenly_without_scripts(browser: Browser) -> None:
    chairs = (rooms.CHAIRS[1], rooms.CHAIRS[0])
    room = rooms.room(rooms.farkle([(1, 2, 3, 4, 5, 6)], ["roll"]), seat=1, chairs=chairs)
    page = opened(browser, room, PHONE, scripts=False)
    dice = [box for one in page.locator(".group .die").all() if (box := one.bounding_box())]
    assert len(dice) == 6
    assert sorted(sum(box["y"] == y for box in dice) for y in {box["y"] for box in dice}) in (
        [6],
        [3, 3],
        [2, 2, 2],
    )
    label = page.locator(".group .slip").bounding_box()
    assert label
    assert label["y"] >= max(box["y"] + box["height"] for box in dice)
    page.context.close()


@pytest.mark.parametrize("width", [320, 390])
def test_choosing_dice_moves_nothing_under_the_thumb(browser: Browser, width: int) -> None:
    for lang in ("en", "tr", "el"):
        for state in ("farkle-straight", "farkle-throw-two-groups"):
            page = opened(browser, rooms.FARKLE_STATES[state](lang), {"width": width, "height": 780})

            def places(page: Page = page) -> list[object]:
                parts = [page.locator(part).first.bounding_box() for part in (".throw", ".kept", ".strip")]
                return [part and (part["y"], part["height"]) for part in parts]

            before = places()
            for ticket in [*page.locator(".ticket[data-take]").all(), page.locator("[data-take-all]")]:
                ticket.click()
                assert places() == before, (lang, state)
            page.context.close()


WHERE = """() => [...document.querySelectorAll("#ask, #match, #match > *, #scores, #chairs li, .envelope")]
  .map((one) => { const box = one.getBoundingClientRect(); return [Math.round(box.y), Math.round(box.height)]; })"""


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_what_a_computer_player_says_moves_nothing(browser: Browser, width: int) -> None:
    made = (rooms.walk("farkle", n, rooms.site("el")) for n in range(1, 60))
    room = next(room for room in made if pages.talk(room)[0])
    chairs = tuple(replace(chair, says=REACTIONS["bravo"]) for chair in room.chairs)
    page = opened(browser, replace(room, chairs=chairs), {"width": width, "height": 780})
    expect(page.locator(".talk")).to_be_visible()
    assert page.locator(".says").count() == len(chairs)
    said = page.evaluate(WHERE)
    page.evaluate("document.querySelectorAll('.talk, .says').forEach((one) => one.remove())")
    assert page.evaluate(WHERE) == said
    page.evaluate("document.querySelector('#ask').append('one more line')")
    assert page.evaluate(WHERE) != said, "the check sees what does move"
    page.context.close()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_whoever_is_away_moves_nothing(browser: Browser, size: dict[str, int]) -> None:
    moves = ["roll", "keep 1 1 1", "bank", "roll", "keep 5 5 5", "bank"]
    match = rooms.farkle([(1, 1, 1, 4, 6, 2), (5, 5, 5, 2, 3, 4)], moves, seats=3)
    assert rooms.CHAIRS[match.asked[0]].away
    page = opened(browser, rooms.room(match), size)
    expect(page.locator(".absent button")).to_be_visible()
    there = page.evaluate(WHERE)
    page.evaluate("document.querySelector('.absent').style.position = 'static'")
    assert page.evaluate(WHERE) != there, "the check sees what does move"
    page.evaluate("document.querySelector('.absent').remove()")
    assert page.evaluate(WHERE) == there
    page.context.close()


COVERED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const over = ([a, b]) => Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
  const back = [...document.querySelectorAll(".absent button")];
  const keys = [...document.querySelectorAll("#match button")].map(box);
  const shown = (one) => one.contains(document.elementFromPoint(box(one).x + box(one).width / 2, box(one).y + box(one).height / 2));
  return [back.filter(shown).length, keys.filter((key) => over([key, box(document.querySelector(".absent"))])).length];
}"""
"""How many chairs can be taken back by a tap, and how many keys of the table lie under that slip."""


@pytest.mark.parametrize("size", [(320, 640), (390, 640), (390, 780), (768, 1024), (1024, 700), (1440, 900)])
def test_chairs_to_be_taken_back_lie_over_no_key_of_whoever_plays_meanwhile(
    browser: Browser, size: tuple[int, int]
) -> None:
    made = rooms.FARKLE_STATES["farkle-turn"](rooms.site("el"))
    one, _, _, other = made.chairs
    chairs = (replace(one, stand_in=True), *made.chairs[1:3], replace(other, stand_in=True))
    page = opened(browser, replace(made, chairs=chairs), {"width": size[0], "height": size[1]})
    assert page.evaluate(COVERED) == [2, 0]
    page.evaluate("document.querySelector('#match button').scrollIntoView({ block: 'end' })")
    assert page.evaluate(COVERED) == [2, 0]
    page.evaluate(
        """document.querySelector('.absent').style.top = document.querySelector('#match button').getBoundingClientRect().top + 'px'"""
    )
    assert page.evaluate(COVERED)[1], "the check sees a slip over the keys"
    page.context.close()


HIDDEN = """() => {
  const found = [];
  for (const one of document.querySelectorAll("a[href], button:not([disabled]), input:not([type=hidden], [disabled]), select, summary, textarea, [tabindex='0']")) {
    if (!one.checkVisibility() || one.tabIndex < 0 || one.closest("[inert]")) continue;
    one.focus();
    const box = one.getBoundingClientRect();
    const x = Math.min(innerWidth - 1, Math.max(0, box.x + box.width / 2));
    const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
    let over = box.bottom < 0 || box.top > innerHeight ? document.body : document.elementFromPoint(x, y);
    if (over !== document.body) while (over && !["sticky", "fixed"].includes(getComputedStyle(over).position)) over = over.parentElement;
    if (over && (over === document.body || !over.contains(one))) found.push(`${one.outerHTML.slice(0, 70)} under ${over.className}`);
  }
  return found;
}"""
"""Whatever can have the keyboard and is out of sight or lies under something that stays in place, when it has it."""


@pytest.mark.parametrize(
    ("size", "scale"), [({"width": 320, "height": 256}, 4), (PHONE, 1)], ids=["four times as large", "phone"]
)
def test_whatever_has_the_keyboard_is_in_sight_also_at_400_percent(
    browser: Browser, size: dict[str, int], scale: int
) -> None:
    context = browser.new_context(viewport=size, device_scale_factor=scale, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    made = rooms.pages_of("el")
    serve(page, made)
    wrong = {}
    for name in made:
        if name.endswith(("-middle", "-4", "-7")) or (
            scale == 1 and not name.endswith(("-early", "-late", "-decide", "-throw"))
        ):
            continue  # Alike the others of their game; what stays in place at the bottom stands on tables alone.
        show(page, name)
        if bad := page.evaluate(HIDDEN):
            wrong[name] = bad
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > size["width"]:
            wrong[f"{name} is wide"] = wide
    show(page, "farkle-decide")
    page.add_style_tag(content=".top { position: fixed; inset: 0; z-index: 99; }")
    assert page.evaluate(HIDDEN), "the check sees what lies under a fixed sheet"
    context.close()
    assert wrong == {}
