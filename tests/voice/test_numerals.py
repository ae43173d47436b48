"""Numbers as words."""

import pytest

from voice.numerals import cardinal, ordinal


@pytest.mark.parametrize(
    ("number", "words", "place"),
    [
        (0, "zero", "zeroth"),
        (1, "one", "first"),
        (12, "twelve", "twelfth"),
        (19, "nineteen", "nineteenth"),
        (20, "twenty", "twentieth"),
        (33, "thirty three", "thirty third"),
        (45, "forty five", "forty fifth"),
        (88, "eighty eight", "eighty eighth"),
        (100, "one hundred", "one hundredth"),
        (105, "one hundred and five", "one hundred and fifth"),
        (999, "nine hundred and ninety nine", "nine hundred and ninety ninth"),
        (1_000, "one thousand", "one thousandth"),
        (1_042, "one thousand and forty two", "one thousand and forty second"),
        (1_250, "one thousand two hundred and fifty", "one thousand two hundred and fiftieth"),
        (2_000_001, "two million and one", "two million and first"),
        (10**15 - 1, " ".join(f"nine hundred and ninety nine {s}" for s in "trillion billion million thousand".split())
         + " nine hundred and ninety nine", None),
    ],
)  # fmt: skip
def test_numbers_are_read(number: int, words: str, place: str | None) -> None:
    assert cardinal(number) == words
    assert place is None or ordinal(number) == place


@pytest.mark.parametrize("number", [-1, 10**15])
def test_what_is_not_read_in_words_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="not a number"):
        cardinal(number)
