"""Worlds that are well formed and still wrong as stories."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gamemaster.language.talk.questions.matters import SMALL_WORDS
from worlds.checks import prose
from worlds.checks.theme import contrast
from worlds.loader import check_world
from worlds.problems import WorldError

Check = Callable[[str], list[WorldError]]


def ending(when: str) -> str:
    return "endings:\n  away: {title: Away, text: x, path: [go down], when: {" + when + "}}\n"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("locations:\n  pier: {name: P, description: x, exits: [{to: quay}, {to: pier}]}", "leads to the place itself"),
        ("theme: {text: '#777777', background: '#808080', surface: '#000000'}", "contrast of `text` on `background`"),
        (ending("set: gone, unset: gone, at: boat") + "beats: {b: {when: {at: boat}, text: x, effects: {set: gone}}}",
         "`set` and `unset` both name `gone`"),
        (ending("has: rope, not: {has: rope, lacks: rope}"), "`has` and `lacks` both name `rope`"),
        (ending("alone: true, here: mate"), "exclude each other"),
        (ending("set: never"), "ending `away` can never come: nothing sets the flag `never`"),
        (ending("has: map") + "items: {map: {name: m, description: x}}", "the item `map` is nowhere and"),
        (ending("knows: secret") + "facts: {secret: {text: x}}", "nothing lets the player learn `secret`"),
        (ending(""), "always holds"),
    ],
)  # fmt: skip
def test_a_fault_of_the_story(check: Check, more: str, message: str) -> None:
    (error,) = (error for error in check(more) if error.severity == "fault")
    assert message in error.message
    assert error.file == "more.yaml"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("beats: {b: {when: {set: lit}, text: x}}", "nothing ever sets the flag `lit`"),
        ("beats: {b: {when: {at: boat}, text: x, effects: {set: lit}}}", "no condition reads the flag `lit`"),
        ("flags: {lit: The lamp burns.}", "`lit` is described and never used"),
        ("facts: {f: {text: x}}", "nothing ever lets the player learn the fact `f`"),
        (
            "locations: {pier: {name: P, description: x, exits: [{to: quay}]}}",
            "no way leads to the location `pier`",
        ),
        ("items: {map: {name: m, description: x}}", "the item `map` is nowhere and nothing brings it"),
        (
            "characters: {ann: {name: A, persona: x, want: x, fear: x, secret: x, manner: x, description: x}}",
            "the character `ann` is nowhere and nothing brings them",
        ),
        (
            "rules:\n  a: {verbs: [cut, break], on: [rope, mate], text: x}\n"
            "  b: {verbs: [push, break], on: rope, text: x}",
            "rule `b` is never reached for `break`: `a` always answers before it",
        ),
        ("endings: {away: {title: Away, text: x, when: {at: boat}}}", "ending `away` has no `path`"),
        (
            "items: {axe: {name: a, description: x, at: quay, actions: {break: {text: x}}}}\n"
            "rules: {b: {verbs: break, on: axe, at: quay, text: x}}",
            "`b` is never reached for `break`: `axe.break` always",
        ),
        (
            "rules:\n  a: {verbs: sing, when: {at: boat}, refuse: x}\n  b: {verbs: sing, text: x}",
            "`b` is never reached for `sing`",
        ),
    ],
)
def test_a_warning_about_the_story(check: Check, more: str, message: str) -> None:
    (error,) = check(more)
    assert error.severity == "warning"
    assert message in error.message


@pytest.mark.parametrize(
    "more",
    [
        "beats: {b: {when: {unset: lit}, text: x, effects: {set: lit}}}",
        "locations: {pier: {name: P, description: x, exits: [{to: boat}]}}\n"
        "beats: {b: {when: {at: boat}, text: x, effects: {go: pier}}}",
        ending("at: boat"),
        "rules:\n  a: {verbs: sing, when: {at: boat}, text: x}\n  b: {verbs: sing, text: x}",
        "rules:\n  a: {verbs: cut, on: rope, with: rope, text: x}\n  b: {verbs: cut, on: rope, text: x}",
        "rules:\n  a: {verbs: cut, on: rope, once: true, text: x}\n  b: {verbs: cut, on: rope, text: x}",
        "rules:\n  a: {verbs: cut, on: anything, text: x}\n  b: {verbs: cut, on: rope, text: x}\n"
        "  c: {verbs: cut, text: x}",
        "rules: {a: {verbs: cut, on: mate, with: rope, text: x, refuse: x}}",
        "rules:\n  a: {verbs: cut, text: x}\n  b: {verbs: cut, phrases: saw it off, text: x}",
        ending("has: map")
        + "items: {map: {name: m, description: x}}\nbeats: {b: {when: {at: boat}, text: x, effects: {give: map}}}",
        ending("set: only_by_effects")
        + "beats: {b: {when: {at: boat}, text: x, effects: {end: away}}}\n"
        + "rules: {r: {verbs: jump, effects: {set: only_by_effects}}}",
    ],
)
def test_no_false_alarm(check: Check, more: str) -> None:
    assert [str(error) for error in check(more)] == []


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("rules: {a: {verbs: show, on: [rope, mate], text: x}}", "`on` is any of these"),
        ("items: {scale: {name: Scale, aliases: [scale], description: x, at: quay}}", "told without `the`"),
    ],
)
def test_a_note_about_the_story(check: Check, more: str, message: str) -> None:
    (error,) = check(more)
    assert error.severity == "note"
    assert message in error.message


def test_contrast_as_wcag_defines_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == pytest.approx(1)


def test_words_in_weak_colours_are_warned_of(check: Check) -> None:
    found = check("theme: {muted: '#333333', background: '#000000', surface: '#000000'}")
    assert [error.severity for error in found] == ["warning", "warning"]
    assert all("contrast of `muted`" in error.message for error in found)


def test_a_flag_that_is_misspelt_is_recognised(check: Check) -> None:
    found = check(
        "beats:\n  b: {when: {at: quay}, text: x, effects: {set: door_open}}\n" + ending("set: door_opn")
    )
    assert any("did you mean `door_open`?" in error.message for error in found)


def test_a_text_that_was_copied_is_found_and_a_shared_one_is_meant(check: Check) -> None:
    text = "It is long, and grey, and somebody has written a name on it that is not theirs."
    oar = f"  oar: {{name: oar, at: quay, description: '{text}'}}\n"
    pole = f"  pole: {{name: pole, at: quay, description: '{text}'}}\n"
    (found,) = check(f"items:\n{oar}{pole}")
    assert (found.kind, found.line) == ("twice", 3)
    shared = (
        "items:\n" + oar.replace("description: ", "description: &it ") + pole.replace(f"'{text}'", "*it ")
    )
    assert check(shared) == []


def test_what_somebody_tells_whoever_asks_can_be_learnt(check: Check) -> None:
    mate = "characters: {bo: {name: Bo, persona: x, description: x, at: quay, knows: secret}}\n"
    found = check(ending("knows: secret") + mate + "facts: {secret: {text: x}}\n")
    assert not any("learn" in error.message or "can never come" in error.message for error in found)


def test_what_somebody_hides_need_not_be_learnt(check: Check) -> None:
    mate = "characters: {bo: {name: Bo, persona: x, description: x, at: quay, hides: secret}}\n"
    assert not any("learn" in error.message for error in check(mate + "facts: {secret: {text: x}}\n"))
    assert any("learn" in error.message for error in check("facts: {secret: {text: x}}\n"))


def test_a_tag_of_ones_own_is_no_misspelt_one(check: Check) -> None:
    tags = "items: {dime: {name: dime, description: x, at: quay, tags: [%s]}}\n"
    assert [error.hint for error in check(tags % "coin") if "the tag" in error.message] == [
        "name it in a rule's `with` or `on`, or drop it"
    ]
    assert [error.hint for error in check(tags % "wepon") if "the tag" in error.message] == [
        "did you mean `weapon`? else name it in a rule's `with` or `on`, or drop it"
    ]


def test_a_folder_of_several_worlds_is_said_to_be_one(tmp_path: Path) -> None:
    for name in ("mill", "inn"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "world.yaml").write_text(f"title: {name}\n", encoding="utf-8")
    (error,) = check_world(tmp_path)
    assert "several worlds: inn, mill" in error.message
    assert error.hint.endswith("inn")


def test_no_small_word_of_the_language_is_taken_for_a_secret() -> None:
    """`worlds` imports nothing of the game, and has a list of its own."""
    assert {word for word in SMALL_WORDS if len(word) >= prose._SHORTEST} <= prose._SMALL_WORDS
