"""What somebody answers: which source speaks, by what was said last, the force of the words, and their matter. Pure.

The order: a follow-up on their own words, where things are, a line that was written for it, what they remember, what a
statement does to them, a line that shares the words, then the sources of `answer_sources`, ignorance last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from gamemaster.language.names.normalization import plain, set_quotes_aside, words_of
from gamemaster.language.talk.forces.moves import MOVES
from gamemaster.language.talk.forces.plain_sayings import PLAIN_SAYINGS
from gamemaster.language.talk.forces.remark_kinds import REMARKS
from gamemaster.language.talk.forces.statements import Statement
from gamemaster.language.talk.questions.written_questions import Likeness
from gamemaster.language.talk.remarks import opens_with_greeting
from gamemaster.language.talk.sentences import asks, main_words, sentences_of
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.narration.understudy.answers.by_state.outright import with_what_is_decided
from gamemaster.narration.understudy.answers.by_state.things_shown import made_of_thing
from gamemaster.narration.understudy.answers.in_character.about_people import (
    about_people,
    is_after_nobody,
    of_whom_they_spoke,
    with_person_meant,
)
from gamemaster.narration.understudy.answers.in_character.answer_sources import (
    who_is_meant,
    who_lives_here,
)
from gamemaster.narration.understudy.answers.in_character.common_knowledge import common_knowledge
from gamemaster.narration.understudy.answers.in_character.deed_answers import (
    asked_for_a_thing,
    asked_to_lead,
    put_in_words,
    with_capitals,
)
from gamemaster.narration.understudy.answers.in_character.follow_up_answers import follow_up
from gamemaster.narration.understudy.answers.in_character.in_thread import kept_to_thread
from gamemaster.narration.understudy.answers.in_character.last_matter import of_last_matter
from gamemaster.narration.understudy.answers.in_character.line_answers import (
    as_answer,
    has_line_on,
    written_line,
)
from gamemaster.narration.understudy.answers.in_character.meaning import CERTAIN, CLEAR, NEAR, answer_meant
from gamemaster.narration.understudy.answers.in_character.meant_instead import IN_RETURN, how_well_it_must_fit
from gamemaster.narration.understudy.answers.in_character.move_answers import (
    bet_struck,
    reaction_to_move,
    reactions_of_others,
)
from gamemaster.narration.understudy.answers.in_character.of_whom import told_of_whom_is_asked
from gamemaster.narration.understudy.answers.in_character.ordinary_answers import (
    ordinary_answer,
    ordinary_follow_up_answer,
)
from gamemaster.narration.understudy.answers.in_character.own_life import (
    bond_asked_for,
    strongest_bond,
)
from gamemaster.narration.understudy.answers.in_character.personal import (
    fact_of_life,
    is_loosely_named,
    is_personal,
    line_about_oneself,
    personal_reply,
    told_of_oneself,
)
from gamemaster.narration.understudy.answers.in_character.promise_answers import (
    asked_whether_promised,
    is_of_their_word,
    leave_given,
    told_as_promised,
    when_pressed,
    when_sealed,
)
from gamemaster.narration.understudy.answers.in_character.questions import (
    Asked,
    asked_of,
    names_part,
    of_those_told_of,
)
from gamemaster.narration.understudy.answers.in_character.recollection import recollection
from gamemaster.narration.understudy.answers.in_character.source_answers import (
    answer_to_news,
    charge_in,
    from_sources,
)
from gamemaster.narration.understudy.answers.in_character.statement_answers import (
    reply_to_heard,
    reply_to_manners,
    statement_in,
    taken_as_told,
    to_a_statement,
    to_what_stands_beside,
)
from gamemaster.narration.understudy.answers.in_character.thing_in_hand import of_thing_in_hand
from gamemaster.narration.understudy.answers.in_character.threats_felt import with_threat_felt
from gamemaster.narration.understudy.answers.story_so_far.deeds_done import (
    is_it_done,
    own_deed_in,
    standing_for,
)
from gamemaster.narration.understudy.answers.what_is_wanted import told_what_is_wanted
from gamemaster.narration.understudy.answers.written_answers import written_answer
from gamemaster.narration.understudy.answers.yes_or_no import whether_first, which_it_was
from gamemaster.narration.understudy.reactions import reaction
from gamemaster.narration.understudy.remarks.answering import answers_to_a_remark
from gamemaster.narration.understudy.rule_choice import rule_offered
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.actions import done_before
from gamemaster.rules.proposal import (
    Answer,
    Attempt,
    ChangeRelation,
    Discuss,
    Give,
    Greet,
    Intent,
    MakePromise,
    Operation,
    Try,
    Use,
)
from gamemaster.rules.stances.favours import ASKING
from gamemaster.rules.state import Recalled
from worlds.rules import all_rules
from worlds.schema import PLAYER

# What they say to the player's yes or no, who asked for it.
_GIVEN = {"affirm": "told_yes", "deny": "told_no"}
# What is no question on somebody's last words, however short it is and whatever of them it says back.
_OWN_FORCES = frozenset({"feeling", "accuse", "greet", "named", "propose"})


# What somebody says who has nothing to say to it: the greeting of the same breath is better answered.
_NO_ANSWER = frozenset({"ignorance", "reaction", "pointer"})


def answer_instead(
    draft: Draft, operation: Operation, intent: Intent, words: str, recalled: Iterable[Recalled] = ()
) -> list[Operation]:
    """The operation, or what somebody says where it would lead to no line of theirs; who is greeted first, greets."""
    said = with_threat_felt(draft, intent, _answer_instead(draft, operation, intent, words, recalled))
    said += _bet_struck(draft, intent, said)
    who = operation.who if isinstance(operation, Discuss) else None
    if who is None or any(isinstance(one, Greet) for one in said) or not _is_greeted(draft, who, words):
        return said
    # A question beside the greeting is not passed over, if only to say that they do not know.
    left_out = _NO_ANSWER - {"ignorance"} if _asks_a_question(words) else _NO_ANSWER
    return [
        Greet(who=who),
        *(one for one in said if not (isinstance(one, Answer) and one.source in left_out)),
    ]


def _asks_a_question(words: str) -> bool:
    """Whether anything is asked that is more than how they are."""
    quoted = set_quotes_aside(words)[1]
    main = main_words(" ".join(quoted) if quoted else words)
    return asks(main) and len(main) >= _LEAST_ASKED


_LEAST_ASKED = 4  # words: "how are you" is a greeting


def _is_greeted(draft: Draft, who: str, words: str) -> bool:
    """Whether somebody present whom the player has not spoken with is greeted before anything else is said."""
    person, now = draft.world.characters.get(who), draft.state.characters.get(who)
    if person is None or now is None or who not in draft.state.present() or now.met or not person.greeting:
        return False
    quoted = set_quotes_aside(words)[1]
    names = frozenset(word for name in (person.name, *person.aliases) for word in words_of(plain(name)))
    first = next(iter(sentences_of(quoted[0] if quoted else words)), ([], False))[0]
    return opens_with_greeting(first, names)


def _answer_instead(
    draft: Draft, operation: Operation, intent: Intent, words: str, recalled: Iterable[Recalled]
) -> list[Operation]:
    if isinstance(operation, Try) and operation.why == "heard":
        return [
            _to_what_is_ordinary(draft, operation, intent, words) or reply_to_heard(draft, operation, words)
        ]
    if isinstance(operation, Use):
        manners = reply_to_manners(draft, operation, intent)
        return manners if manners and _was_for_another(draft, operation) else [operation, *manners]
    if isinstance(operation, Attempt) and (foreseen := _foreseen_attempt(draft, operation, intent, words)):
        return [foreseen]
    if (foreseen := _foreseen_deal(draft, operation, intent, words)) is not None:
        return [foreseen]
    if isinstance(operation, Attempt) and operation.stance in ASKING:
        operation = operation.model_copy(update={"aim": with_capitals(draft, operation.aim)})
        return put_in_words(draft, operation, intent, words) or [operation]
    if isinstance(operation, Greet) and intent.verb == "ask":
        return [told_as_promised(draft, operation.who) or operation]
    if not isinstance(operation, Discuss) or operation.who not in draft.world.characters:
        return [operation]
    world, state, who = draft.world, draft.state, operation.who
    person = world.characters[who]
    if intent.verb == "promise" and operation.topic in person.answers:
        return [operation]  # the oath that a writer foresaw, whatever else its words would name
    if state.characters[who].place != state.place or not state.characters[who].alive:
        return [operation]
    asked = asked_of(world, state, operation, intent, words)
    if not has_words(person):  # what a dog does that is told something was written, too
        meant = answer_meant(draft, asked, NEAR) if person.answers else None
        return [operation] if meant is None else meant
    if (which := which_it_was(asked)) is not None and when_pressed(asked) is None:
        return [which]
    if (sealed := when_sealed(asked)) is not None:
        return [sealed]
    asked = of_those_told_of(with_person_meant(asked))
    if asked.question.kind == "will" and is_loosely_named(asked):
        asked = replace(asked, topic=None)  # what is asked to be done only shares a word with it
    if (foreseen := written_answer(draft, asked, "as good as")) is not None:
        return [foreseen]
    if intent.force in REMARKS:
        answered = _of_the_players_deed(draft, asked) or answers_to_a_remark(draft, asked, str(intent.force))
        if answered:
            return answered
    if (made := made_of_thing(draft, asked)) is not None:
        return [made]
    if (pointed := of_thing_in_hand(draft, asked)) is not None:
        return [pointed]
    if (wanted := _to_what_is_asked_of_them(draft, asked)) is not None:
        return [wanted]
    if (deed := _of_the_players_deed(draft, asked)) is not None:
        return deed
    by_form = _to_what_is_said(draft, operation, intent, words, recalled, asked)
    said = _meant_instead(draft, asked, of_last_matter(draft, asked, by_form), intent.force)
    kept = kept_to_thread(draft, asked, said, by_form)
    told = whether_first(draft, asked, told_of_whom_is_asked(draft, asked, kept))
    told = told_what_is_wanted(draft, asked, told)
    return with_what_is_decided(draft, asked, taken_as_told(asked, intent, told))


def _bet_struck(draft: Draft, intent: Intent, said: list[Operation]) -> list[Operation]:
    """What a bet binds somebody to who offered the odds, and answers it."""
    who = next((one.who for one in said if isinstance(one, (Answer, Discuss))), None)
    if intent.force != "bet" or who is None or any(isinstance(one, MakePromise) for one in said):
        return []
    return bet_struck(draft.world, draft.state, who, intent.topic or intent.words)


def _to_what_is_asked_of_them(draft: Draft, asked: Asked) -> Operation | None:
    """What they say who are asked to do something that the world knows of, or whether they gave their word."""
    return (
        rule_offered(asked.world, asked.state, asked.who, asked.spoken)
        or asked_to_lead(asked)
        or asked_for_a_thing(draft, asked)
        or asked_whether_promised(asked)
    )


def _to_what_is_said(
    draft: Draft, operation: Discuss, intent: Intent, words: str, recalled: Iterable[Recalled], asked: Asked
) -> list[Operation]:
    """What the form of the words, the names in them and the state of the world have them say."""
    world, state, who = draft.world, draft.state, operation.who
    if intent.force in PLAIN_SAYINGS and (reply := reaction_to_move(asked, str(intent.force))) is not None:
        return [reply.model_copy(update={"source": "manners"})]  # it stands beside what else is answered
    if (stands := when_pressed(asked)) is not None:
        return [stands]
    if (charge := charge_in(asked)) is not None:
        promise = MakePromise(by=who, to=PLAYER, what=charge)
        return [Answer(who=who, texts=asked.replies("will_do")), promise]
    if (foreseen := written_answer(draft, asked)) is not None:
        return [foreseen]
    if intent.force in _GIVEN:
        return [as_answer(replace(asked, topic=None), ("reaction", asked.replies(_GIVEN[intent.force])))]
    if intent.force == "grief":
        return [as_answer(asked, ("manners", reaction(asked, Statement("feeling", "grief"))))]
    if intent.force in MOVES and (answer := reaction_to_move(asked, str(intent.force))) is not None:
        return [answer, *reactions_of_others(world, state, who, str(intent.force), asked.spoken)]
    if (ordinary := ordinary_follow_up_answer(asked) or ordinary_answer(asked)) is not None:
        return [ordinary, *leave_given(asked)]
    if (
        intent.verb == "ask"
        and (asked.topic is None or is_loosely_named(asked))
        and (told := common_knowledge(asked))
    ):
        return [as_answer(replace(asked, topic=None), ("sight", told))]
    statement = statement_in(asked, intent, words)
    found = follow_up(draft, asked) if statement is None or statement.force not in _OWN_FORCES else None
    if found is not None:
        return [found]
    if statement is not None:
        return to_a_statement(draft, asked, operation, statement)
    if (news := answer_to_news(asked)) is not None:
        return [news]
    if is_of_their_word(asked):
        return [as_answer(replace(asked, topic=None), ("reply", asked.replies("as_promised")))]
    if (of_people := _about_people(asked)) is not None:
        return [*to_what_stands_beside(asked), of_people]
    if (whom := of_whom_they_spoke(asked)) is not None:
        return [as_answer(replace(asked, topic=None, matter=None), ("reply", whom))]
    if is_after_nobody(asked):
        return [as_answer(asked, ("ignorance", asked.replies("who_meant")))]
    if (own := _about_oneself(draft, asked, intent)) is not None:
        return [own]
    if (called := who_is_meant(asked)) is not None:
        return [as_answer(replace(asked, topic=None), called)]
    beside = to_what_stands_beside(asked)
    written = written_line(draft, asked)
    if written is not None:
        return [*beside, written]
    if (remembered := recollection(world, operation, words, recalled, state.told)) is not None:
        return [*beside, remembered]
    said = from_sources(draft, asked) or operation
    if isinstance(said, Answer) and said.source in ("ignorance", "reply", "pointer"):
        said = ordinary_follow_up_answer(asked, late=True) or ordinary_answer(asked, late=True) or said
    return [*beside, said, *leave_given(asked)]


def _meant_instead(draft: Draft, asked: Asked, said: list[Operation], force: str | None) -> list[Operation]:
    """What is meant, where it fits so well that it outweighs what they would say; what is changed by it, stays."""
    fits = how_well_it_must_fit(asked, said, force)
    meant = answer_meant(draft, asked, fits, said) if fits is not None else None
    if meant is None:
        return said
    return [*(one for one in said if isinstance(one, ChangeRelation)), *meant]


def _was_for_another(draft: Draft, operation: Use) -> bool:
    """Whether a rule about anybody was carried out before, to whomever: it is no second time for this one."""
    rule = next(rule for rule in all_rules(draft.world) if rule.id == operation.rule)
    return done_before(rule.id, rule, draft.state)


def _foreseen_attempt(draft: Draft, operation: Attempt, intent: Intent, words: str) -> Operation | None:
    """What a writer has somebody say to what is tried on them in words: an offer, a plea, a word of comfort.

    Where a thing is to change hands, or the one who is tried is to do something, it is ruled on.
    """
    who = operation.target
    if operation.stance not in _IN_WORDS or who is None or who not in draft.state.present():
        return None
    if not draft.world.characters[who].answers or operation.tool or operation.recipient:
        return None
    if IN_RETURN.search(words.casefold()):
        return None  # "if I mend your boat, will you tell me about Ulf?" wants a deal
    asked = asked_of(draft.world, draft.state, Discuss(who=who, topic=operation.stance), intent, words)
    fits = CERTAIN if operation.stance in _HARMLESS else CLEAR
    return next(iter(answer_meant(draft, asked, fits) or ()), None)


_BUYS = re.compile(r"(?:i )?(?:(?:would like|want) to )?(?:buy|purchase)s?\b")


def _foreseen_deal(draft: Draft, operation: Operation, intent: Intent, words: str) -> Operation | None:
    """What a writer has somebody say who is offered something in words, or asked to sell: "you can have my cloak"."""
    likeness: Likeness = "loose"
    if isinstance(operation, Give) and intent.role == "speech":
        who, put, likeness = operation.to, words, "as good as"
    elif isinstance(operation, Attempt) and operation.stance == "persuade" and _BUYS.match(intent.words):
        who, put = operation.target or "", " ".join(w for w in intent.words.split() if not w.endswith("ly"))
    else:
        return None
    if who not in draft.state.present() or not draft.world.characters[who].answers:
        return None
    told = intent.model_copy(update={"words": put, "verb": "tell"})
    asked = asked_of(draft.world, draft.state, Discuss(who=who, topic=intent.verb), told, put)
    return written_answer(draft, asked, likeness) or next(iter(answer_meant(draft, asked, CLEAR) or ()), None)


_HARMLESS = frozenset({"charm", "comfort"})
_IN_WORDS = _HARMLESS | {"bargain", "insult", "beg", "deceive"}  # what a threat comes to is ruled on


def _to_what_is_ordinary(draft: Draft, operation: Try, intent: Intent, words: str) -> Answer | None:
    """What the library has somebody say to what would only be heard: "marry me"."""
    who = operation.what
    person = draft.world.characters.get(who or "")
    if person is None or who is None or who not in draft.state.present() or not has_words(person):
        return None
    asked = asked_of(draft.world, draft.state, Discuss(who=who, topic=operation.verb), intent, words)
    return ordinary_answer(replace(asked, topic=None, matter=None))


def _of_the_players_deed(draft: Draft, asked: Asked) -> list[Operation] | None:
    """What they say who are asked whether the player did something, or told that it is done; None for all else."""
    deed = own_deed_in(asked.world, asked.state, words_of(asked.words))
    if deed is None and asked.topic is None:
        stands = is_it_done(asked.world, asked.state, asked.words)
        texts = (
            asked.replies("deed_stands", stands=stands.partition(" ")[2])
            if stands.startswith("Yes. ")
            else ()
        )
        return [as_answer(asked, ("reaction", texts))] if texts else None
    if deed is None or (deed.done is None and not deed.asks):
        return None  # what was not done is a claim like any other
    seen = deed.is_seen(asked.world, asked.state)
    stands = standing_for(asked.world, asked.state, deed.done) if deed.done is not None and seen else ""
    if deed.asks and not seen:
        kind = "deed_yours"
    elif deed.asks:
        kind = "deed_open" if deed.done is None else "deed_done" if stands else "deed_seen"
    else:
        kind = "deed_seen" if seen else "deed_told"
    written = written_line(draft, asked) if deed.done is not None and not deed.asks else None
    answer = as_answer(replace(asked, topic=None), ("reaction", asked.replies(kind, stands=stands)))
    return [answer, *([written] if isinstance(written, Discuss) else [])]


def _about_people(asked: Asked) -> Operation | None:
    """What they say of people who are asked of them, where no line of theirs was written for just that."""
    if asked.question.kind == "bond":
        return None  # whom they like, trust or fear most
    named = asked.topic is not None and not asked.referred and not is_loosely_named(asked)
    if named and has_line_on(asked.person, asked.topic or "", asked.question.kind):
        return None
    said = about_people(asked)
    return as_answer(replace(asked, topic=None), said) if said is not None and said[1] else None


# What is offered is the player's own, or a service: nobody is asked about a thing that is named in it.
_MINE = re.compile(
    r"\b(?:my|our|mine)\b|^(?:shall|can|may|could) i (?!(?:get|bring|fetch|offer|pour|give)\b)"
)


def _about_oneself(draft: Draft, asked: Asked, intent: Intent) -> Operation | None:
    """What they say who are asked about themselves, where no line of theirs was asked for by its name."""
    unnamed = asked.topic is None or is_loosely_named(asked)
    unnamed = unnamed or (asked.question.kind == "invited" and _MINE.search(asked.words) is not None)
    if asked.question.kind == "others" and unnamed and (names := who_lives_here(asked)):
        return as_answer(replace(asked, topic=None, matter=None), ("sight", names))
    if asked.question.kind in ("hypothetical", "trust_me", "kept") or (
        asked.question.kind in ("observed", "would", "yes", "invited") and unnamed
    ):
        return as_answer(replace(asked, topic=None), ("reply", asked.replies(asked.question.kind)))
    if asked.question.kind == "bond" and (unnamed or strongest_bond(asked)):
        return as_answer(replace(asked, topic=None, matter=None), ("feeling", bond_asked_for(asked)))
    if intent.verb == "show" and asked.topic is None:
        return as_answer(asked, ("reply", asked.replies("shown")))
    if (known := fact_of_life(asked)) and (
        asked.topic in (None, "self") or is_loosely_named(asked) or asked.words.startswith("how long")
    ):
        return as_answer(replace(asked, topic=None), ("reply", known))
    own = asked.topic == "self" and not names_part(asked.person.topics["self"], asked.words)
    kin = line_about_oneself(asked) if is_personal(asked) else None
    if not is_personal(asked) or not (asked.topic is None or own or kin or is_loosely_named(asked)):
        return None
    written = written_line(draft, replace(asked, topic=kin.topic)) if kin is not None else None
    if written is not None:
        return written
    if told := told_of_oneself(asked):
        return as_answer(replace(asked, topic=None), ("reply", told))
    ordinary = ordinary_answer(asked, late=True, of_themselves=True)
    return ordinary or as_answer(replace(asked, topic=None), ("reply", personal_reply(asked)))
