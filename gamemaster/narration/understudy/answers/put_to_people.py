"""A question that names nobody, and that the Game Master could not answer, is put to whoever is here to answer it.

Whoever has a word on it comes first; where nobody has, whoever would be turned to says so in their own voice, and whom
to ask. What is plainly the Game Master's stays theirs: about the player, the ways, the hour, what is in sight or known.
Pure.
"""

from __future__ import annotations

import re

from gamemaster.language.clauses.split import sentences
from gamemaster.language.gm_address import without_address
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import Scope, scope_of
from gamemaster.language.talk.addressee import addressee, can_answer, can_answer_in, is_animal, last_partner
from gamemaster.language.talk.questions.gm_questions import OF_THE_ASKER, asks_who_is_here
from gamemaster.language.talk.questions.judgement import without_grounds
from gamemaster.language.talk.questions.notes_to_gm import is_put_to_gm
from gamemaster.language.talk.questions.own_mind import is_of_own_mind
from gamemaster.language.talk.questions.question_forms import question_of
from gamemaster.language.talk.questions.questions_put import SECOND_PERSON, ask
from gamemaster.language.talk.questions.written_questions import answer_to
from gamemaster.language.talk.said_before import last_topics, sayings_of
from gamemaster.language.talk.sentences import asks
from gamemaster.narration.understudy.answers.asked_of_eyes import stands_beside_speech
from gamemaster.narration.understudy.answers.gm_answers import is_answered
from gamemaster.narration.understudy.answers.in_character.questions import GENDERS
from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.answers.open_questions import who_has_news
from gamemaster.narration.understudy.answers.scene_answers import offer_in, place_offering
from gamemaster.narration.understudy.answers.story_so_far.deeds_done import is_it_done
from gamemaster.narration.understudy.answers.story_so_far.evidence import able_to_tell, answer_from_evidence
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import MATTER, TALKED, StoryState
from worlds.schema import World

# Kinds of question that an eye or a memory answers, and else somebody.
_OPEN = frozenset(
    """known why who_is where_is possible how_to things what_if leader appearance trusted overview danger""".split()
)
# Kinds that somebody is asked who has no word on it either: no eye could tell.
_OF_PEOPLE = frozenset({"known", "why", "who_is", "leader"})
# Of people where no eye reaches, of what they are about, or of their minds: "who else is in the building?", "is anyone
# expecting me?", "is there anybody who would lie to me?".
_ELSEWHERE = re.compile(
    r"\b(?:any|some)(?:body|one) .*\b(?:who|that) (?:would|could|might|can|will|wants?|hates?|likes?|knows?|knew|saw"
    r"|heard|trusts?|believes?|has|had|did)\b|"
    r"\b(?:up|down|over|in|out) there\b|\b(?:upstairs|downstairs|outside|expecting|waiting for|coming)\b"
    r"|\b(?:in|on|at|aboard) (?:the|this|that) (?!room\b|hour\b|moment\b|time\b|minute\b|point\b)\w+"
)
# What only the player's own pockets tell: "what did I tuck in my coat?".
_BY_OWN_HAND = re.compile(
    r"\b(?:did|have|had) i (?:just )?(?:tuck|put|take|pick|find|found|hide|hid|leave|left|drop|carry|stow|pocket|pack)"
)
# "Do I know any old stories about this place?": nobody else knows what the player does.
_IN_OWN_MIND = re.compile(
    r"(?:and |so |but )*(?:do|did|would|have|can) (?:i|we) (?:even |already )?(?:know|remember|recall)\b"
)
# Who was here earlier, who is the oldest: what nobody's looks show.
_WHAT_NO_EYE_TELLS = re.compile(
    r"^(?:and |so |but )*who (?:(?:was|were|has been|had been|came|called) .*\b(?:this morning|yesterday|earlier|today"
    r"|before|last \w+|on \w+day|already|since .+)|(?:is|are|was|were) the (?:\w+est|most \w+|best|worst))\b"
)
_POINTING = frozenset("this that these those".split())
_ELLIPTICAL = re.compile(
    r"how (?:many|much) (?:are|is|were|was|do|does|did|have|has|had|will|would)(?: not)?"
)
_SURE = 84  # of a topic, one of whose names was said whole (`gamemaster.language.talk.questions.topics`)


