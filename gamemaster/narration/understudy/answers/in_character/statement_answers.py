"""Answers to what is stated: a feeling, a reproach, thanks, a greeting. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.tables.function_words import AUXILIARIES
from gamemaster.language.tables.verb_forms import is_past, is_third_person
from gamemaster.language.talk.forces.heartfelt import HEARTFELT
from gamemaster.language.talk.forces.statements import STATED_BESIDE, Statement, statement_of
from gamemaster.language.talk.said_before import sayings_of
from gamemaster.language.talk.sentences import asks, main_words, sentences_of, without_tag
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.answers.in_character.answer_sources import (
    Source,
)
from gamemaster.narration.understudy.answers.in_character.follow_up_answers import stand_by
from gamemaster.narration.understudy.answers.in_character.in_thread import share_told, telling_words
from gamemaster.narration.understudy.answers.in_character.line_answers import as_answer, written_line
from gamemaster.narration.understudy.answers.in_character.move_answers import reaction_to_move
from gamemaster.narration.understudy.answers.in_character.personal import is_loosely_named
from gamemaster.narration.understudy.answers.in_character.promise_answers import of_a_word_given
from gamemaster.narration.understudy.answers.in_character.questions import (
    Asked,
)
from gamemaster.narration.understudy.answers.in_character.source_answers import from_sources
from gamemaster.narration.understudy.reactions import reaction, topic_of_news
from gamemaster.narration.understudy.rule_choice import is_sweeping
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import (
    Answer,
    ChangeRelation,
    Discuss,
    Greet,
    Intent,
    Operation,
    Try,
    Use,
)
from gamemaster.rules.state import digest
from worlds.rules import all_rules
from worlds.schema import PLAYER


def to_what_stands_beside(asked: Asked) -> list[Operation]:
    """What they say to a feeling, a name, a kindness that was told in one breath with a question."""
    for words, _ in sentences_of(asked.spoken):
        statement = statement_of([word for word in words if word[0].isalnum()])
        if not asks(words) and statement.force in STATED_BESIDE and (texts := reaction(asked, statement)):
            return [Answer(who=asked.who, texts=texts[:24], source="manners")]
    return []


def statement_in(asked: Asked, intent: Intent, words: str) -> Statement | None:
    """What the words do, if they tell rather than ask."""
    telling = intent.verb in ("tell", "accuse") or (asked.topic is None and not asked.echo)
    telling = telling or without_tag(words_of(asked.words)) is not None
    said = words_of(asked.words)
    if (meant := statement_of(said)).force in HEARTFELT:
        return meant  # "can we be friends?" is no question of leave
    if asked.question.asked or not telling:
        return None
    statement = statement_of(without_tag(said) or said)
    if statement.force in ("accuse", "offer"):
        return statement  # "you're the one that stops the bell?", "ten dollars for it, deal?"
    if intent.verb == "accuse":
        return Statement("accuse", " ".join(said))  # "I accuse him of the theft"
    if asks(main_words(asked.spoken)) or (
        without_tag(said) is None and _ends_in_question(intent.words, words)
    ):
        return None
    return statement


# What is answered for itself, beside whatever else is asked in the same breath.
_MANNERS = HEARTFELT | {
    "feeling",
    "named",
    "console",
    "forgive",
    "praise",
    "concern",
    "own",
    "confess",
    "retract",
}

# What kindness in words wins of somebody who bears the player no grudge: a little, and that once.
_WON = {
    **dict.fromkeys(("warning", "secrecy", "trust"), "trust"),
    **dict.fromkeys(
        ("sympathy", "care", "friendship", "liking", "companionship", "encouragement"), "affection"
    ),
    **dict.fromkeys(("console", "forgive"), "affection"),
}


def to_a_statement(draft: Draft, asked: Asked, operation: Discuss, statement: Statement) -> list[Operation]:
    """They greet, deny, wonder, feel with the player; and say what they have to say of the matter itself."""
    if statement.force == "greet":
        return [Greet(who=asked.who)]
    if (word := of_a_word_given(asked, statement)) is not None:
        return word
    if statement.force == "quote" and asked.topic is not None and _SENT_TO_ASK.search(asked.spoken):
        written = written_line(draft, asked)  # "you said to ask about the cellar, so I'm asking"
        if isinstance(written, Discuss):
            return [written]
    if statement.force == "quote" and (stood := stand_by(asked)) is not None:
        return [stood]
    if statement.force in _JESTED and _is_a_jest(asked) and (laughs := reaction_to_move(asked, "banter")):
        return [laughs]
    texts = reaction(asked, statement) if statement.force != "news" or _brings_news(statement.about) else ()
    source: Source = "manners" if statement.force in _MANNERS else "reaction"
    said: list[Operation] = [as_answer(asked, (source, texts))] if texts else []
    if not texts and statement.force == "news" and (heard := reaction_to_move(asked, "hear_out")) is not None:
        said = [heard]
    said += _won_by(draft, asked, statement)
    of_it = replace(asked, topic=topic_of_news(asked, statement))
    if statement.force == "sympathy" and asked.topic is not None:
        written = written_line(draft, asked)  # "you must miss him": it moves them to speak of him
        return [*said, written] if isinstance(written, Discuss) else said
    if statement.force in ("news", "own", "judge", "propose", "claim") and of_it.topic is not None:
        written = written_line(draft, of_it)
        names = [person.name for person in asked.world.characters.values()]
        of_nobody = not any(name in text for name in names for text in texts)
        if isinstance(written, Discuss) and statement.force == "news" and of_nobody:
            return [*_won_by(draft, asked, statement), written]  # whoever speaks of it has heard of it
        if statement.force == "own" and said and is_loosely_named(of_it):
            return said  # "I slept like a horse" asks for no line on the horses
        if isinstance(written, Discuss):
            said.append(written)
    return said or [from_sources(draft, asked) or operation]


def _brings_news(text: str) -> bool:
    """Whether a statement tells of somebody or something else, of which one may not have heard."""
    words = text.split()
    verb = any(word in AUXILIARIES or is_past(word) or is_third_person(word) for word in words[1:])
    return verb and _OF_NOTHING_ELSE.match(text) is None


_OF_NOTHING_ELSE = re.compile(
    r"(?:(?:well|so|and|but|no|yes) )*(?:just|only|that|this|it|there|all|not|nothing|never|for|as|in|on|at|with|one"
    r"|what|to|if|too|more|less|anything|something|enough|your|yours)\b"
)
_JESTED = frozenset({"news", "own", "undertake", "observe", "claim", "judge", "remark", "opinion"})
_LAUGHING = re.compile(
    r"[:;]-?[)DP]|\b(?:i|and) (?:laugh|grin|smirk|chuckle|giggle|wink|joke|tease|snort)\b"
    r"|\b(?:laughing|grinning|smirking|chuckling|winking|joking|with a (?:grin|wink|laugh|smirk))\b",
    re.IGNORECASE,
)


def _is_a_jest(asked: Asked) -> bool:
    """Whether something is said with a laugh on what they have just said themselves: "then you forgot your gloves"."""
    last = next(iter(sayings_of(asked.world, asked.state, asked.who)), None)
    if last is None or asked.state.turn - last.turn > 1 or not _LAUGHING.search(asked.raw):
        return False
    return not content_of(asked.spoken).isdisjoint(last.stems)


_SENT_TO_ASK = re.compile(
    r"\b(?:said|told me) (?:to |i (?:should|could) )?ask\b|\b(?:i am|so i) ask(?:ing)?\b"
)


def _won_by(draft: Draft, asked: Asked, statement: Statement) -> list[Operation]:
    """The little that kind words change, where they are the first."""
    axis = _WON.get(statement.force)
    one = draft.state.characters[asked.who]
    bond = one.toward(PLAYER)
    if axis is None or one.disposition < 0 or bond.trust < 0 or bond.affection < 0 or getattr(bond, axis) > 0:
        return []
    return [ChangeRelation(who=asked.who, **{axis: 1})]


_STAYING = frozenset({"stay", "wait", "remain", "hold"})

# What is said to a word that was heard, by the verb it was said with.
_HEARD = {
    "thank": "thanked", "apologise": "forgiven", "insult": "hurt", "accuse": "hurt", "comfort": "comforted",
    "charm": "flattered", "beg": "begged", "promise": "promised_them", "trade": "offered", "kiss": "flattered",
    "recruit": "stays", "dismiss": "stays",
}  # fmt: skip


def reply_to_manners(draft: Draft, operation: Use, intent: Intent) -> list[Operation]:
    """What somebody says to thanks or an apology, where the world's rule about anyone has nobody speak."""
    who, kind = operation.target, _HEARD.get(intent.verb)
    if who not in draft.state.present() or kind is None or not is_sweeping(draft.world, operation.rule):
        return []
    rule = next(rule for rule in all_rules(draft.world) if rule.id == operation.rule)
    person = draft.world.characters[who]
    if not has_words(person) or any("@" in text for variant in rule.text for text in variant.text):
        return []
    texts = reply(person, kind, lambda text: digest(text) in draft.state.told)
    return [Answer(who=who, texts=texts[:24], source="manners")] if texts else []


