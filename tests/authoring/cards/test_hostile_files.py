"""Files that would do harm are refused, by what was found in them, and leave nothing behind."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from gamemaster.authoring.cards.card_import import import_file
from gamemaster.authoring.cards.errors import CardRefused
from tests.authoring.cards import samples

CARD = json.dumps(samples.v3()).encode()
# What takes long to make is made by the test itself: every worker imports this module.
HOSTILE: list[tuple[str, Any, str]] = [
    (
        "bomb.charx",
        lambda: samples.charx({"card.json": CARD, "assets/a.png": b"\0" * (4 << 20)}),
        "a zip bomb",
    ),
    (
        "many.charx",
        lambda: samples.charx({"card.json": CARD, **{f"assets/{n}": b"" for n in range(2100)}}),
        "2101 files",
    ),
    ("up.charx", samples.charx({"card.json": CARD, "../../evil.png": b"x"}), "leads out of its folder"),
    ("root.charx", samples.charx({"card.json": CARD, "/etc/evil": b"x"}), "leads out of its folder"),
    ("windows.charx", samples.charx({"card.json": CARD, "..\\evil.png": b"x"}), "leads out of its folder"),
    ("empty.charx", samples.charx({"a.txt": b""}), "holds no card.json"),
    ("cut.charx", samples.charx({"card.json": CARD})[:60], "no zip file"),
    ("base64.png", samples.png([samples.chunk(b"tEXt", b"chara\0!!!not base64!!!")]), "broken base64"),
    (
        "long.png",
        samples.png([])[:33] + struct.pack(">I4s", 1 << 31, b"tEXt") + b"chara\0",
        "the file ends before",
    ),
    (
        "packed.png",
        lambda: samples.png([samples.chunk(b"zTXt", b"chara\0\0" + zlib.compress(b"A" * (64 << 20), 1))]),
        "unpacks to",
    ),
    ("none.png", samples.png([]), "there is no card in it"),
    ("photo.jpg", b"\xff\xd8\xff\xe0" + b"\0" * 40, "a picture without a card"),
    ("script.json", samples.v2(creator_notes="<script>alert(1)</script>"), "holds a script"),
    ("link.json", samples.v2(first_mes="[x](javascript:alert(1))"), "holds a script"),
    ("image.json", samples.v2(description="<img src=x onerror=alert(1)>"), "holds a script"),
    ("deep.json", b'{"name": ' + b"[" * 5000 + b"]" * 5000 + b"}", "levels deep"),
    ("number.json", [1], "it is no object"),
    ("list.json", [samples.v2(), samples.v2()], "a list of 2"),
    ("two.charx", samples.charx({"a/card.json": CARD, "b/card.json": CARD}), "holds 2 cards"),
    ("deep_text.json", {"data": "[" * 5000}, "levels deep"),
    ("scene.ink", b"=== a ===\nHello.\n* [Go] -> END\n", "is ink, which is not read"),
    ("scene.json", {"inkVersion": 21, "root": []}, "is ink, which is not read"),
    ("script_text.json", json.dumps(json.dumps(samples.v2(scenario="<script>"))).encode(), "holds a script"),
    ("other.json", {"a": 1}, "no character card"),
    ("broken.json", b'{"name": ', "is not JSON"),
    ("book.json", samples.WORLD_INFO, "name the world that it joins"),
]


@pytest.mark.parametrize(("name", "content", "says"), HOSTILE, ids=[one[0] for one in HOSTILE])
def test_a_hostile_file_is_refused_by_name(tmp_path: Path, name: str, content: Any, says: str) -> None:
    path = samples.save(tmp_path, name, content() if callable(content) else content)
    with pytest.raises(CardRefused, match=says):
        import_file(path, new=tmp_path / "world")
    assert not (tmp_path / "world").exists()
