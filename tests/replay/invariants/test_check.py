"""Invariants: quiet on what both worlds' authors wrote, whatever is typed; loud on faults, in words of any kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gamemaster.authoring.explore import bot_for
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import name_words, nouns_of
from gamemaster.narration.critic.leaks import secrets_of
from gamemaster.narration.critic.told_turn import ToldTurn, sentences_of
from gamemaster.narration.options import EARLIER_TURNS
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.play.opening import begin, opening_spans
from gamemaster.replay.invariants.check import KINDS, violations_of
from gamemaster.replay.run import Violation
from gamemaster.rules.dice import choose, percent
from gamemaster.rules.proposal import CheckMade, Happening, Move, Rejection, Ruling, Take
from gamemaster.rules.reach import in_reach, is_open
from gamemaster.rules.state import Promise, Span, StoryState
from tests.worldkit import ROOT, world_at
from worlds.rules import all_rules
from worlds.schema import PLAYER, World

LIGHTHOUSE, LONG_NIGHT = "worlds/lighthouse", "worlds/long_night"


# ---- quiet ----


def inputs_for(world: World) -> list[str]:
    """What people have typed into this world, as its tests keep it."""
    files = sorted((ROOT / "tests/inputs").glob(f"{world.id}*.jsonl"))
    return [json.loads(line)["input"] for file in files for line in file.read_text().splitlines()]


def stories(world: World, count: int, *, typing: int) -> Iterator[list[tuple[str, StoryState, Played]]]:
    """Stories by the explorers' bots, of whose inputs so many percent are what people typed."""
    inputs = inputs_for(world)
    for run in range(count):
        _, bot = bot_for(world, run)
        state, last = begin(world, 7_000_000 + run), None
        turns: list[tuple[str, StoryState, Played]] = []
        while state.ended is None and state.turn < 50:
            words = bot.next(world, state, last)
            if percent(state.seed, state.turn, "typed") < typing:
                words = choose(inputs, state.seed, state.turn, "input")
            last = play(world, state, words)
            turns.append((words, state, last))
            state = last.after
        yield turns


@pytest.mark.slow
@pytest.mark.parametrize("folder", [LIGHTHOUSE, LONG_NIGHT])
@pytest.mark.parametrize("typing", [0, 80])
def test_authored_text_breaks_none(folder: str, typing: int) -> None:
    world = world_at(folder)
    played, found = 0, []
    for story in stories(world, 14, typing=typing):
        earlier = ["\n".join(span.text for span in opening_spans(world, story[0][1].seed))]
        for words, before, turn in story:
            told = ToldTurn(
                world, before, turn.after, turn.ruling, words, turn.spans, tuple(earlier[-EARLIER_TURNS:])
            )
            found += [(words, violation) for violation in violations_of(told)]
            earlier.append(told.text)
            played += 1
    assert played > 400
    assert found == []


# ---- loud ----


def narration(*texts: str) -> list[Span]:
    return [Span(kind="narration", text=text) for text in texts]


def says(who: str, text: str) -> list[Span]:
    return [Span(kind="speech", speaker=who, text=text)]


def state_of(
    folder: str, place: str, *, here: tuple[str, ...] = (), dead: tuple[str, ...] = ()
) -> StoryState:
    """The beginning of a story, with the player at a place and some of the people with them."""
    state = begin(world_at(folder), 5).clone()
    state.place = place
    for who in (*here, *dead):
        state.characters[who].place, state.characters[who].alive = place, who not in dead
    return state


def find_violations(
    folder: str, before: StoryState, spans: list[Span], ruling: Ruling | None = None, **fields: Any
) -> list[Violation]:
    after = fields.pop("after", None)
    if after is None:
        after = before.clone()
        after.turn += 1
    given = {"words": "x", **fields}
    return violations_of(ToldTurn(world_at(folder), before, after, ruling or Ruling(), spans=spans, **given))


def kinds(*args: Any, **fields: Any) -> set[str]:
    return {violation.kind for violation in find_violations(*args, **fields)}


KITCHEN = state_of(LIGHTHOUSE, "kitchen", here=("tallack",))
HALL = state_of(LONG_NIGHT, "hall", here=("ragnhild", "ulf"))


