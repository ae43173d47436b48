"""The scripted engine's tokenizer: text and ids go back and forth, and no text of a player's is a control token."""

import subprocess
import sys
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference.scripted import script
from inference.scripted.engine import build
from inference.scripted.script import FIRST_PIECE, SPECIAL, VOCABULARY_SIZE, piece_id
from inference.scripted.tokenizer import ScriptedTokenizer, demonstration


@pytest.mark.slow
@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_text_survives(text: str) -> None:
    tokenizer = ScriptedTokenizer.of(demonstration())
    ids = tokenizer.encode(text)
    assert tokenizer.decode(ids) == text
    assert not tokenizer.specials(ids)
    assert tokenizer.encode_markup(f"<|user|>x{text}")[0] == SPECIAL["<|user|>"]


def test_the_engines_ids_read_as_the_script() -> None:
    options = demonstration()
    engine, tokenizer = build(options), ScriptedTokenizer.of(options)
    assert tokenizer.decode(engine.script.content) == options["content"]
    assert tokenizer.decode(engine.script.structured) == options["structured"]
    assert tokenizer.decode(engine.script.reasoning) == options["reasoning"]


def test_markup_has_control_tokens_and_a_spelled_one_has_none() -> None:
    tokenizer = ScriptedTokenizer.of(demonstration())
    for name, number in SPECIAL.items():
        assert tokenizer.encode_markup(name) == (number,)
        assert not tokenizer.specials(tokenizer.encode(name))


def test_every_process_gives_the_same_ids() -> None:
    text = "The lamp goes out; nobody saw it: Þórr, 北風."
    known = ScriptedTokenizer.of(demonstration())
    known.encode("Other words, met before.")
    program = (
        "from inference.scripted.tokenizer import ScriptedTokenizer\n"
        f"print(*ScriptedTokenizer().encode({text!r}))"
    )
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert tuple(map(int, other.stdout.split())) == known.encode(text)


def test_ids_go_by_32_bits() -> None:
    ids = ScriptedTokenizer().encode("".join(f" {number}" for number in range(1000)))
    assert len(set(ids)) == 1000
    assert array("I", ids).itemsize == 4
    assert min(ids) >= FIRST_PIECE
    assert max(ids) < VOCABULARY_SIZE <= 2**32


def test_of_two_pieces_with_one_id_the_later_goes_by_bytes() -> None:
    tokenizer = ScriptedTokenizer({piece_id("ünsern"): "other"})
    assert tokenizer.encode("ünsern") == tuple("ünsern".encode())
    assert tokenizer.decode((*tokenizer.encode("ünsern"), piece_id("ünsern"))) == "ünsernother"


def test_when_the_table_is_full_bytes_must_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "MOST_PIECES", 2)
    tokenizer = ScriptedTokenizer()
    known = tokenizer.encode("lamp lit")
    assert tokenizer.encode("ünsern") == tuple("ünsern".encode())
    assert tokenizer.decode(tokenizer.encode("ünsern")) == "ünsern"
    assert tokenizer.encode("lamp lit") == known
