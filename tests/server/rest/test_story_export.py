"""Stories to read: what is in them, and that nothing in them is taken for markup."""

from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.protocol.messages import TextSpan, TurnShown
from gamemaster.server.rest.story_export import Tale, file_name, render

EVIL = '<script>alert("1")</script> & [a](javascript:x) `code` # no'


def span(text: str, name: str | None = None, kind: Any = None) -> TextSpan:
    return TextSpan(
        kind=kind or ("speech" if name else "narration"), speaker=name and name.lower(), name=name, text=text
    )


def turn(words: str, *spans: TextSpan, number: int = 1) -> TurnShown:
    return TurnShown(turn=number, act_id="act-secret", words=words, spans=spans, reason="complete")


def tale(*turns: TurnShown, **changes: Any) -> Tale:
    fields: dict[str, Any] = {
        "title": "Skerrow Light", "name": "The bell", "language": "en", "begun": datetime(2026, 11, 20, tzinfo=UTC),
        "played": datetime(2026, 11, 22, tzinfo=UTC), "opening": [span("The boat leaves.")], "turns": turns,
    }  # fmt: skip
    return Tale(**{**fields, **changes})


def test_a_story_in_markdown() -> None:
    told = [
        span("You go *in*.\n\nIt is cold."),
        span("Mind the step.", "Jory"),
        span("Try: go up.", kind="aside"),
    ]
    text = render(tale(turn("go in", *told), ended="A Clean Record"), "markdown")
    assert text == (
        "# Skerrow Light: The bell\n\n"
        "*Played from 20 November 2026 to 22 November 2026, in one turn.*\n\n"
        "The boat leaves.\n\n"
        "> go in\n\n"
        "You go *in*.\n\n"
        "It is cold.\n\n"
        "**Jory:** “Mind the step.”\n\n"
        "---\n\n"
        "*The end: A Clean Record*\n"
    )


def test_a_story_in_html() -> None:
    page = render(
        tale(turn("go in", span("You go *in*."), span("“Mind the step.”", "Jory")), left_out=3), "html"
    )
    assert "<title>Skerrow Light: The bell</title>" in page
    assert '<p class="said">go in</p>\n<p>You go <em>in</em>.</p>' in page
    assert '<span class="speaker">Jory:</span> “Mind the step.”' in page
    assert "The first 3 turns are left out." in page
    assert "in 4 turns" in page
    assert "act-secret" not in page


def test_nothing_is_taken_for_markup() -> None:
    evil = tale(turn(EVIL, span(EVIL), span(EVIL, EVIL)), title=EVIL, name=EVIL, ended=EVIL)
    page = render(evil, "html")
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 6
    text = render(evil, "markdown")
    assert "\\<script\\>" in text
    assert "\\[a\\](javascript:x)" in text
    assert "\n# no" not in text


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("- a list", "> \\- a list"),
        ("1. first", "> 1\\. first"),
        ("two\nlines", "> two\n> lines"),
        ("a * b", "> a \\* b"),
    ],
)
def test_words_of_the_player_stay_words(typed: str, shown: str) -> None:
    assert f"\n{shown}\n" in render(tale(turn(typed)), "markdown")


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)


@given(st.text(), st.text(), st.text())
def test_whatever_was_said_the_page_has_its_own_tags_alone(words: str, told: str, name: str) -> None:
    tags = _Tags()
    tags.feed(render(tale(turn(words, span(told), span(told, name or None)), name=name), "html"))
    assert tags.seen <= {"html", "head", "meta", "title", "style", "body", "main", "h1", "p", "em", "span"}


def test_file_names_are_plain() -> None:
    assert file_name(tale(), "markdown") == "skerrow-light-the-bell.md"
    assert file_name(tale(title='../"\r\nx', name="é" * 300), "html") == "x.html"
    assert file_name(tale(title="雪", name=None), "html") == "story.html"