@pytest.mark.parametrize(("folder", "before", "text"), [
    (LIGHTHOUSE, KITCHEN, "You take the gold pocket watch and listen to it."),
    (LIGHTHOUSE, KITCHEN, "With the winding key in your hand you climb on."),
    (LIGHTHOUSE, KITCHEN, "You reach up and lift down the torn page."),
    (LIGHTHOUSE, KITCHEN, "You slip the winding key into your oilskin."),
    (LIGHTHOUSE, KITCHEN, "You quietly pocket the wireless valve, and nobody sees."),
    (LIGHTHOUSE, KITCHEN, "You blow the tin whistle. You light the spare mantle."),
    (LONG_NIGHT, HALL, "You swing Orm's axe at the bench."),
    (LONG_NIGHT, HALL, "You draw Ketil's sword and hold it to the light."),
    (LONG_NIGHT, HALL, "The second key is now yours."),
    (LONG_NIGHT, HALL, "The reckoner's knife lies at your feet, and you take it."),
    (LONG_NIGHT, HALL, "From under your coat you draw the reckoner’s knife."),
    (LIGHTHOUSE, KITCHEN, "Dilys Pryce looks up from the table and smiles."),
    (LIGHTHOUSE, KITCHEN, "Behind you the door goes, and Jory hands you a mug."),
    (LONG_NIGHT, HALL, "Skeggi nods at you across the fire, and Groa slowly rises."),
])  # fmt: skip
def test_things_and_people_from_nowhere(folder: str, before: StoryState, text: str) -> None:
    assert "from_nowhere" in kinds(folder, before, narration(text))


@pytest.mark.parametrize(("folder", "before", "text"), [
    (LIGHTHOUSE, KITCHEN, "You take the gramophone record under your arm."),
    (LIGHTHOUSE, KITCHEN, "You are in the lantern room now, among the lenses."),
    (LIGHTHOUSE, KITCHEN, "You climb to the gallery, and the wind takes your cap."),
    (LIGHTHOUSE, KITCHEN, "A minute later you stand on the gallery."),
    (LIGHTHOUSE, KITCHEN, "You come out onto the landing."),
    (LIGHTHOUSE, KITCHEN, "You arrive in the Watch Room, out of breath."),
    (LONG_NIGHT, HALL, "You are in the smithy, and it is warm."),
    (LONG_NIGHT, HALL, "You step out into the yard."),
    (LONG_NIGHT, HALL, "You pick up the wooden horse and give it to the fire. You have the boar spear."),
    (LIGHTHOUSE, KITCHEN, "You fall, and you die."),
    (LIGHTHOUSE, KITCHEN, "It is dark, and you do not have the storm lantern."),
    (LONG_NIGHT, HALL, "You have lost your belt knife. The hall looks at you."),
    (LONG_NIGHT, HALL, "And that is how you are killed.\n\nTHE END"),
])  # fmt: skip
def test_contradictions_of_the_state(folder: str, before: StoryState, text: str) -> None:
    assert "canon" in kinds(folder, before, narration(text))


def test_the_dead_do_not_act_and_do_not_speak() -> None:
    for folder, before, name in (
        (LIGHTHOUSE, state_of(LIGHTHOUSE, "kitchen", dead=("tallack",)), "Tallack"),
        (LONG_NIGHT, state_of(LONG_NIGHT, "hall", dead=("ulf",)), "Ulf"),
    ):
        who = name.lower()
        for text in (
            f"{name} nods gravely.",
            f"{name} gets up and dusts his cuffs.",
            f"{name} is still breathing.",
        ):
            assert "canon" in kinds(folder, before, narration(text)), text
        for text in (
            f"“Wipe your feet,” says {name}.", f"{name} answers that it is late.", f"“Sit,” he says. {name}: “Sit.”",
            f"{name} clears his throat and says, “Two.”", f"“Sit,” {name} whispers.",
        ):  # fmt: skip
            assert "dead_speaks" in kinds(folder, before, narration(text)), text
        assert kinds(folder, before, says(who, "Carry on.")) == {"dead_speaks"}
        assert (
            kinds(folder, before, narration(f"{name} lies where he fell. You remember how {name} laughs."))
            == set()
        )


