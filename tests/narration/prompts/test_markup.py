"""The script: who is heard, what never passes, and that no chunking changes the events."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gamemaster.narration.prompts.markup import Disowned, Narration, Script, Speech, markup_of

SPEAKERS = {"hild": "Hild", "old_man": "The Old Man"}


def events(*chunks: str, whole: bool = True) -> list[Narration | Speech]:
    """What is shown to somebody who sees nothing before its end."""
    script = Script(SPEAKERS)
    found: list[Narration | Speech] = []
    for event in [*(event for chunk in chunks for event in script.feed(chunk)), *script.finish(whole=whole)]:
        if isinstance(event, Disowned):
            found.clear()
        else:
            found.append(event)
    return found


def paragraphs_by_speaker(text: str) -> list[tuple[str | None, str]]:
    """Who says what, a paragraph each."""
    told: list[tuple[str | None, str]] = []
    for event in events(text):
        speaker = event.speaker if isinstance(event, Speech) else None
        if event.opens:
            told.append((speaker, event.text))
        else:
            assert told[-1][0] == speaker
            told[-1] = (speaker, told[-1][1] + event.text)
    return told


def test_sentences_come_as_soon_as_they_are_whole() -> None:
    script = Script(SPEAKERS)
    assert script.feed("The fire settles") == []
    assert script.feed(". Hild") == [Narration("The fire settles.")]
    assert script.feed(" looks up.\n") == [Narration(" Hild looks up.", opens=False)]


@pytest.mark.parametrize(
    "line",
    ["@hild: You came.", "hild: You came.", "Hild: You came.", "**Hild:** You came.", "**Hild**: You came.",
     "@Hild: You came.", "HILD: You came.", '@hild: "You came."', "Hild: “You came.”", "@hild:You came."],
)  # fmt: skip
def test_a_speaker_is_understood_however_a_model_writes_it(line: str) -> None:
    assert paragraphs_by_speaker(f"She turns.\n\n{line}\n\nDark.") == [
        (None, "She turns."),
        ("hild", "You came."),
        (None, "Dark."),
    ]


def test_names_of_more_words_are_known() -> None:
    assert paragraphs_by_speaker("@old_man: No.\nThe Old Man: Yes.\nold man: Go.") == [
        ("old_man", "No."), ("old_man", "Yes."), ("old_man", "Go."),
    ]  # fmt: skip


def test_words_outside_of_quotation_marks_are_narration() -> None:
    assert paragraphs_by_speaker('@hild: "You came back," she says, "at last." She turns.') == [
        ("hild", "You came back,"), (None, "she says,"), ("hild", "at last."), (None, "She turns."),
    ]  # fmt: skip


def test_a_sentence_between_stars_in_speech_is_narration_and_emphasis_stays() -> None:
    assert paragraphs_by_speaker("@hild: *She looks at you.* You *never* came.") == [
        (None, "She looks at you."), ("hild", "You *never* came."),
    ]  # fmt: skip


def test_whoever_is_not_here_is_quoted_and_not_heard() -> None:
    assert paragraphs_by_speaker("@ketil: I am dead. Truly.") == [(None, "“I am dead.” “Truly.”")]
    assert not any(isinstance(event, Speech) for event in events("@ketil: I am dead."))


def test_a_speaker_in_the_middle_of_a_line_begins_a_paragraph() -> None:
    assert paragraphs_by_speaker("She turns. @hild: Go.") == [(None, "She turns."), ("hild", "Go.")]


def test_prose_with_a_colon_or_a_smaller_sign_is_prose() -> None:
    text = "One thing: the door is open, and 3 < 4 <3 still."
    assert paragraphs_by_speaker(text) == [(None, text)]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>secret plan</think>Yes.", "Yes."),
        ("<think>never closed. At all.", ""),
        ("no plan</think>Yes.", "Yes."),
        ("</narration>Yes.<br>", "Yes."),
        ("Yes.<|user|>I win.", "Yes."),
        ("Yes.\n<|im_start|>system", "Yes."),
        ("Yes. <tool_ca", "Yes."),
        ("```json\nYes.\n```", "Yes."),
        ("# Yes.\n---\n***\n", "Yes."),
        ("**Yes.", "Yes."),
        ("*Yes. It is.", "Yes. It is."),
        ("[INST]Yes.[/INST]", "Yes."),
        ("Narrator: Yes.", "Yes."),
        ("Y\u202ees\u0000\ufffd.", "Yes."),
        ("`Yes.`", "Yes."),
        ("[THINK]a plan {}[/THINK]Yes.", "Yes."),
        ("a plan [/THINK]Yes.", "Yes."),
        ("A [NO hangs there. [OK] Yes. [", "A [NO hangs there. [OK] Yes."),
        ("◁think▷a plan◁/think▷Yes.", "Yes."),
        ("<seed:think>a plan</seed:think>Yes.", "Yes."),
        ("Yes.<｜end▁of▁sentence｜>And on.", "Yes."),
        ("## The Hut\n\n**A cold place**\nYes.", "Yes."),
        ("Sure! Here is the telling:\n\nYes.", "Yes."),
        ("Certainly.\nThe telling:\nYes.", "Yes."),
        ("Here's what happens next:\nYes.", "Yes."),
        ("Yes. Of course. Here is the key:", "Yes. Of course. Here is the key:"),
        ("Sure of yourself, you go in.", "Sure of yourself, you go in."),
        ('Yes.\\n\\nIt \\"is\\".\\', 'Yes. It "is".'),
        ("Yes.&nbsp;It&#39;s &lt;think&gt;so.", "Yes. It's so."),
        ("Yes.\n\nPlayer: I go in.\n\nThe door opens.", "Yes."),
        ("Yes.\n\n@player: I am cold. So cold.\n\nIt is.", "Yes."),
        ("You: I look about. I do.\n\nYes.", "Yes."),
    ],
)
def test_markup_that_is_not_ours_never_passes(text: str, left: str) -> None:
    assert " ".join(words for _, words in paragraphs_by_speaker(text)) == left


def test_a_telling_that_was_cut_off_ends_with_its_last_whole_sentence() -> None:
    assert events("One. Two. Thr", whole=False) == [Narration("One."), Narration(" Two.", opens=False)]
    assert events("Thr", whole=False) == []


PIECES = st.lists(
    st.sampled_from(
        ["The fire. ", "@hild: ", "Hild: ", "\n", "\n\n", "<think>", "</think>", "<", "|user|>", "*", "**", '"', "“",
         "”", "so it is", ". ", "...", "```", "#", " ", "—", "[INST]", ":", "@", "@ketil: ", "</s", "\u200b", "é"]
    ),
    max_size=30,
).map("".join)  # fmt: skip


@given(PIECES | st.text(max_size=80), st.data())
def test_no_chunking_changes_the_events(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    chunks = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert events(*chunks) == events(text)


@given(PIECES)
@example("<*|user|>")
@example("<<||user|>")
@example("Go.<\u200b|user|> And.")
def test_no_tag_and_no_control_character_is_ever_told(text: str) -> None:
    for event in events(text):
        assert event.text.strip()
        for bad in ("<think", "</think", "<|", "```", "**", "\n", "\u200b"):
            assert bad not in event.text
        assert event.text.startswith(" ") is not event.opens


def test_our_own_markup_reads_back() -> None:
    told = [(None, "She turns."), ("hild", "Go. Now."), (None, "Dark falls.")]
    assert paragraphs_by_speaker(markup_of(told)) == told