def reply_to_heard(draft: Draft, operation: Try, words: str) -> Operation:
    """What somebody says to what was only heard before: thanks, an insult, a promise."""
    who = operation.what
    kind = _HEARD.get(operation.verb)
    if operation.verb == "dismiss" and not _STAYING.isdisjoint(words_of(plain(words))):
        kind = "will_do"
    if who not in draft.world.characters or kind is None or not has_words(draft.world.characters[who]):
        return operation
    texts = reply(draft.world.characters[who], kind, lambda text: digest(text) in draft.state.told)
    return Answer(who=who, texts=texts[:24], source="manners") if texts else operation


def _ends_in_question(clause: str, words: str) -> bool:
    """Whether a clause stands in a sentence that ends in a question mark: "there's nine of you?"."""
    said = {word for word in words_of(plain(clause)) if word.isalnum()}
    questions = (set(words_of(plain(part))) for part in re.findall(r"[^.!?]+(?=\?)", words))
    return any(said and len(said & question) > len(said) / 2 for question in questions)


_FEWEST = 4  # words: "the grey pebbles" and "about the bell" name a matter to be told of
_OF_IT = 0.6  # of the weight of a statement, so much a speech on it tells of
_LEAST_OF_IT = 2  # and so many of its words
_ONES_OWN = frozenset({"i", "we", "my", "our"})
_NAMING = frozenset({"about", "tell", "explain", "describe", "show", "say", "ask", "more"})