def test_nobody_speaks_who_is_not_there() -> None:
    assert kinds(LIGHTHOUSE, KITCHEN, says("dilys", "Evening.")) == {"wrong_speaker"}
    assert kinds(LIGHTHOUSE, KITCHEN, says("cobb", "Evening.")) == {"wrong_speaker"}
    assert kinds(LONG_NIGHT, HALL, says("skeggi", "Cold.")) == {"wrong_speaker"}
    for text in ("“Mind the step,” says Dilys.", "Jory whispers: “Not here.”", "“No,” mutters Jory Kemp."):
        assert kinds(LIGHTHOUSE, KITCHEN, narration(text)) == {"wrong_speaker"}, text
    assert kinds(LIGHTHOUSE, KITCHEN, says("tallack", "One: wipe your feet.")) == set()


@pytest.mark.parametrize("kind", ["rejected", "promise_kept", "promise_broken"])
def test_who_is_only_named_in_the_ruling_is_not_there(kind: str) -> None:
    ruling = Ruling(happenings=(Happening(kind=kind, who="dilys"),))
    text = narration("“I have been here all the while,” says Dilys Pryce.")
    assert kinds(LIGHTHOUSE, KITCHEN, text, ruling) == {"wrong_speaker"}
    met = Ruling(happenings=(Happening(kind="arrived", who="dilys"),))
    assert kinds(LIGHTHOUSE, KITCHEN, text, met) == set()


def test_who_has_met_the_player_is_no_stranger() -> None:
    for folder, before, who, name in (
        (LIGHTHOUSE, KITCHEN, "tallack", "Ambrose Tallack"),
        (LONG_NIGHT, HALL, "ulf", "Ulf"),
    ):
        met = before.clone()
        met.characters[who].met = True
        for text in (
            f"My name is {name}.",
            "I don't believe we have met.",
            "Have we met?",
            f"I am {name}, of this place.",
        ):
            assert "canon" in kinds(folder, met, says(who, text)), text
            assert kinds(folder, before, says(who, text)) == set(), "unless they have not met"


REFUSED = (
    (Take(item="pocket_watch"), "You take it."),
    (Take(item="pocket_watch"), "You grab it and tuck it under your arm."),
    (Take(item="pocket_watch"), "It works perfectly."),
    (Move(to="gallery"), "You walk straight through and out into the night."),
    (Move(to="gallery"), "The door gives way and you push inside."),
    (Move(to="gallery"), "You step through it without any trouble."),
)


@pytest.mark.parametrize(("operation", "text"), REFUSED)
def test_what_was_refused_does_not_come_off(operation: Any, text: str) -> None:
    ruling = Ruling(
        rejections=(Rejection(operation=operation, code="blocked", reason="It is not to be had."),),
        happenings=(Happening(kind="rejected", detail={"code": "blocked"}),),
    )
    assert kinds(LIGHTHOUSE, KITCHEN, narration(text), ruling) == {"canon"}
    assert kinds(LIGHTHOUSE, KITCHEN, narration("You reach for it, and cannot."), ruling) == set()


@pytest.mark.parametrize(
    "text", ["You succeed at once.", "It works, and all is well.", "You manage to free the catch."]
)
def test_what_the_dice_denied_does_not_come_off(text: str) -> None:
    made = CheckMade(skill="craft", difficulty=14, d20=3, bonus=2, result="failure")
    ruling = Ruling(checks=(made,), happenings=(Happening(kind="rule_failed"),))
    assert kinds(LIGHTHOUSE, KITCHEN, narration(text), ruling) == {"canon"}
    won = ruling.model_copy(update={"checks": (made.model_copy(update={"result": "success"}),)})
    assert kinds(LIGHTHOUSE, KITCHEN, narration(text), won) == set()


def test_an_authors_words_for_success_are_not_told_of_a_failure() -> None:
    world = world_at(LIGHTHOUSE)
    action = world.characters["tallack"].actions["persuade"]
    rule = next(r for r in all_rules(world) if r.text == action.text)
    failed = CheckMade(skill="tact", difficulty=13, d20=2, bonus=2, result="failure", rule=rule.id)
    ruling = Ruling(checks=(failed,), happenings=(Happening(kind="rule_failed"),))
    text = (
        "You say it quietly, the date first, and he takes it from you as one takes a coat from a guest. He was tired, "
        "he says, and people think that there must be something behind it. He will put his name to it."
    )
    assert kinds(LIGHTHOUSE, KITCHEN, narration(text), ruling) == {"canon"}


