"""Answers about a word that was given, and leave that was. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import nouns_of, scope_of
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.forces.statements import Statement, backs_out, is_given_word
from gamemaster.language.talk.pressing import deal_struck, presses, put_before, seals
from gamemaster.language.talk.questions.matters import SMALL_WORDS
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.answers.in_character.answer_sources import (
    gives_leave,
)
from gamemaster.narration.understudy.answers.in_character.line_answers import as_answer
from gamemaster.narration.understudy.answers.in_character.questions import (
    Asked,
)
from gamemaster.narration.understudy.promises import oath_foreseen, promise_in, same_matter
from gamemaster.narration.understudy.reactions import deed_in_their_mouth, reaction
from gamemaster.rules.draft import Draft
from gamemaster.rules.grammatical_person import TO_ME, turn_words
from gamemaster.rules.proposal import (
    Answer,
    Discuss,
    MakePromise,
    Operation,
    SettlePromise,
)
from gamemaster.rules.stances.favours import DEAL, SHARE
from gamemaster.rules.state import digest
from worlds.schema import PLAYER

_LASTING = frozenset(
    {"sleep", "rest", "stay", "lodge", "spend"}
)  # what leave is given for a night, not for now

_TO_LET = "to let you "

_LEAVE = re.compile(
    r"did you (?:not )?(?:just )?(?:say|tell me) (?:that )?(?:i|we) (?:could|can|may|might) (?P<deed>.+)"
)


def leave_given(asked: Asked) -> list[Operation]:
    """That they let the player sleep or stay is their word, and stands."""
    about = asked.question.about
    if asked.question.kind != "may" or not about or about[0] not in _LASTING or not gives_leave(asked):
        return []
    what = f"{_TO_LET}{' '.join(about)}"[:200]
    stands = any(
        (one.by, one.what, one.status) == (asked.who, what, "open") for one in asked.state.promises.values()
    )
    return [] if stands else [MakePromise(by=asked.who, to=PLAYER, what=what)]


def told_as_promised(draft: Draft, who: str) -> Operation | None:
    """What they say who gave their word to tell of something, and are told to: first the player's half, then that."""
    open_now = [one for one in draft.state.promises.values() if one.status == "open"]
    owed = next(
        (one for one in open_now if one.by == who and one.to == PLAYER and one.what.startswith("to tell ")),
        None,
    )
    if owed is None or who not in draft.world.characters:
        return None
    if any(one.by == PLAYER and one.to == who for one in open_now):
        person = draft.world.characters[who]
        return Answer(
            who=who, texts=reply(person, "offered", lambda text: digest(text) in draft.state.told)[:24]
        )
    matter = [word for word in words_of(plain(owed.what))[2:] if word not in ("you", "me", "about", "of")]
    return Discuss(
        who=who, topic=subject_of(scope_of(draft.world, draft.state), who, matter).topic or owed.what[:120]
    )


# Kinds of question that somebody's word answers: "are you staying?", "will you come?", "when do you leave?".
_OF_WHAT_IS_TO_COME = frozenset({"whether", "will", "when", "doing"})


def is_of_their_word(asked: Asked) -> bool:
    """Whether they are asked for what they gave the player their word on."""
    leave = _LEAVE.fullmatch(asked.words)
    about = leave["deed"].split() if leave is not None else asked.question.about
    said = [word for word in about if word not in SMALL_WORDS | {"you", "me"}]
    given = (
        frozenset(words_of(plain(one.what)))
        for one in asked.state.promises.values()
        if (one.by, one.to, one.status) == (asked.who, PLAYER, "open")
        and (leave is not None or not one.what.startswith(_TO_LET))
    )
    return asked.question.kind in _OF_WHAT_IS_TO_COME and any(
        2 * sum(plain_form(word, promised) in promised for word in said) > len(said) for promised in given
    )


_PROMISED = re.compile(
    r"you (?:promised|swore|gave (?:me )?your word|(?P<said>said)(?= (?:that )?you would\b))\b"
    r"(?: (?:me|us|that|to|you would))* ?(?P<what>.*)"
)