def put_to_people(world: World, state: StoryState, intent: Intent, words: str) -> Intent:
    """The intent; put to somebody present where it asks what only they could say. `words` are the whole input."""
    if intent.verb != "inform" or intent.role != "question" or not intent.words:
        return intent
    said = words_of(plain(intent.words))
    text = " ".join(said)
    if SECOND_PERSON.isdisjoint(said) and (_BY_OWN_HAND.search(text) or _IN_OWN_MIND.match(text)):
        return intent
    if stands_beside_speech(said, words):
        return intent
    scope = scope_of(world, state)
    elsewhere = intent.topic == "people" and _ELSEWHERE.search(text) and not asks_who_is_here(scope, text)
    if elsewhere and not _is_game_master_called(words):
        who = addressee(scope, said) if can_answer(world, state) else None
        put = ask(scope, who, [word for word in said if word[0].isalnum()]) if who is not None else intent
        return put.model_copy(update={"words": intent.words})
    of_the_talk = _is_of_who_was_spoken_of(scope, intent, said) or _is_of_where_was_spoken_of(
        scope, intent, said
    )
    if of_the_talk and not _is_game_master_called(words):
        put = ask(scope, str(last_partner(state)), [word for word in said if word[0].isalnum()])
        return put.model_copy(update={"words": intent.words})
    if intent.topic not in _OPEN:
        return intent
    if not _is_game_master_called(words) and _leave_was_foreseen(scope, intent, said):
        put = ask(scope, str(last_partner(state)), [word for word in said if word[0].isalnum()])
        return put.model_copy(update={"words": intent.words})
    if (
        intent.topic == "how_to"
        and not _is_game_master_called(words)
        and (who := _who_knows_where(scope, said))
    ):
        return ask(scope, who, [word for word in said if word[0].isalnum()]).model_copy(
            update={"words": intent.words}
        )
    if intent.topic == "who_is" and _WHAT_NO_EYE_TELLS.search(" ".join(said)) and not _is_game_master_called(words):
        who = addressee(scope, said) if can_answer(world, state) else None
        put = ask(scope, who, [word for word in said if word[0].isalnum()]) if who is not None else intent
        return put.model_copy(update={"words": intent.words})
    if intent.topic == "who_is" and not _POINTING.isdisjoint(said[2:3]):
        return intent  # "who is that woman?" is of somebody in sight
    own = is_of_own_mind(said, talking=last_partner(state) in scope.people)
    counsel = question_of(" ".join(said)).kind == "advice"  # "what should I be afraid of?"
    if own or not (counsel or OF_THE_ASKER.isdisjoint(said)) or _is_game_master_called(words):
        return intent
    able = {who: score for who, _, score in able_to_tell(scope, said)}
    able = able or dict.fromkeys(who_has_news(world, state, said), _SURE)
    partner = last_partner(state)
    who = partner if partner in able else max(able, key=lambda one: able[one], default=None)
    about = intent.objects[0] if intent.objects else intent.words[:120]
    if is_it_done(world, state, intent.words).startswith("Yes"):
        return intent
    known = not counsel and is_answered(intent.topic, Asked(world, state, about, (), intent.words))
    if known and (intent.topic != "known" or intent.objects or who is None or able[who] < _SURE):
        return intent
    if _ELLIPTICAL.fullmatch(" ".join(said)) is not None:
        return intent  # "how many bunks were made up, and how many were not?" goes on from what was asked
    recalled = "remind" in words_of(plain(words)) or who is None
    if recalled and answer_from_evidence(world, state, intent.words, set()):
        return intent  # the player was told it themselves
    if who is None and (who := _who_would_be_asked(scope, intent, said)) is None:
        return intent
    put = ask(scope, who, [word for word in said if word[0].isalnum()])
    return put.model_copy(update={"words": intent.words})


_OF_SOMEBODY = frozenset({"signs", "appearance", "by_eye"})  # what an eye tells of whoever is here


def _is_of_who_was_spoken_of(scope: Scope, intent: Intent, said: list[str]) -> bool:
    """Whether a look is asked for of somebody who is only spoken of: "is something wrong with his eyes?"."""
    if intent.topic not in _OF_SOMEBODY or last_partner(scope.state) not in scope.people:
        return False
    genders = {GENDERS[word] for word in said if word in GENDERS}
    last = next(iter(sayings_of(scope.world, scope.state, str(last_partner(scope.state)))), None)
    if len(genders) != 1 or last is None or scope.state.turn - last.turn > 1:
        return False
    here = {scope.world.characters[who].pronoun for who in scope.people if who != last_partner(scope.state)}
    return genders.isdisjoint(here) and any(
        GENDERS.get(word) in genders for word in words_of(plain(last.text))
    )


