"""What those who were there keep of a turn, and what they do not."""

from __future__ import annotations

from gamemaster.memory.witnessing import Turn, invalidated_by, meetings_of, memories_of
from gamemaster.narration.understudy.answers.in_character.recollection import recollection, to_the_player
from gamemaster.narration.understudy.answers.in_character.speech_answers import answer_instead
from gamemaster.narration.understudy.promises import promise_in
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Discuss, Happening, Heal, Intent, Memory, Outcome, Ruling, Take
from gamemaster.rules.referee import open_turn
from gamemaster.rules.state import Recalled, Span, StoryState, digest
from npcs.hearsay import Meeting, may_tell
from tests.worldkit import act, begin, sample
from worlds.schema import Line


def play_turn(words: str, state: StoryState | None = None, *, spans: tuple[Span, ...] | None = None) -> Turn:
    """A turn of the sample world, told to its end, or as far as `spans`."""
    before = begin() if state is None else state
    turn = play(sample(), before, words)
    told = tuple(turn.spans) if spans is None else spans
    return Turn(sample(), before, turn.after, turn.outcome, turn.ruling, told, cut=spans is not None)


def memories_by_owner(turn: Turn) -> dict[str, list[str]]:
    """What each keeps of the player's doing; remarks about the weather are left out."""
    found: dict[str, list[str]] = {}
    for memory in memories_of(turn):
        if "player" in memory.people:
            found.setdefault(memory.owner, []).append(memory.text)
    return found


def test_those_who_stand_by_see_a_thing_taken_and_know_where_it_is_no_longer() -> None:
    turn = play_turn("take the key")
    memories = [memory for memory in memories_of(turn) if memory.people == ("player",)]
    assert {memory.owner for memory in memories} == {"mara", "well_keeper"}
    assert all("the stranger take" in memory.text and "key" in memory.text for memory in memories)
    assert all(
        (memory.place, memory.people, memory.source) == ("yard", ("player",), "saw") for memory in memories
    )
    assert [(one.about, one.owners) for one in invalidated_by(turn)] == [
        ("item:key", ["mara", "well_keeper"])
    ]


def test_who_is_elsewhere_or_dead_or_kept_from_seeing_remembers_nothing() -> None:
    state = begin()
    state.characters["mara"].place = "mill"
    state.characters["well_keeper"].alive = False
    assert memories_by_owner(play_turn("take the key", state)) == {}
    hidden = begin(flags={"hidden": 0})
    assert memories_by_owner(play_turn("take the key", hidden)) == {}


def test_who_sleeps_perceives_only_what_is_done_to_them() -> None:
    world = sample().model_copy(deep=True)
    for movement in world.characters["mara"].movements:
        object.__setattr__(movement, "asleep", True)
    state = begin(minutes=0)
    state.characters["mara"].place = "loft"
    state.characters["well_keeper"].place = state.place = "loft"
    state.items["key"] = "loft"
    turn = play(world, state.model_copy(update={"minutes": 5 * 60}), "take the key")
    owners = {
        memory.owner for memory in memories_of(Turn(world, state, turn.after, turn.outcome, turn.ruling, ()))
    }
    assert "well_keeper" in owners
    assert "mara" not in owners


def test_what_is_said_to_one_is_heard_by_the_others() -> None:
    texts = memories_by_owner(play_turn("tell mara that the boy stole the bread"))
    assert texts["mara"][0] == "The stranger told me that the boy stole the bread."
    assert texts["well_keeper"][0] == "I heard that the stranger told Mara that the boy stole the bread."
    assert len(texts["mara"]) == 1, "her shrug is nothing to remember"
    assert memories_by_owner(play_turn("ask mara about the mill"))["mara"] == [
        'I told the stranger: "It stopped."'
    ]


def test_words_that_nobody_heard_were_not_spoken() -> None:
    whole = play(sample(), begin(), "ask old wen about the wolf")
    said = next(span.text for span in whole.spans if span.kind == "speech")
    heard_all = memories_by_owner(play_turn("ask old wen about the wolf"))
    assert any(said in text for text in heard_all["well_keeper"])
    cut = (Span(kind="speech", speaker="well_keeper", text=said[:8]),)
    half = memories_by_owner(play_turn("ask old wen about the wolf", spans=cut))
    assert half["well_keeper"] == [f'I told the stranger: "{said[:8].strip()}"']
    assert memories_by_owner(play_turn("ask old wen about the wolf", spans=())) == {}