def test_wounds_are_not_denied() -> None:
    hurt = KITCHEN.clone()
    hurt.wounds, hurt.turn = 3, hurt.turn + 1
    for text in ("You come out of it without a scratch.", "Luckily you are unhurt."):
        assert kinds(LIGHTHOUSE, KITCHEN, narration(text), after=hurt) == {"canon"}
        assert kinds(LIGHTHOUSE, KITCHEN, narration(text)) == set()


def test_ways_are_as_open_as_they_are() -> None:
    checked = 0
    for folder in (LIGHTHOUSE, LONG_NIGHT):
        world = world_at(folder)
        for place in world.locations.values():
            state = state_of(folder, place.id)
            for way in place.exits:
                names = {n.lower() for n in (way.name, *way.aliases) if n}
                others = {n.lower() for w in place.exits if w is not way for n in (w.name, *w.aliases) if n}
                if way.name is None or names & others:
                    continue
                said, why = ("swings open", "is shut"), f"the way to {way.to}"
                if is_open(world, state, way):
                    said = ("is locked", "is open")
                texts = narration(f"{way.name[0].upper()}{way.name[1:]} {said[0]}.")
                assert f"{why} {said[1]}" in [v.why for v in find_violations(folder, state, texts)], (
                    place.id,
                    way.name,
                )
                checked += 1
    assert checked > 10


@pytest.mark.parametrize(("folder", "text"), [
    (LIGHTHOUSE, "Tallack dozed off on his watch in November 1919, and because the bell ran down the Merrow was lost."),
    (LIGHTHOUSE, "It is Jory who hides the winding key each night, to frighten the old man into letting him go."),
    (LIGHTHOUSE, "Her father, Idris Pryce, was the wireless man of the Merrow."),
    (LONG_NIGHT, "Ulf has been stealing from the stores with a forged seal and hiding it all under the Ring-Goose."),
    (LONG_NIGHT, "Orm saw it, and so Ulf put him down the hole and told everybody that he had walked out drunk."),
    (LONG_NIGHT, "An open ledge leads over the pass; only she and Orm knew it. She marked it with strips of her hood."),
])  # fmt: skip
def test_secrets_are_kept(folder: str, text: str) -> None:
    before = KITCHEN if folder == LIGHTHOUSE else HALL
    assert kinds(folder, before, narration(text)) == {"secret"}
    told = Ruling(happenings=(Happening(kind="beat", wordings=(text,)),))
    assert kinds(folder, before, narration(text), told) == set(), "unless the ruling itself tells it"
    assert kinds(folder, before, narration(text), words=text) == set(), "or the player said it"


def test_a_secret_is_told_word_for_word_however_short_it_is() -> None:
    (secret,) = (one for one in secrets_of(world_at(LONG_NIGHT)).all if one.text == "His name was Hrapp.")
    assert kinds(LONG_NIGHT, HALL, narration(f"It is written there. {secret.text}")) == {"secret"}


@pytest.mark.parametrize("text", [
    "“You took your time,” says Colm.", "“As you like,” Berta says.", "In the corner, Berta nods at you.",
    "“Call me Colm,” says Ulf.", "The others call Ulf Perkin.", "Ulf, whose real name is Perkin, looks up.",
])  # fmt: skip
def test_nobody_has_a_name_that_the_world_does_not_know(text: str) -> None:
    assert kinds(LONG_NIGHT, HALL, narration(text)) == {"canon"}
    assert kinds(LONG_NIGHT, HALL, narration(text), words="call me Colm, Berta or Perkin") == set(), (
        "the player did"
    )
    assert (
        kinds(LONG_NIGHT, HALL, says("ulf", "Christ and Thor know it. I am Norwegian. Leif would say so."))
        == set()
    )


@pytest.mark.parametrize("text", [
    "You never promised Ulf anything.", "You have kept your promise to Ulf.", "You are quit of your word to Ulf.",
    "There was never any promise between you and Ulf.", "You gave Ulf your word, and have made it good.",
])  # fmt: skip
def test_a_promise_that_stands_is_neither_denied_nor_done_with(text: str) -> None:
    before = HALL.clone()
    before.promises["1"] = Promise(by=PLAYER, to="ulf", what="to mend the boat")
    assert kinds(LONG_NIGHT, before, narration(text)) == {"canon"}
    assert kinds(LONG_NIGHT, HALL, narration(text)) == set(), "nothing was promised"
    spoken_of = "You think of what you promised Ulf, and that your word would be kept in time."
    assert kinds(LONG_NIGHT, before, narration(spoken_of)) == set()


