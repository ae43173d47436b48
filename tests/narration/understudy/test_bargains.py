"""Bargains: both sides are said back by whoever they are put to."""

from __future__ import annotations

from gamemaster.language.talk.bargains import Terms, terms_of
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Answer, Discuss
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.narration.understudy.conversations import LONG_NIGHT
from tests.scenekit import scene, state_at
from tests.worldkit import world_at
from worlds.schema import PLAYER, Condition, Line

FORD = "tests/worlds_small/ford"


@cases
def test_both_sides_of_a_bargain_are_turned_to_who_says_them(words: str, offered: str, asked: str) -> None:
    assert terms_of(words.split(), frozenset({"Ulf"})) == Terms(offered, asked)


@cases
def test_what_is_no_bargain_has_no_terms(words: str) -> None:
    assert terms_of(words.split()) is None


@cases
def test_whoever_is_made_an_offer_names_what_is_offered(words: str) -> None:
    world = world_at(LONG_NIGHT)
    state = new_story(world, seed=1)
    assert state.place == "shore"
    played = play(world, state, words)
    assert [intent.verb for intent in played.outcome.intents] == ["bargain"]
    assert "mend my boat" in " ".join(span.text for span in played.spans if span.speaker == "ivar")


def test_a_threat_is_no_offer() -> None:
    world = world_at(LONG_NIGHT)
    played = play(world, new_story(world, seed=1), "unless you tell me, I will break your stick")
    assert [intent.verb for intent in played.outcome.intents] == ["threaten"]


def smithy(seed: int) -> StoryState:
    state = new_story(world_at(LONG_NIGHT), seed=seed).model_copy(deep=True)
    state.place = state.characters["skeggi"].place = "smithy"
    return state


BRANNIGAN = "tests/worlds_modern/brannigan"
DEAL = "Skeggi, I'll hammer for you if you tell me about Hild"


def test_a_deal_binds_both_sides_and_a_refused_one_neither() -> None:
    world, results = world_at(LONG_NIGHT), set()
    for seed in range(1, 16):
        state = new_story(world, seed=seed).model_copy(deep=True)
        state.place = "hall"
        after = play(world, state, "Ragnhild, I'll work for you tomorrow if you tell me about Ulf").after
        vows = {key: one for key, one in after.promises.items() if key not in world.promises}
        given = {one.by: one.what for one in vows.values()}
        debt = after.characters["ragnhild"].toward(PLAYER).debt
        results.add(bool(given))
        if given:
            assert given == {PLAYER: "to work for her tomorrow", "ragnhild": "to tell you about Ulf"}
        else:
            assert debt == 0, "nothing is owed for a refusal"
    assert results == {True, False}


@cases
def test_the_players_share_of_a_deal_is_done_and_is_no_attack(words: str) -> None:
    world = world_at(LONG_NIGHT)
    dealt = next(after for seed in range(1, 13) if (after := play(world, smithy(seed), DEAL).after).promises)
    played = play(world, dealt, words)
    mine = next(one for one in played.after.promises.values() if one.by == PLAYER)
    assert mine.status == "kept"
    assert played.after.wounds == dealt.wounds
    assert played.after.minutes - dealt.minutes <= 20
    assert any(span.speaker == "skeggi" for span in played.spans)


@cases
def test_what_was_agreed_can_be_asked_at_no_cost(words: str) -> None:
    world = world_at(LONG_NIGHT)
    dealt = next(after for seed in range(1, 13) if (after := play(world, smithy(seed), DEAL).after).promises)
    played = play(world, dealt, words)
    assert "hammer for him" in " ".join(span.text for span in played.spans)
    assert played.after.minutes == dealt.minutes


def test_goods_that_are_no_thing_of_the_world_are_refused_with_the_terms() -> None:
    played = play(
        world_at(LONG_NIGHT), smithy(2), "offer to help him hammer for a while in return for some nails"
    )
    assert not played.after.promises
    assert "nails" in " ".join(span.text for span in played.spans if span.speaker == "skeggi")


@cases
def test_somebody_who_bears_no_grudge_takes_on_what_costs_them_nothing(words: str) -> None:
    state = new_story(world_at(BRANNIGAN), seed=1).model_copy(deep=True)
    state.place = state.characters["gloria"].place = "fourth"
    after = play(world_at(BRANNIGAN), state, words).after
    (given,) = after.promises.values()
    assert (given.by, given.to) == ("gloria", PLAYER)


def test_nobody_pays_for_a_deed_before_it_is_done() -> None:
    world = world_at(BRANNIGAN)
    state = new_story(world, seed=1).model_copy(deep=True)
    state.items["dime"] = PLAYER
    dealt = next(
        after
        for seed in range(1, 13)
        if (after := play(world, state.model_copy(update={"seed": seed}),
                          "otis, i'll give you a dime if you look the other way").after).promises
    )  # fmt: skip
    assert dealt.items["dime"] == PLAYER
    paid = play(world, dealt, "give otis the dime").after
    mine = next(one for one in paid.promises.values() if one.by == PLAYER)
    assert (paid.items["dime"], mine.status) == ("otis", "kept")