def test_a_deed_is_remembered_although_its_telling_was_cut() -> None:
    assert set(memories_by_owner(play_turn("take the key", spans=()))) == {"mara", "well_keeper"}


def test_a_model_may_say_what_those_present_keep() -> None:
    ruled = act(begin(), Take(item="key"))
    ruling = ruled.ruling.model_copy(
        update={"memories": (Memory(who="mara", what="They have quick hands.", importance=9),)}
    )
    (mine, *_) = sorted(
        memories_of(Turn(sample(), begin(), ruled.after, Outcome(), ruling, ())), key=lambda m: -m.importance
    )
    assert (mine.owner, mine.text, mine.importance) == ("mara", "They have quick hands.", 9)


def test_the_one_who_was_tended_knows_it_otherwise_than_who_looked_on() -> None:
    state = begin()
    state.characters["mara"].wounds = 2
    ruled = act(state, Heal(who="mara"))
    texts = memories_by_owner(Turn(sample(), state, ruled.after, Outcome(), ruled.ruling, ()))
    assert texts == {
        "mara": ["The stranger tended my wounds."],
        "well_keeper": ["I saw the stranger tend Mara."],
    }


def test_identifiers_are_the_same_each_time_and_one_s_own() -> None:
    first, second = (memories_of(play_turn("tell mara that i took the key")) for _ in range(2))
    assert first == second
    assert len({memory.id for memory in first}) == len(first)


def test_tales_travel_where_people_come_together() -> None:
    before, after = begin(), begin()
    before.characters["boy"].place = "mill"
    after.characters["boy"].place = "yard"
    pairs = {frozenset((met.one, met.other)) for met in meetings_of(sample(), before, after)}
    assert pairs == {frozenset(("boy", "mara")), frozenset(("boy", "well_keeper"))}
    assert meetings_of(sample(), before, before) == []
    after.characters["boy"].alive = False
    assert meetings_of(sample(), before, after) == []


def test_who_has_no_words_neither_tells_nor_answers() -> None:
    silent = (
        sample()
        .characters["mara"]
        .model_copy(
            update={
                "greeting": (Line(text=("*She looks up.",)),),
                "remarks": (),
                "unknown": (),
                "farewell": (),
                "topics": {},
            }
        )
    )
    world = sample().model_copy(update={"characters": {**sample().characters, "mara": silent}})
    before, after = begin(), begin()
    before.characters["boy"].place = "mill"
    after.characters["boy"].place = "yard"
    assert [(met.one, met.other) for met in meetings_of(world, before, after)] == [("boy", "well_keeper")]
    asked = Discuss(who="mara", topic="who took the lantern")
    memory = recall_of("I saw the stranger take the lantern.")
    draft = open_turn(world, begin(), Outcome(), roll_for(1, 1))
    assert answer_instead(draft, asked, Intent(verb="ask"), asked.topic, [memory]) == [asked]


def test_promises_are_read_from_the_player_s_words() -> None:
    def what(words: str) -> tuple[str, str | None] | None:
        made = promise_in(sample(), "mara", words)
        return (made.what, made.item) if made is not None else None

    assert what("i promise to bring you the bread") == ("to bring them the bread", "bread")
    assert what("promise mara that i will keep quiet") == ("to keep quiet", None)
    assert what("Mara, I swear I will never tell") == ("not to tell", None)
    assert what("i promise") is None
    assert what("promise her the moon") is None


def test_a_promised_thing_that_is_brought_keeps_the_promise() -> None:
    promised = play(
        sample(), begin(items={**begin().items, "bread": "player"}), "promise mara to bring her the bread"
    )
    (name,) = promised.after.promises
    assert promised.after.promises[name].status == "open"
    given = play(sample(), promised.after, "give the bread to mara")
    assert given.after.items["bread"] == "mara"
    assert given.after.promises[name].status == "kept"
    turn = Turn(sample(), promised.after, given.after, given.outcome, given.ruling, tuple(given.spans))
    assert any("kept a promise to me" in text for text in memories_by_owner(turn)["mara"])


