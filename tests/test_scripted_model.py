"""The scripted engine's tokenizer: text and ids go back and forth, and no text of a player's is a control token."""

from hypothesis import given
from hypothesis import strategies as st

from gamemaster.scripted_model import ScriptedTokenizer, demonstration
from inference.script import SPECIAL, VOCABULARY_SIZE
from inference.scripted import build


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


def test_when_ids_run_out_bytes_must_do() -> None:
    tokenizer = ScriptedTokenizer({})
    tokenizer.encode(" ".join(f"{number:05d}" for number in range(VOCABULARY_SIZE)))
    assert tokenizer.encode("ünsern") == tuple("ünsern".encode())
    assert tokenizer.decode(tokenizer.encode("ünsern")) == "ünsern"