@pytest.mark.parametrize("text", [
    "Hild taps you on the shoulder.", "You hear Hild, right behind you.", "Hild has been sitting here all the while.",
    "There in your hand is the psalter.", "Your fingers close on the psalter.", "The psalter lies at your feet.",
])  # fmt: skip
def test_neither_people_nor_things_are_brought_within_reach(text: str) -> None:
    assert kinds(LONG_NIGHT, HALL, narration(text)) == {"from_nowhere"}
    for harmless in ("Hild trusts you.", "Hild is said to fear you.", "You think of the psalter."):
        assert kinds(LONG_NIGHT, HALL, narration(harmless)) == set()


def test_a_thing_named_in_full_is_not_what_shares_its_last_word() -> None:
    """Of whatever the player sees at a place, some has the last word of a far thing's name as one of its own names."""
    world, shared = world_at(LONG_NIGHT), []
    nouns = nouns_of(world)
    for place in world.locations:
        before = state_of(LONG_NIGHT, place)
        reach = in_reach(world, before)
        far = [item for item, where in before.items.items() if item not in reach and where not in reach]
        for item in far:
            name = world.items[item].name.removeprefix("the ")
            *telling, last = name_words(name)
            alike = nouns.whole.get((stem(last),), frozenset()) & reach
            if telling and item in nouns.whole.get((stem(last),), ()) and alike:
                shared.append(f"{item} at {place}")
                lie = narration(f"You look down, and there in your hand is the {name}.")
                assert kinds(LONG_NIGHT, before, lie) == {"from_nowhere"}, shared[-1]
    assert "mittens at pass" in shared
    snow = state_of(LONG_NIGHT, "pass")
    for meant in ("You pull at the mitten.", "You have the red mitten in your hand."):
        assert kinds(LONG_NIGHT, snow, narration(meant)) == set(), "the one in the snow"


def test_the_dead_may_lie_where_they_are() -> None:
    before = HALL.clone()
    before.characters["hild"].alive = False
    assert kinds(LONG_NIGHT, before, narration("Hild lies here, and won't get up.")) == set()
    assert kinds(LONG_NIGHT, before, narration("Hild taps you on the shoulder.")) == {"canon"}


def test_a_learned_fact_may_be_told() -> None:
    knows = KITCHEN.clone()
    knows.facts["jory_stops_bell"] = 1
    text = world_at(LIGHTHOUSE).facts["jory_stops_bell"].text
    assert kinds(LIGHTHOUSE, KITCHEN, narration(text)) == {"secret"}
    assert kinds(LIGHTHOUSE, knows, narration(text)) == set()


@pytest.mark.parametrize("text", [
    "<think>They want tea.</think> You drink.", "You wait. <|im_end|>", '{"op": "take", "item": "tea"}',
    "## Turn 3\nYou wait.", "As an AI, I see a kitchen.", "@tallack: One: sit.", "GM: You sit down.",
    "Okay, so the user wants to sit. You sit.", "```json\nx\n```", "You take {thing}.", "[INST] go [/INST]",
    "The player is in the kitchen, so I should describe it.", "**The Kitchen**\nIt is warm.", "</s>You sit.",
    "Let me think about what happens next.", "I need to narrate the result of the skill check.",
    "Here is the narration: you sit.", "According to the ruling, the door stays shut.", "[Narrator]: You sit.",
    "Based on my instructions you sit.", "- You sit.\n- You stand.\n- You wait.",
])  # fmt: skip
def test_no_markup_and_no_reasoning(text: str) -> None:
    assert "markup" in kinds(LIGHTHOUSE, KITCHEN, narration(text))


@pytest.mark.parametrize("text", [
    "I can't help with that.", "I'm sorry, but I cannot continue this scene.", "I am unable to depict violence.",
    "That would be against my content policy.", "I won't write that.", "I must decline to describe this.",
    "Is there something else I can help you with?", "I’m not comfortable with this request.",
    "We do not create explicit content.",
])  # fmt: skip
def test_a_narrator_does_not_decline(text: str) -> None:
    assert "refusal" in kinds(LIGHTHOUSE, KITCHEN, narration(text))
    quoted = f"“{text}” says Tallack." if "policy" not in text and "explicit" not in text else None
    if quoted is not None:
        assert "refusal" not in kinds(LIGHTHOUSE, KITCHEN, narration(quoted)), "a character may"


