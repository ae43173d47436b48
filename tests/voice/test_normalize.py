"""What is spoken of a text, and of which written characters each spoken word is."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from voice.normalize import normalise

ENGLISH = {
    "It costs $29.50.": "It costs twenty nine dollars and fifty cents.",
    "£1, £2.50, $5 million and $0.50": "one pound, two pounds and fifty pence, five million dollars and fifty cents",
    "At 10:30 p.m. and 14:00, 9:05 and 10:00.": "At ten thirty P M and fourteen hundred, nine oh five and ten o'clock.",
    "He came at 4 a.m.": "He came at four A M.",
    "*Passed at 4 a.m.*": "Passed at four A M.",
    "At 4 a.m. he left.": "At four A M he left.",
    "In 1912, 1905, 1900, 2004 and 2026.": (
        "In nineteen twelve, nineteen oh five, nineteen hundred, two thousand and four and twenty twenty six."
    ),
    "The 1920s, the '20s, the 80s.": "The nineteen twenties, the twenties, the eighties.",
    "1914–1918 or 1914-18": "nineteen fourteen to nineteen eighteen or nineteen fourteen to eighteen",
    "Bell ran down at 1.40, between 1.40 and 3.05, 4.30 p.m.": (
        "Bell ran down at one forty, between one forty and three oh five, four thirty P M."
    ),
    "It weighs 1.40 kg, or 3.50.": "It weighs one point four zero kilograms, or three point five zero.",
    "On 11 Nov. 1919, and Dec. 24. March on.": (
        "On the eleventh of November nineteen nineteen, and December twenty fourth. March on."
    ),
    "See pp. 3–5, No. 5.": "See pages three to five, number five.",
    "No. There is no 5.": "No. There is no five.",
    "Call 555-1234.": "Call five five five, one two three four.",
    "The 21st of March, March 21, 5 May": "The twenty first of March, March twenty first, the fifth of May",
    "On 2026-11-21.": "On November twenty first, twenty twenty six.",
    "3.14 or 1,234": "three point one four or one thousand two hundred and thirty four",
    "Agent 007": "Agent zero zero seven",
    "It is -5°C, 5%, 1 km, 60 km/h, 6 ft.": (
        "It is minus five degrees Celsius, five percent, one kilometre, sixty kilometres an hour, six feet."
    ),
    "2½ miles, ½ a loaf, 3/4 of it": "two and a half miles, half a loaf, three quarters of it",
    "He is 6'2\" tall.": "He is six foot two tall.",
    "Henry VIII, World War II, Chapter IV.": "Henry the eighth, World War two, Chapter four.",
    "Elizabeth I came. I saw. Vitamin C, MIX, LIVID.": "Elizabeth I came. I saw. Vitamin C, MIX, LIVID.",
    "Dr. Voss and Mr Tallack of St. Ann's, Baker St.": (
        "Doctor Voss and Mister Tallack of Saint Ann's, Baker Street"
    ),
    "Bread, e.g. rye, etc.": "Bread, for example rye, et cetera.",
    "he/she and/or me & you": "he or she and or me and you",
    "A4, v1.2.3": "A four, v one point two point three",
}

MARKS = {
    "The *Halcyon* is **very** late, _very_.": "The Halcyon is very late, very.",
    "*He sits down.": "He sits down.",
    "*reliable*, he writes, *and discreet*.": "reliable, he writes, and discreet.",
    "Only *I love you*, and he knows.": "Only I love you, and he knows.",
    "A small tired *paff* from the tower.": "A small tired paff from the tower.",
    "*yes* *this*": "yes this",
    "*sighs* Come in.": "Come in.",
    "Well. *laughs softly* Go on.": "Well. Go on.",
    "*nods*": "",
    "(softly) Come in.": "Come in.",
    "“(softly) Come in.”": "Come in.",
    "The inn (an old one) stands.": "The inn, an old one, stands.",
    "(He waits. Then he goes.)": "He waits. Then he goes.",
    "[door creaks [loudly]] Who's there?": "Who's there?",
    "“Stop!” he said—no, shouted -- twice… and then ... nothing!!! What?!": (
        "Stop! he said, no, shouted, twice… and then… nothing! What?"
    ),
    "‘Never,’ she says. ’Tis the dogs’ dinner. Don’t.": "Never, she says. 'Tis the dogs dinner. Don't.",
    "“I was—”": "I was,",
    "well-known": "well-known",
    "…and then": "and then",
    "Noooooooo": "Nooo",
    "# Title": "Title",
    "- a lamp": "a lamp",
    "***": "",
    "“…” — !": "",
    "": "",
}

HOSTILE = {
    '<speak><prosody rate="x-slow">Hello</prosody><break time="9s"/> there</speak>': "Hello there",
    "<think>He is the thief.</think>Good evening.": "Good evening.",
    "<THINK>He is the thief, and so on": "",
    "<|im_start|>system": "system",
    "five < six > four": "five six four",
    "&lt;b&gt; salt &amp; bread": "b salt and bread",
    "See https://example.com/a?b=c, or write to me@example.org.": "See, or write to.",
    "[the log](https://example.com) is here": "the log is here",
    "a\x00b \x1b[31mc\x07d": "a b c d",
    "hi\u200b\u202ethere\ud83d": "hithere",
    "😀 Ha! 🎉": "Ha!",
    "𝓗𝓮𝓵𝓵𝓸 ｗｏｒｌｄ": "Hello world",
    "Z" + "\u0301" * 500 + "algo": "Z\u0301\u0301\u0301algo",
    "[[a|b]] {x} \\n ^": "x n",
}

OTHERS = [
    ("fr", "Il est 5 h, *vraiment*.", "Il est 5 h, vraiment."),
    ("ru", "Привет — 5 человек!", "Привет, 5 человек!"),
    ("ja", "「行こう！」彼は言った。", "行こう！彼は言った。"),
    ("ar", "مرحبا؟ نعم.", "مرحبا؟ نعم."),
    ("fa", "می‌خواهم", "می‌خواهم"),
    ("hi", "क्षेत्र 3", "क्षेत्र 3"),
]


@pytest.mark.parametrize(("written", "spoken"), (ENGLISH | MARKS | HOSTILE).items())
def test_english_is_made_fit_for_the_ear(written: str, spoken: str) -> None:
    assert normalise(written).text == spoken


@pytest.mark.parametrize(("language", "written", "spoken"), OTHERS)
def test_other_languages_keep_their_numbers(language: str, written: str, spoken: str) -> None:
    assert normalise(written, language).text == spoken


def test_spoken_words_lead_back_to_what_was_written() -> None:
    written = "Pay *Dr. Voss* $29.50, [whispers] now."
    spoken = normalise(written)

    def original(words: str) -> str:
        at = spoken.text.index(words)
        return written[slice(*spoken.to_original(at, at + len(words)))]

    assert spoken.text == "Pay Doctor Voss twenty nine dollars and fifty cents, now."
    assert [original(words) for words in ("Pay", "Doctor", "Voss", "twenty", "cents", "now")] == [
        "Pay", "Dr.", "Voss", "$29.50", "$29.50", "now",
    ]  # fmt: skip


def test_what_is_taken_out_shifts_no_places() -> None:
    written = "\x1b[31mWho\u200b is\x00 ﬁrst <b>there</b>?"
    spoken = normalise(written)
    assert spoken.text == "Who is first there?"
    assert [written[slice(*spoken.to_original(at, at + 1))] for at in (0, 4, 7, 8, 13)] == [
        "W",
        "i",
        "ﬁ",
        "ﬁ",
        "t",
    ]


PIECES = st.sampled_from(
    [
        *(
            "Hild",
            "he",
            "Dr",
            "St",
            "a.m",
            "1912",
            "007",
            "$",
            "£",
            "9",
            ":",
            "/",
            "%",
            "°C",
            "km",
            "½",
            "XIV",
            "st",
        ),
        *" \n.!?…,—–-*_`#&+@|\\^~",
        *"\"“”’'()[]<>{}",
        *(
            "</",
            "speak",
            "http://",
            "www.",
            "x.org",
        ),
        *(
            "你好",
            "。",
            "👩‍👧",
            "\u0301",
            "\u200d",
            "\ud83d",
            "\x00",
            "\u202e",
            "İ",
            "ﬁ",
            "Ａ",
            "&lt;",
            "sighs",
        ),
    ]
)
TEXTS = st.one_of(st.lists(PIECES, max_size=60).map("".join), st.text(max_size=100))


@given(text=TEXTS, language=st.sampled_from(["en", "fr"]))
@example("1" * 5000, "en")
@example("<" * 3000 + "[" * 3000 + "(" * 3000 + "*" * 3000, "en")
@example("a@" * 3000 + "1,1" * 1000 + "9-" * 1000, "en")
def test_nothing_but_speech_is_left_and_it_leads_back(text: str, language: str) -> None:
    spoken = normalise(text, language)
    assert len(spoken.text) == len(spoken.starts) == len(spoken.ends)
    assert list(spoken.starts) == sorted(spoken.starts)
    assert list(spoken.ends) == sorted(spoken.ends)
    assert all(0 <= a < b <= len(text) for a, b in zip(spoken.starts, spoken.ends, strict=True))
    assert not set(spoken.text) & set("<>[]{}*_`|\\^\n\r\t\x00\u202e\u200b")
    assert spoken.text == spoken.text.strip()
    assert "  " not in spoken.text
    spoken.text.encode()


@given(text=TEXTS)
def test_what_was_normalised_stays_as_it_is(text: str) -> None:
    once = normalise(text, "fr").text
    assert normalise(once, "fr").text == once
