"""A player's words in plain letters, and cut into words. What most texts do not need is passed over."""

import pytest

from gamemaster.language.names.normalization import plain, words_of

TEXTS = [f"go{chr(code)}up" for code in range(0x80)]


def test_what_ascii_text_is_spared_would_not_change_it() -> None:
    """Beside a letter of another script all that marks stand for is looked for."""
    assert [plain(text) for text in TEXTS] == [plain(f"{text} \u00ff").removesuffix(" y") for text in TEXTS]
    assert [words_of(text) for text in TEXTS] == [words_of(f"{text} \u2026") for text in TEXTS]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("take the lamp", ["take", "the", "lamp"]),
        ("call all", ["call", "all"]),
        ("i'll wait", ["i", "will", "wait"]),
        ("u wait", ["you", "wait"]),
        ("the half-burnt oar/pole", ["the", "half", "burnt", "oar", "pole"]),
        ("whos there", ["who", "is", "there"]),
    ],
)
def test_words_are_spelt_out_where_they_stand_for_others(text: str, words: list[str]) -> None:
    assert words_of(text) == words