@pytest.mark.parametrize("text", [
    "Du nimmst die Laterne vom Haken und gehst langsam die Treppe hinauf, wo der alte Wärter schon auf dich wartet.",
    "Tu prends la lanterne et tu montes lentement les marches, où le vieux gardien t'attend déjà dans le noir.",
    "Tomas la linterna y subes despacio por la escalera, donde el viejo guardián ya te espera en la oscuridad.",
    "Du tar lykten og går sakte opp trappen, der den gamle vokteren allerede venter på deg i mørket.",
    "Ты берёшь фонарь и медленно поднимаешься по лестнице.", "你拿起灯笼，慢慢走上楼梯。",
])  # fmt: skip
def test_the_worlds_language_is_kept(text: str) -> None:
    for folder, before in ((LIGHTHOUSE, KITCHEN), (LONG_NIGHT, HALL)):
        assert kinds(folder, before, narration(text)) == {"language"}


def test_lengths() -> None:
    assert kinds(LIGHTHOUSE, KITCHEN, []) == {"length"}
    assert kinds(LIGHTHOUSE, KITCHEN, narration(" …")) == {"length"}
    assert kinds(LIGHTHOUSE, KITCHEN, [], reason="interrupted") == set(), "the player wanted no more"
    numbers = narration(
        " ".join(f"You look at wave {n} of the sea, which is grey and {n * 7} feet long." for n in range(120))
    )
    assert "length" in kinds(LIGHTHOUSE, KITCHEN, numbers)


FIRST = (
    "You cross to the stove and warm your hands while the fog leans on the window and the clock above the dresser goes "
    "on about its business."
)


def test_repetition() -> None:
    again = FIRST.replace("warm your hands", "rub your palms")
    assert kinds(LIGHTHOUSE, KITCHEN, narration(FIRST, FIRST)) == {"repetition"}
    assert kinds(LIGHTHOUSE, KITCHEN, narration("The fog leans on the glass. " * 8)) == {"repetition"}
    for text in (FIRST, again):
        assert kinds(LIGHTHOUSE, KITCHEN, narration(text), earlier=("Fog.", FIRST, "Rain.")) == {"repetition"}
    given = Ruling(happenings=(Happening(kind="place", wordings=(FIRST,)),))
    assert kinds(LIGHTHOUSE, KITCHEN, narration(FIRST), given, earlier=(FIRST,)) == set(), (
        "the ruling gave it"
    )
    assert kinds(LIGHTHOUSE, KITCHEN, narration(FIRST), earlier=("Fog.", "Rain.")) == set()


@pytest.mark.parametrize("text", [
    FIRST, "You could take the storm lantern, if it were here.", "You look for the winding key, and find nothing.",
    "There is no sign of Dilys. You think of the gallery, and the wind up there.", "“I cannot help you,” says Tallack.",
    "“We must continue,” says Tallack. “Let me see the log. I have to write it down.”",
    "You remember Jory saying that the key was gone.", "Tallack nods. He does not ask why.",
    "You do not take the watch. You try the door, and it holds.", "You hold your storm lantern higher.",
])  # fmt: skip
def test_plain_prose_is_left_alone(text: str) -> None:
    assert find_violations(LIGHTHOUSE, KITCHEN, narration(text)) == []


def test_a_finding_names_its_words() -> None:
    text = "The stove ticks. You take the gold pocket watch. The fog stays."
    (violation,) = find_violations(LIGHTHOUSE, KITCHEN, narration(text))
    assert violation.text == "You take the gold pocket watch."
    assert violation.text in text
    assert violation.kind in KINDS
    assert "pocket_watch" in violation.why


def test_a_quotation_belongs_to_its_sentence() -> None:
    text = 'You say “Hello there. Go!” and leave. He nods. "What?" says Hild. The *Otter* sails.'
    assert [s.text for s in sentences_of(text)] == [
        "You say “Hello there. Go!” and leave.", "He nods.", '"What?" says Hild.', "The *Otter* sails.",
    ]  # fmt: skip
