"""Questions to people about themselves: nobody is ignorant of their own life, and nobody answers beside it."""

from __future__ import annotations

from tests.casekit import cases
from tests.narration.understudy.conversations import INN, LIGHTHOUSE, LONG_NIGHT
from tests.narration.understudy.test_conversations import talk


@cases
def test_what_nobody_wrote_of_a_life_is_kept_back_and_is_no_ignorance(
    folder: str, place: str, who: str, words: str
) -> None:
    one = talk(folder, place, who)
    answer = one.say(words)
    assert answer.startswith(f"{who}: ")
    assert one.sources[0] in ("reply", "feeling", "discuss"), answer
    assert "know" not in answer.split("?")[0]


@cases
def test_what_a_persona_says_is_the_answer(
    folder: str, place: str, who: str, words: str, answer: str
) -> None:
    assert answer in talk(folder, place, who).say(words)


def test_family_is_what_a_writer_gave_them() -> None:
    assert "discuss" in _sources(LONG_NIGHT, "smithy", "skeggi", "Skeggi, have you got a wife?")
    assert "discuss" in _sources(LIGHTHOUSE, "store", "jory", "Are you engaged, Jory?")
    assert "discuss" not in _sources(INN, "gate", "bishr", "Bishr, have you got a sister?")


def _sources(folder: str, place: str, who: str, words: str) -> list[str]:
    one = talk(folder, place, who)
    assert one.say(words)
    return one.sources


@cases
def test_several_questions_running_get_no_line_twice(who: str) -> None:
    one = talk(LONG_NIGHT, "hall", who)
    name = one.world.characters[who].name
    for words in (f"{name}, what happens in the spring?", "who built the church at Nidaros?",
                  "what is the price of salt?",
                  "did you ever learn to swim?", "who was king before this one?", "do you like music?"):  # fmt: skip
        one.say(words)
    said = [line.partition(": ")[2] for line in one.said]
    assert len(said) >= 5
    assert len(set(said)) == len(said)


def test_an_offer_is_taken_and_a_remark_asked_after_is_no_topic() -> None:
    one = talk(LIGHTHOUSE, "kitchen", "tallack")
    one.say("Shall I bring you a blanket, sir?")
    assert one.sources == ["reply"]
    one.say("is that a yes?")
    assert one.said[-1].startswith("tallack: ")
    assert one.sources == ["reply"]


def test_a_question_and_a_remark_get_the_answer_to_the_question() -> None:
    one = talk(INN, "stable", "layla")
    one.say("What are you doing there? It looks like hard work to me.")
    assert one.sources == ["reply"]


def test_what_nobody_wrote_is_kept_back_in_other_words_each_time() -> None:
    one = talk(INN, "yard", "farrokh")
    for words in (
        "Farrokh, do you snore?",
        "what do you dream of?",
        "were you ever rich?",
        "do you like your work?",
    ):
        one.say(words)
    assert len(one.said) == 4
    assert len(set(one.said)) == 4


@cases
def test_whoever_is_asked_for_news_says_what_they_have_to_say(
    folder: str, place: str, people: str, words: str
) -> None:
    one = talk(folder, place, people)
    assert one.say(words)
    assert one.sources == ["discuss"]


def test_who_somebody_is_anybody_who_lives_with_them_can_say() -> None:
    assert "silk merchant" in talk(INN, "gate", "bishr").say("Bishr, who is Sabbas?")


def test_courtesy_before_a_question_is_no_deed() -> None:
    for words in (
        "I beg your pardon, sir, where is the gramophone?",
        "Excuse me, Mr Tallack, what is the hour?",
    ):
        one = talk(LIGHTHOUSE, "kitchen", "tallack")
        bond = one.state.characters["tallack"].toward("player")
        one.say(words)
        assert one.state.characters["tallack"].toward("player") == bond
        assert not {"use", "attempt"} & set(one.sources), words


def test_a_question_and_then_whom_to_ask_is_one_question() -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild", "ulf")
    one.say("what is the knocking? ask Ulf")
    assert one.sources == ["discuss"]
    assert one.said[0].startswith("ulf: ")


def test_whoever_is_not_here_is_asked_nothing_and_nobody_else_answers() -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    one.state.characters["skeggi"].met = True
    one.say("Skeggi, are you awake?")
    assert one.last is not None
    assert [op.who for op in one.last.outcome.changes if op.op in ("discuss", "answer")] == ["skeggi"]


def test_leave_is_asked_of_whom_one_talks_with() -> None:
    one = talk(INN, "kitchen", "nuha")
    one.say("Good evening, Nuha.")
    one.say("might I see the water book?")
    assert one.said[-1].startswith("nuha: ")


def test_an_assurance_is_no_flattery_and_no_silence() -> None:
    one = talk(INN, "kitchen", "nuha")
    one.say("Good evening, Nuha.")
    for words in ("you can trust me", "I won't breathe a word of it."):
        one.say(words)
        assert one.sources[0] in ("reaction", "manners"), words


@cases
def test_what_is_proposed_or_wished_to_somebody_is_done_by_nobody(words: str) -> None:
    one = talk(INN, "kitchen", "nuha")
    before = one.state.minutes
    one.say(words)
    assert one.state.minutes - before <= 5
    assert {"answer", "greet", "discuss"} >= set(one.sources) - {"reaction", "reply"}