@cases
def test_a_yes_or_no_to_what_was_offered_is_no_news(words: str) -> None:
    played = play(world_at(LONG_NIGHT), smithy(1), words)
    assert [intent.verb for intent in played.outcome.intents] == ["tell"]
    answers = [change for change in played.outcome.changes if isinstance(change, Answer)]
    assert answers, "they say something to it"
    assert not any("hadn't heard" in text or "News" in text for one in answers for text in one.texts)


def test_half_of_a_thing_is_not_all_of_it() -> None:
    world = world_at("tests/worlds_modern/deck_nine")
    state = new_story(world, seed=1).model_copy(deep=True)
    state.place = state.characters["bo"].place = "corridor"
    for words in ("give bo half my ration bar", "here is half my ration bar, bo"):
        state.items["ration"] = PLAYER
        assert play(world, state, words).after.items["ration"] == PLAYER


@cases
def test_nobody_strikes_a_bargain_to_tell_what_they_have_no_line_for(words: str) -> None:
    world = world_at("tests/worlds_modern/brannigan")
    for seed in range(1, 6):
        state = new_story(world, seed)
        state.place = state.characters["gloria"].place = "ninth"
        played = play(world, state, words)
        assert [intent.verb for intent in played.outcome.intents] == ["bargain"]
        assert "come to terms" not in " ".join(span.text for span in played.spans)
        assert not played.after.promises


@cases
def test_what_is_offered_for_leave_to_do_it_is_no_bargain(words: str) -> None:
    world = world_at(LONG_NIGHT)
    played = play(world, new_story(world, seed=1), f'"{words}"')
    assert "bargain" not in [intent.verb for intent in played.outcome.intents]


@cases
def test_what_friends_do_takes_no_time_and_no_thing(words: str) -> None:
    world = world_at(LONG_NIGHT)
    before = play(world, new_story(world, seed=1), "hello Ivar").after
    after = play(world, before, words).after
    assert after.minutes - before.minutes <= 1
    assert after.items == before.items
    assert after.characters["ivar"].disposition == before.characters["ivar"].disposition


def agreed_on(words: str) -> StoryState:
    """A story in which Ulf, in the yard, has agreed to just these terms."""
    world = world_at(LONG_NIGHT)
    yard = scene(LONG_NIGHT, "yard", "ulf")
    seeds = (play(world, yard.model_copy(update={"seed": seed}), words).after for seed in range(1, 20))
    return next(after for after in seeds if after.promises)


TERMS = "if you open that storehouse for me i'll tell you what really sank our nerve"


def test_terms_named_the_other_way_round_are_told_with_the_sides_right() -> None:
    told = play(world_at(LONG_NIGHT), agreed_on(f'"{TERMS}"'), "what did we agree on?").spans[0].text
    assert told == (
        "Ulf promised you to open that storehouse for you. You promised Ulf to tell him what really sank your nerve."
    )


@cases
def test_what_was_to_be_told_is_paid_by_telling_it(words: str) -> None:
    turn = play(world_at(LONG_NIGHT), agreed_on(f'"{TERMS}"'), words)
    mine = next(one for one in turn.after.promises.values() if one.by == PLAYER)
    assert mine.status == "kept"
    assert turn.ruling.minutes <= 5


@cases
def test_whoever_has_not_been_told_yet_says_what_is_missing(words: str) -> None:
    turn = play(world_at(LONG_NIGHT), agreed_on(f'"{TERMS}"'), words)
    said = " ".join(span.text for span in turn.spans if span.speaker == "ulf")
    assert "tell me what really sank your nerve" in said
    assert all(one.status == "open" for one in turn.after.promises.values())


@cases
def test_help_that_hangs_on_something_is_a_bargain_and_no_deed(words: str) -> None:
    played = play(world_at(FORD), state_at(FORD, "alehouse"), words)
    assert [intent.verb for intent in played.outcome.intents] == ["bargain"]


def test_who_was_helped_as_agreed_tells_what_was_agreed() -> None:
    world = world_at(FORD)
    played = play(world, state_at(FORD, "alehouse"), "I'll help you with the barrels if you tell me what you know")
    (deal,) = [one for name, one in played.after.promises.items() if name.endswith("_deal")]
    assert (deal.by, deal.status) == ("halla", "open")
    played.after.turn += 1
    paid = play(world, played.after, "help Halla with the barrels")
    assert {one.status for one in paid.after.promises.values()} == {"kept"}
    assert any(isinstance(one, Discuss) and one.who == "halla" for one in paid.outcome.changes)


def test_what_somebody_may_not_speak_of_yet_is_not_for_sale() -> None:
    world = world_at(FORD)
    halla = world.characters["halla"]
    first = next(iter(halla.topics.values()))
    shut = first.model_copy(
        update={"names": ("the drowning",), "when": Condition(has=("mead",)), "else_": (Line(text=("No.",)),)}
    )
    person = halla.model_copy(update={"topics": {**halla.topics, first.id: shut}})
    closed = world.model_copy(update={"characters": {**world.characters, "halla": person}})
    words = "Halla, I'll help you with the barrels if you tell me about the drowning"
    played = play(closed, state_at(FORD, "alehouse"), words)
    assert not played.after.promises