def of_a_word_given(asked: Asked, statement: Statement) -> list[Operation] | None:
    """What comes of the player's giving their word without an oath, going back on it, or claiming the other's."""
    said = " ".join(word for word in asked.words.split() if word[0].isalnum())
    open_now = {name: one for name, one in asked.state.promises.items() if one.status == "open"}
    mine = [name for name, one in open_now.items() if (one.by, one.to) == (PLAYER, asked.who)]
    if mine and backs_out(said):
        broken = next((name for name in mine if same_matter(open_now[name].what, said)), None)
        broken = broken or (mine[-1] if _OF_ONES_WORD.search(said) else None)
        if broken is not None:
            answer = as_answer(replace(asked, topic=None), ("reply", asked.replies("word_broken")))
            return [SettlePromise(promise=broken, kept=False), answer]
    if statement.force in ("undertake", "secrecy"):
        given = promise_in(asked.world, asked.who, f"i promise {said}")
        if (oath := oath_foreseen(asked.world, asked.state, asked.who, given)) is not None:
            return [Discuss(who=asked.who, topic=oath)]
    if statement.force == "undertake" and is_given_word(said):
        given = promise_in(asked.world, asked.who, f"i promise {said}")
        known = given is None or any(same_matter(open_now[name].what, given.what) for name in mine)
        answer = as_answer(replace(asked, topic=None), ("reaction", reaction(asked, statement)))
        return [*([] if known or given is None else [given]), answer]
    if (claimed := _PROMISED.fullmatch(said)) is not None:
        theirs = [one for one in open_now.values() if (one.by, one.to) == (asked.who, PLAYER)]
        meant = [one for one in theirs if not claimed["what"] or same_matter(one.what, claimed["what"])]
        if claimed["said"] and not meant:
            return None  # what they said may be told in their own words
        kind = "as_promised" if meant else "never_promised"
        return [as_answer(replace(asked, topic=None), ("reply", asked.replies(kind)))]
    return None


_DID_PROMISE = re.compile(
    r"(?:did|have) you (?:not )?(?:just )?(?:promised?|sw(?:ear|orn)|give(?:n)? (?:me )?your word)\b"
    r"(?: (?:me|us|that|to))* ?(?P<what>.*)"
)


def asked_whether_promised(asked: Asked) -> Operation | None:
    """What they say who are asked whether they gave the player their word."""
    found = _DID_PROMISE.fullmatch(" ".join(word for word in asked.words.split() if word[0].isalnum()))
    if found is None:
        return None
    theirs = [one for one in asked.state.promises.values() if (one.by, one.to) == (asked.who, PLAYER)]
    given = any(not found["what"] or same_matter(one.what, found["what"]) for one in theirs)
    kind = "as_promised" if given else "never_promised"
    return as_answer(replace(asked, topic=None), ("reply", asked.replies(kind)))


def when_sealed(asked: Asked) -> Operation | None:
    """What they say who are asked whether they take an offer that was put to them: "so, do we have a deal?"."""
    said = " ".join(word for word in words_of(asked.words) if word.isalnum())
    return when_pressed(asked) if seals(said) else None


def when_pressed(asked: Asked) -> Operation | None:
    """What they say who are pressed for what they were asked to do before: their word stands, or their refusal."""
    said = " ".join(word for word in words_of(asked.words) if word.isalnum())
    if (deal := deal_struck(asked.state, asked.who)) is not None and seals(said):
        return as_answer(replace(asked, topic=None), ("reply", _of_the_deal(asked, deal)))
    before = put_before(asked.state)
    if before is None or before[0] != asked.who or not presses(said, before[1]):
        return None
    deed = before[1]
    given = [one for one in asked.state.promises.values() if (one.by, one.to) == (asked.who, PLAYER)]
    given = [one for one in given if same_matter(one.what, deed)]
    if given and given[-1].status == "kept":
        return None  # what they have done is asked about anew
    if any(one.status == "open" for one in given):
        return as_answer(replace(asked, topic=None), ("reply", asked.replies("as_promised")))
    does = nouns_of(asked.world).verbs.at_start(deed.split())[0]
    spoken = deed_in_their_mouth(asked.world, deed)
    texts = asked.replies("pressed_no", deed=spoken) if does else asked.replies("insist")
    return Answer(who=asked.who, texts=texts[:24], put=deed[:120])


def _of_the_deal(asked: Asked, deal: str) -> tuple[str, ...]:
    """That their word stands, and what the player is to do for it first, if that is still to be done."""
    mine = asked.state.promises.get(deal.removesuffix(DEAL) + SHARE)
    if mine is None or mine.status != "open":
        return asked.replies("as_promised")
    return asked.replies("deal_stands", deed=turn_words(mine.what.removeprefix("to "), TO_ME))


_OF_ONES_WORD = re.compile(r"\bmy (?:word|promise)\b|\bchanged my mind\b|\btake it back\b|\bafter all\b")
