"""Inputs of several deeds, gestures and manners: each is done, told in its place, or said not to have been followed."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import play_without_suggestions
from tests.casekit import cases
from tests.scenekit import scene
from tests.worldkit import world_at


@cases
def test_each_part_is_told_in_its_place(
    world: str, place: str, here: str, has: str, words: str, told: list[str]
) -> None:
    played = play_without_suggestions(world_at(world), scene(world, place, here, has), words)
    text = " ".join(span.text for span in played.spans)
    at = [text.find(part) for part in told]
    assert -1 not in at, text
    assert at == sorted(at), text


@cases
def test_what_is_taken_handed_over_or_laid_down_in_passing_goes_where_it_was_said(
    world: str, place: str, here: str, has: str, words: str, thing: str, goes_to: str, ends_at: str
) -> None:
    after = play_without_suggestions(world_at(world), scene(world, place, here, has), words).after
    assert (after.items[thing], after.place) == (goes_to, ends_at)


@cases
def test_what_was_not_followed_is_named(
    world: str, place: str, here: str, has: str, words: str, named: str
) -> None:
    played = play_without_suggestions(world_at(world), scene(world, place, here, has), words)
    asides = [span.text for span in played.spans if span.kind == "aside"]
    assert any(f"“{named}”" in text for text in asides), asides