def taken_as_told(asked: Asked, intent: Intent, said: list[Operation]) -> list[Operation]:
    """What they say; for a speech on what a statement only happens to name, what they say to the statement.

    "It's been a long day in a wet boat" is no question after the jolly-boat.
    """
    words = [word for word in words_of(asked.words) if word[0].isalnum()]
    if intent.verb != "tell" or intent.force is not None or asked.question.asked or "?" in asked.spoken:
        return said
    if len(words) < _FEWEST or not _NAMING.isdisjoint(words[:1]):
        return said
    lines = [one for one in said if isinstance(one, Discuss)]
    beside = [one for one in lines if not _is_of_it(asked, words, one)]
    if not beside:
        return said
    kept = [one for one in said if not any(one is out for out in beside)]
    if any(isinstance(one, (Answer, Discuss)) for one in kept):
        return kept
    return [*kept, *_to_it(asked)]


def _is_of_it(asked: Asked, words: Sequence[str], line: Discuss) -> bool:
    """Whether a speech is of what was told: of whom or what the statement is about, or of most of its words."""
    person = asked.person
    if line.topic in person.answers:
        return True  # a writer foresaw words like these
    topic = person.topics.get(line.topic or "")
    if topic is None:
        return True
    named = telling_words(topic.names)
    about_it = asked.thing in asked.world.characters and words[0] not in _ONES_OWN and words[0] != "you"
    if about_it and not named.isdisjoint(telling_words([asked.world.characters[str(asked.thing)].name])):
        return True
    if words[0] not in _ONES_OWN and not named.isdisjoint(telling_words([" ".join(words[:_SUBJECT])])):
        return True  # "the bell stopped an hour ago"
    texts = [text for one in topic.lines for text in one.text]
    told = telling_words((*topic.names, *topic.paraphrases, *texts))
    said = telling_words([" ".join(words)])
    return len(said & told) >= _LEAST_OF_IT and share_told(said, told) >= _OF_IT


_SUBJECT = 3  # words in which a statement names what it is about


def _to_it(asked: Asked) -> list[Operation]:
    statement = statement_of(words_of(asked.words))
    texts = reaction(asked, statement)
    if texts:
        return [as_answer(asked, ("manners", texts))]
    heard = reaction_to_move(asked, "hear_out")
    return [heard] if heard is not None else []