def _is_of_where_was_spoken_of(scope: Scope, intent: Intent, said: list[str]) -> bool:
    """Whether "there" is a place that is spoken of, and not one of the ways: "the cellar … what's down there?"."""
    if intent.topic != "ways" or "there" not in said[1:] or last_partner(scope.state) not in scope.people:
        return False
    matter = set(words_of(plain(scope.state.focus.get(MATTER, ""))))
    places = (one for place, one in scope.world.locations.items() if place != scope.state.place)
    return bool(matter) and any(
        matter <= set(words_of(plain(f"the {name}"))) for one in places for name in (one.name, *one.aliases)
    )


def _leave_was_foreseen(scope: Scope, intent: Intent, said: list[str]) -> bool:
    """Whether it is theirs to give who is talked with, as their writer foresaw: "can I put on the headphones?"."""
    partner = last_partner(scope.state)
    if intent.topic != "possible" or partner not in scope.people:
        return False
    person = scope.world.characters[partner]
    always = frozenset(key for key, one in person.answers.items() if one.when is None)
    last = last_topics(scope.state, partner)
    return answer_to(person, " ".join(said), last, always, likeness="as good as") is not None


def _who_would_be_asked(scope: Scope, intent: Intent, said: list[str]) -> str | None:
    """Whoever is turned to with a question that nobody here has a word on; nobody, where it is none for people."""
    whereabouts = intent.topic == "where_is" and (
        not intent.objects or intent.objects[0] in scope.world.characters
    )
    if (intent.topic not in _OF_PEOPLE and not whereabouts) or not asks(said):
        return None
    who = addressee(scope, said)
    return who if who is not None and not is_animal(scope.world, who) else None


def asked_of_what_was_done(world: World, state: StoryState, intent: Intent, words: str) -> Intent:
    """The intent; a question to the Game Master, where a look would be taken for whether the player did something.

    "Is the gate braced?" of whoever braced it costs no look. `words` are the whole input.
    """
    asked = intent.words or words
    looked_or_unsaid = intent.verb in ("examine", "inform") or _is_of_no_topic(world, intent, words)
    if looked_or_unsaid and is_it_done(world, state, asked).startswith("Yes"):
        return Intent(verb="inform", role="question", topic="known", words=asked[:300])
    return intent


# Words of a question on what was read, which whoever reads it can see.
_OF_WRITING = content_of(
    "sign signed signature write wrote written hand handwriting dated date seal sealed stamp stamped address addressed"
    " ink say says mention name letter note page paper"
)


def asked_of_what_was_read(world: World, state: StoryState, intent: Intent, words: str) -> Intent:
    """The intent; a question to the Game Master, where it asks what only a reader can see: "who signed it?".

    The player has just read it, and said nothing to anybody since.
    """
    said = words_of(plain(intent.words))
    thing = state.focus.get("it", "")
    talked = state.focus.get(TALKED, "")
    if (
        intent.verb not in ("ask", "inform")
        or thing not in world.items
        or (talked.isdigit() and int(talked) >= state.turn)
    ):
        return intent
    of_it = content_of(" ".join(said)) - content_of(world.items[thing].name)
    if not of_it or not of_it <= _OF_WRITING or not SECOND_PERSON.isdisjoint(words_of(plain(words))):
        return intent
    if {"it", "this", "that"}.isdisjoint(said) and not content_of(world.items[thing].name) & content_of(
        " ".join(said)
    ):
        return intent
    return Intent(verb="inform", role="question", topic="by_eye", objects=(thing,), words=intent.words)


def _is_of_no_topic(world: World, intent: Intent, words: str) -> bool:
    """Whether a question went to whoever was spoken with last, who was not named and has nothing to say of it."""
    who = next(iter(intent.objects), "")
    if intent.verb != "ask" or who not in world.characters:
        return False
    person = world.characters[who]
    named = {word for name in (person.name, *person.aliases) for word in words_of(plain(name))} | {
        "you",
        "your",
    }
    return intent.topic not in person.topics and named.isdisjoint(words_of(plain(words)))


def _who_knows_where(scope: Scope, said: list[str]) -> str | None:
    """Whoever is here and talked with, of whom to ask where there is food, a bed, a fire that the player never saw."""
    wanted = offer_in(said)
    known = {*scope.state.visited}
    if wanted is None or "where" not in said or not can_answer_in(scope):
        return None
    if place_offering(scope.world, scope.state, wanted, known) is not None:
        return None
    partner = last_partner(scope.state)
    if partner not in scope.people or place_offering(scope.world, scope.state, wanted) is None:
        return None
    return partner


def _is_game_master_called(words: str) -> bool:
    """Whether the Game Master is called, or the player's own knowledge: "from what I've learned so far"."""
    return is_put_to_gm(words) or any(
        without_grounds(said)[1] or without_address(said)[0] for said, _ in sentences(words_of(plain(words)))
    )
