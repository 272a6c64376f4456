"""Scripts are sent as one file a page: what a module imports at once comes with it, and says the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sofra.games import boxes
from sofra.web import assets, modules

SCRIPTS = [
    *assets.STATIC.glob("*.js"),
    *(file for box in boxes().values() for file in (box.folder / "page" / "static").glob("*.js")),
]


def made(folder: Path, **texts: str) -> str:
    """What is sent for ``entry`` among modules of these names and texts."""
    for name, text in texts.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return modules.joined(folder / "entry.js")


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_no_script_asks_for_another_at_once(file: Path) -> None:
    sent = assets.content(file).decode()
    assert not re.search(r"^\s*(import\b(?! *\()|export *[*{])", sent, re.MULTILINE)


def test_a_module_that_two_import_is_there_once_and_before_both(tmp_path: Path) -> None:
    sent = made(
        tmp_path,
        low="export const low = 1;\n",
        left='import { low } from "./low.js";\nexport function left() { return low; }\n',
        right='import { low } from "./low.js";\nexport class Right {}\n',
        entry='import "./left.js";\nimport { Right } from "./right.js";\nexport async function go() {}\n',
    )
    assert sent.count("const low = 1") == 1
    order = [sent.index(text) for text in ("const $low", "const $left", "const $right", "async function go")]
    assert order == sorted(order)
    assert "const { low } = $low;" in sent
    assert "return { left };" in sent
    assert "export async function go" in sent


def test_an_import_in_another_form_is_refused_and_one_for_later_is_left_alone(tmp_path: Path) -> None:
    assert 'import("./later.js")' in made(
        tmp_path, entry='const load = () => import("./later.js");\nimport("./later.js");\n'
    )
    for line in (
        'import all from "./low.js";',
        'import * as all from "./low.js";',
        'export { a } from "./b.js";',
    ):
        with pytest.raises(ValueError, match=r"entry\.js"):
            made(tmp_path, entry=f"{line}\n")


def test_the_address_of_a_script_changes_with_what_it_brings_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    (tmp_path / "entry.js").write_text('import { low } from "./low.js";\n', "utf-8")
    found = set()
    for text in ("export const low = 1;\n", "export const low = 2;\n"):
        (tmp_path / "low.js").write_text(text, "utf-8")
        assets.address.cache_clear()
        assets._content.cache_clear()
        found.add(assets.address("entry.js"))
    assets.address.cache_clear()
    assert len(found) == 2
