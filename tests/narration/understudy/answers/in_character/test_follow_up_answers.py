"""Whoever is asked about their own last words goes on with them, or stands by them: no random line, nothing twice."""

from __future__ import annotations

from tests.casekit import cases
from tests.narration.understudy.conversations import LIGHTHOUSE
from tests.narration.understudy.test_conversations import talk


@cases
def test_their_own_words_said_back_are_answered_by_them(
    folder: str, place: str, who: str, first: str, words: str
) -> None:
    one = talk(folder, place, who)
    before = one.say(first)
    again = one.say(words)
    assert again.startswith(f"{who}: ")
    assert again != before
    assert set(one.sources) <= {"follow_up", "discuss"}, (again, one.sources)


def test_a_thing_is_said_over_once_and_then_that_it_was_said() -> None:
    one = talk(LIGHTHOUSE, "store", "jory")
    first = one.say("Jory, what's the matter with the mugs?").removeprefix("jory: ")
    told = [one.say("Jory, what about the mugs?") for _ in range(6)]
    assert sum(first[:40] in said for said in told) <= 1, told
    assert all(said.startswith("jory: ") for said in told)
