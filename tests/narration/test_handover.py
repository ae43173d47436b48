"""Taking over in mid-telling: the rest is what was not told, and only those who were met are heard."""

from gamemaster.narration.handover import audible_people, rest_of
from gamemaster.play.opening import begin
from gamemaster.rules.proposal import Happening, Ruling
from gamemaster.rules.state import Span
from tests.worldkit import sample

DRAFT = [
    Span(kind="narration", text="The yard lies under trodden snow, and smoke stands over the mill."),
    Span(kind="speech", speaker="mara", text="There will be more snow tonight."),
    Span(kind="narration", text="Somebody has left a lantern burning."),
]


def test_all_is_told_where_nothing_was() -> None:
    assert rest_of(DRAFT, " ") == DRAFT


def test_only_what_was_not_told_is_told() -> None:
    told = "You stand in the yard under trodden snow. Smoke stands over the old mill."
    assert rest_of(DRAFT, told) == DRAFT[1:]
    assert rest_of(DRAFT, " ".join(span.text for span in DRAFT)) == []


def test_the_dead_and_those_elsewhere_are_not_heard() -> None:
    world, state = sample(), begin(sample(), 1)
    here = state.present()
    assert here
    assert set(audible_people(world, state, state, Ruling())) >= set(here)
    elsewhere = next(who for who, person in state.characters.items() if person.place != state.place)
    assert elsewhere not in audible_people(world, state, state, Ruling())
    came = Ruling(happenings=(Happening(kind="arrived", who=elsewhere),))
    assert elsewhere in audible_people(world, state, state, came)
    dead = state.clone()
    dead.characters[here[0]].alive = False
    assert here[0] not in audible_people(world, dead, dead, Ruling())