def recall_of(text: str, owner: str = "mara") -> Recalled:
    return Recalled(id="1-mara-0", owner=owner, text=text, minute=5)


def test_somebody_who_is_asked_tells_what_they_remember_and_nothing_else() -> None:
    def answer(words: str, *memories: Recalled) -> str:
        operation = Discuss(who="mara", topic=words)
        found = recollection(sample(), operation, words, memories)
        return getattr(found, "text", "")

    seen = recall_of("I saw the stranger take the lantern.")
    assert answer("did you see who took the lantern", seen) == "I saw you take the lantern."
    told = recall_of('Hild told me: "I saw the stranger take the lantern."')
    assert answer("who took the lantern", told) == "Hild told me: 'I saw the stranger take the lantern.'"
    assert answer("do you like cheese", seen) == ""
    rain = recall_of("I heard the rain come.")
    assert answer("mara, what have you heard about me?", rain, seen) == "I saw you take the lantern."
    assert answer("mara, what do you know about me?", rain) == ""
    assert answer("mara, can you hear me?", seen) == ""
    assert answer("who took the lantern", recall_of(seen.text, owner="well_keeper")) == ""
    assert answer("mill", seen) == "", "what was written for them comes first"


def test_nobody_hears_what_is_said_to_somebody_who_is_not_there() -> None:
    state = begin()
    state.characters["mara"].place = "mill"
    outcome = Outcome(intents=(Intent(verb="tell", objects=("mara",), words="tell mara that it burns"),))
    ruled = act(state)
    assert memories_by_owner(Turn(sample(), state, ruled.after, outcome, ruled.ruling, ())) == {}


def test_a_lie_is_known_to_the_liar_alone() -> None:
    state = begin()
    state.facts["sand"] = 1
    turn = play_turn("ask mara about the boy", state)
    mine = next(memory for memory in memories_of(turn) if memory.owner == "mara")
    assert (mine.text, mine.about) == ('I lied to the stranger: "He did nothing."', "secret:lie")
    kept = Recalled(id=mine.id, owner="mara", text=mine.text, minute=mine.minute, about=mine.about)
    asked = Discuss(who="mara", topic="nothing done")
    assert recollection(sample(), asked, "mara, who did nothing?", [kept]) is None
    assert not may_tell(Meeting("mara", "boy", 9, 9, "yard"), mine, ())


def test_what_is_told_of_somebody_is_not_what_they_said() -> None:
    growl = Happening(kind="remark", who="mara", wordings=("*Mara growls.",), seen_by=("well_keeper",))
    turn = Turn(sample(), begin(), begin(), Outcome(), Ruling(happenings=(growl,)), ())
    assert memories_of(turn) == []


def test_who_says_what_they_remember_remembers_no_more_for_it() -> None:
    said = Happening(
        kind="recollected", who="mara", wordings=("I saw you.",), seen_by=("mara", "well_keeper")
    )
    turn = Turn(sample(), begin(), begin(), Outcome(), Ruling(happenings=(said,)), ())
    assert [memory.owner for memory in memories_of(turn)] == ["well_keeper"]


def test_what_others_said_at_length_is_told_by_what_it_was_about() -> None:
    world = sample()
    long = 'I heard Old Wen tell the stranger: "They say that the wolf lies up in the wood and waits for the miller."'
    assert to_the_player(long, world) == "I heard Old Wen tell you something about the wolf."
    short = 'The stranger told me: "The mill burns."'
    assert to_the_player(short, world) == "You told me: 'The mill burns.'"


def test_a_memory_is_not_told_twice_in_the_same_words() -> None:
    seen = recall_of("I saw the stranger take the lantern.")
    operation = Discuss(who="mara", topic="who took the lantern")
    first = recollection(sample(), operation, operation.topic, [seen])
    assert first is not None
    assert recollection(sample(), operation, operation.topic, [seen], {digest(first.text): 1}) is None
