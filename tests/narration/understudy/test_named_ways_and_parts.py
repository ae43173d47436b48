"""What a line names besides its deed: by which way, not which thing, who comes along, where one stays."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Attempt, Intent, Roll
from tests.casekit import cases
from tests.narration.understudy.test_modern_worlds import OFFICE, SHIP, try_out
from tests.scenekit import standing
from tests.worldkit import world_at

LIGHTHOUSE = "worlds/lighthouse"


def places_of(played: Played) -> list[str]:
    return [str(one.place) for one in played.ruling.happenings if one.kind == "entered"]


@cases
def test_a_walk_keeps_to_the_way_that_is_named_and_off_the_one_that_is_not_meant(
    folder: str, setting: str, words: str, through: list[str]
) -> None:
    assert places_of(try_out(folder, setting, words)) == through


@cases
def test_what_is_not_meant_is_not_taken(words: str, thing: str) -> None:
    played = try_out(OFFICE, "lobby", words)
    assert played.after.items[thing] == "player"
    assert played.after.items["pass_key"] == "lobby"


def test_what_is_told_keeps_what_it_denies() -> None:
    spoken = try_out(OFFICE, "lobby", "tell otis it was vic, not me").outcome.intents
    assert [one.objects for one in spoken] == [("otis",)]


@cases
def test_of_two_matters_the_one_that_is_meant_is_asked_about(words: str) -> None:
    (intent,) = try_out(OFFICE, "lobby", words).outcome.intents
    assert (intent.objects, intent.topic) == (("otis",), "eddie")


@cases
def test_a_thing_goes_into_that_which_its_rule_puts_it_in(words: str) -> None:
    assert try_out(OFFICE, "fourth film", words).after.items["loaded_camera"] == "player"


def test_a_thing_that_was_put_wrong_is_put_right() -> None:
    wrong = try_out(OFFICE, "fourth film revolver camera", "put the film in the revolver")
    right = play(world_at(OFFICE), wrong.after, "no no i meant put the film in the CAMERA not the gun")
    assert right.after.items["loaded_camera"] == "player"


@cases
def test_a_question_walks_nowhere(words: str) -> None:
    played = try_out(OFFICE, "fourth", words)
    assert played.after.place == "fourth"
    assert played.after.minutes == standing(OFFICE, "fourth", 5).minutes


def test_a_guess_at_what_is_to_be_looked_at_is_still_a_look() -> None:
    intents = try_out(OFFICE, "fourth", "where's eddie's stuff? maybe the cabinet").outcome.intents
    assert intents[-1].objects == ("cabinet",)


@cases
def test_whoever_comes_when_asked_walks_along(words: str) -> None:
    after = try_out(SHIP, "corridor", words).after
    assert (after.place, after.characters["bo"].place) == ("gardens", "gardens")


@cases
def test_nobody_sets_out_without_whom_they_mean_to_go_with(words: str) -> None:
    played = try_out(LIGHTHOUSE, "store jory", words)
    assert played.after.place == "store"
    assert any(span.speaker == "jory" for span in played.spans)


@cases
def test_company_that_is_bought_or_claimed_comes(words: str) -> None:
    assert try_out(SHIP, "corridor", words).after.characters["bo"].following


def test_half_of_a_thing_is_given_and_the_rest_kept() -> None:
    played = try_out(SHIP, "corridor", "break the ration bar in two and give bo half")
    told = " ".join(span.text for span in played.spans)
    assert played.after.items["ration"] == "player"
    assert "in two" in told
    assert "half" in told


@cases
def test_a_door_is_opened_and_not_gone_through_where_it_is_forbidden(words: str) -> None:
    assert try_out(SHIP, "gardens keycard", words).after.place == "gardens"
    assert try_out(SHIP, "gardens", words).after.place == "gardens"


def test_a_door_that_is_opened_is_gone_through_else() -> None:
    assert try_out(SHIP, "gardens keycard", "open the vault door").after.place == "vault"


def only(played: Played) -> Intent:
    (intent,) = played.outcome.intents
    return intent


@cases
def test_a_threat_looks_for_nobody_whom_it_names(words: str, who: str | None) -> None:
    intent = only(try_out(SHIP, "corridor ines", words))
    assert intent.verb == "threaten"
    assert who in (None, *intent.objects)


@cases
def test_whoever_is_spoken_of_is_not_spoken_to(words: str) -> None:
    spoken = try_out(SHIP, "corridor", words).outcome.intents[-1]
    assert (spoken.verb, spoken.objects) == ("tell", ("bo",))


@cases
def test_a_number_names_what_its_writer_wrote_in_letters(setting: str, words: str, place: str) -> None:
    played = try_out(OFFICE, setting, words)
    assert played.after.place == place
    assert played.outcome.unclear is None


@cases
def test_what_is_no_key_meets_the_writers_words_of_the_lock(words: str) -> None:
    played = try_out(OFFICE, "elevator", words)
    assert any("slot under it for a key" in span.text for span in played.spans)
    assert played.after.items["dime"] == "player"


@cases
def test_a_reason_without_a_subject_puts_nothing_off(words: str) -> None:
    assert try_out(SHIP, "corridor", words).after.items["tape"] == "player"


@cases
def test_what_stands_in_a_book_that_lies_here_is_read(words: str) -> None:
    assert only(try_out(OFFICE, "lobby", words)).objects == ("visitors_book",)


def test_whoever_walks_along_is_not_told_as_they_were_where_they_sat() -> None:
    played = try_out(SHIP, "corridor", "go to the gardens with bo")
    assert "toolbox between" not in " ".join(span.text for span in played.spans)


@cases
def test_a_lock_is_picked_with_its_own_tool_and_no_other(setting: str, words: str, opened: bool) -> None:
    played = play(world_at(OFFICE), standing(OFFICE, setting, 5), words, Roll(d20=(20,)))
    assert ("fire_door" in played.after.flags) == opened
    assert not any(isinstance(one, Attempt) for one in played.outcome.changes)


@cases
def test_what_was_never_given_a_word_to_say_says_none(words: str) -> None:
    played = try_out(SHIP, "gardens", words)
    assert not any(span.speaker == "gus" for span in played.spans)


@cases
def test_a_question_word_is_nobodys_name(words: str) -> None:
    intents = try_out(OFFICE, "lobby", words).outcome.intents
    assert {who for one in intents for who in (*one.objects, one.recipient) if who != "visitors_book"} <= {
        "otis",
        None,
    }


@cases
def test_tobacco_is_had_by_lighting_it(words: str) -> None:
    intent = only(try_out(OFFICE, "fourth cigarettes lighter", words))
    assert (intent.verb, intent.objects) == ("light", ("cigarettes",))


@cases
def test_what_is_to_be_done_while_the_player_is_away_is_asked_of_who_stays(words: str) -> None:
    played = try_out(OFFICE, "fourth", words)
    asked = [one for one in played.outcome.intents if one.verb == "persuade"]
    assert asked[-1].objects == ("gloria",)
    assert "not back" in str(asked[-1].topic)
    assert played.outcome.asides == ()


def test_company_is_asked_for_amid_a_talk_as_before_it() -> None:
    talked = try_out(SHIP, "corridor", "hello bo")
    again = play(world_at(SHIP), talked.after, "bo come with me to the gardens, you promised")
    assert again.after.characters["bo"].following
