"""Read one input clause by clause: rules' phrases, idioms, speech, questions, orders, names. Pure."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import Literal

from gamemaster.language.clause_reader import ClauseReader
from gamemaster.language.clauses.cutting import Stretch, is_reported, without_manner_of_speaking
from gamemaster.language.clauses.durations import duration_of, length_named
from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.retractions import (
    after_taking_back,
    retracted_together,
    with_retractions_joined,
)
from gamemaster.language.clauses.roles import stretches
from gamemaster.language.clauses.split import (
    clauses,
    says_only_how,
    sentences,
    without_lead,
)
from gamemaster.language.clauses.subjects import FIRST, person_of, reports, reports_past
from gamemaster.language.doors import is_door_handle, through_a_door
from gamemaster.language.doubt import MOST_CHOICES, Stake, asked_back, certainty, stake_of
from gamemaster.language.gm_address import asked_of_gm, questions_in, without_address
from gamemaster.language.looking_elsewhere import is_sought_elsewhere, place_supposed
from gamemaster.language.movement import read_heading
from gamemaster.language.names.normalization import SPEECH, plain, stem, words_of
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.names.pronouns import refocus
from gamemaster.language.names.rule_phrases import rule_named
from gamemaster.language.names.verb_index import without_adverbs_inside
from gamemaster.language.plain_orders import RESTS, called_to, is_held_back, is_ordered, without_hail
from gamemaster.language.reading import IDLE, Clarify, Clause, Reading, Role
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS, QUESTION_WORDS
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.addressee import hearers, is_animal, last_partner
from gamemaster.language.talk.bewilderment import (
    is_at_a_loss,
    is_exclamation,
    is_musing,
    undoes_first,
    wants_it_back,
    without_oath,
)
from gamemaster.language.talk.corrections import correction_in, without_meaning
from gamemaster.language.talk.gm_questions import gm_question, is_request
from gamemaster.language.talk.last_words import followed_up
from gamemaster.language.talk.offerings import offered_in
from gamemaster.language.talk.passing_words import name_asked_after, said_in_passing
from gamemaster.language.talk.quotations import quoted_speech
from gamemaster.language.talk.refusals import assures, refused_echoes
from gamemaster.language.talk.sentences import without_tag, without_turning
from gamemaster.language.talk.several_hearers import put_to_each, quotation_to_each
from gamemaster.language.talk.speech_acts import (
    PLEAS,
    SPEAKING,
    addressed_person,
    ask,
    asks_company,
    called_amid,
    greets_or_parts,
    is_question,
    listener,
    said_to,
    threat_in_words,
)
from gamemaster.language.talk.speech_forces import asks_leave, is_leverage, is_said_outright, to_all
from gamemaster.language.talk.statements import feeling_of, is_said_of_them, statement_of
from gamemaster.language.tidying import tidy
from gamemaster.language.warming import read_warming
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import exits
from worlds.schema import PLAYER
from worlds.verbs import META, PERCEIVE

# What one does and then keeps still: "hide behind a boat till dark" is hiding and waiting.
_KEPT_UP = frozenset("hide listen sit look examine sneak".split())
_WATCHING = frozenset({"watch", "observe", "guard"})
# What one may do for as long as one says: "warm my hands for half an hour".
_LASTS_AS_LONG = frozenset(
    """express sit stand lie lean kneel crouch listen look search hide dance sing play pray mourn dig cook repair
    build read hold wait sleep""".split()
)
_WALKING = frozenset({"go", "climb", "flee", "sneak"})
_SETTING_OUT = frozenset("go going off head heading back run running walk walking".split())
_UNTIL = frozenset({"until", "till", "til", "for"})
_PRONOUNS = frozenset("i we you he she it they him her them me us his this that".split())
_STATES = frozenset({"health", "needs", "goal", "danger"})  # of oneself, that the Game Master tells of
_FRAGMENT = 4  # words at most of a sentence without a verb
_MOST_QUESTIONS = 3  # that one sentence puts to somebody
_NAME_WORDS = 3  # of a thing that is mentioned
# The roles that a clause may have been given which says what the player will not do.
_FORSWORN = frozenset({"act", "speech", "background", "thought", "negation"})
_UNTIL_THEY_MOVE = 15  # minutes at most of waiting for what somebody here does: "until his back is turned"
_WRITING = frozenset("write carve scratch chalk paint scrawl draw scribble etch".split())
_IT = frozenset({"it", "them"})
_YOU = frozenset({"you", "your"})
_NAMED = 90  # fit of a name from which on it is one
_GROUP = frozenset({"them", "both", "these", "those"})
_ALL = frozenset({"everything", "all"})
_ABOUT_WORDS = frozenset({"what", "who", "where", "whats", "whos"})
_HELD_IN_MIND = frozenset(
    "trust like believe know think want understand care mind hate love fear need".split()
)
_NARRATED = frozenset({"my", "our", "everything", "nothing", "then", "when", "while", "as"})
_ASKED_OF_SELF = frozenset({("did", "i"), ("have", "i"), ("had", "i"), ("did", "we"), ("have", "we")})
_IF_I_DID = frozenset({("if", "i", "did"), ("if", "i", "have"), ("if", "we", "did"), ("if", "so")})


class Reader:
    """Reads one input, clause by clause; the pronouns follow along."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        scope.talking = scope.talking or last_partner(scope.state) in scope.people
        self.reader = ClauseReader(scope)
        self.start = scope.state.place
        self.quoted: list[list[str]] = []  # what was said in quotation marks and waits for more of it
        self.gesture = False
        self.hailed = False  # whether the piece called for attention: "wait, don't come"
        self.narrated = False  # whether the input tells in sentences what the player does
        self.length = 0  # of the input, in words
        self.staked = False  # whether a side of a coin is named anywhere
        self.told_as_past = (
            False  # whether speech was reported in the past tense, and nothing else is done now
        )
        self.unread = ""
        self.intents: list[Intent] = []
        self.problem: Unclear | None = None
        self.clauses: list[Clause] = []
        self.doubtful: list[Stretch] = []
        self.sure: list[float] = []  # of each of the intents
        self.group: tuple[str, ...] = ()  # several things that one order named: what "them" means next
        self.sought: Intent | None = None  # the search for what is not here
        self.clause = 1.0  # certainty of the stretch that is being read
        self.respelt: frozenset[str] = frozenset()

    def read(
        self,
        tokens: list[str],
        said: list[str],
        *,
        kind: Literal["plain", "gesture", "beside"] = "plain",
        respelt: frozenset[str] = frozenset(),
    ) -> None:
        """Read one piece of the input: a `gesture` stood between stars, or `beside` one. `respelt`: put right."""
        gesture = kind == "gesture"
        self.reader.said, self.gesture, self.respelt = said, gesture, respelt
        self.length = len(tokens)
        self.narrated = "i" in tokens and "." in tokens
        self.staked = not _SIDES_OF_A_COIN.isdisjoint(tokens)
        self.unread = self.unread or " ".join(tokens)[:80]
        called_on = False
        told = self._sentences_of(tokens)
        echoes = refused_echoes(self.scope, told)
        for at, (sentence, asked) in enumerate(told):
            self.reader.orders.last_verb = None
            words = with_retractions_joined(
                self.scope, _without_politeness(self._with_mention(without_oath(sentence)))
            )
            if not gesture and self._is_bewildered(words):
                continue
            if self.hailed and self._calls_back(words):
                continue
            if at in echoes:
                self.clauses.append(Clause(_text(sentence)[:300], "negation"))
                continue
            instead = after_taking_back(words)
            undone = undoes_first(words) if instead is None else wants_it_back(instead, talking=True)
            undone = undone or (instead is not None and undoes_first(instead))
            if (undone or instead == []) and at == 0:
                role: Role = "undo" if undone or len(told) == 1 else "negation"
                self.clauses.append(Clause(_text(sentence)[:300], role))
                continue
            if undone or instead is not None:
                self._take_back()  # of this very turn, in which nothing was done yet
                words = instead or []
                if undone or not words:
                    continue
            if kind == "beside" and self._said_beside_a_gesture(words, asked):
                continue
            if not gesture:
                addressed, words = without_address(words)
                called_on = called_on or addressed
                if words and not called_on and self._asked_back(words, asked):
                    continue
                if words and asked and self._asks_on(words):
                    continue
                words = without_meaning(self.scope, words)
                if words and not called_on and self._put_right(words, asked):
                    continue
                if words and self._asks_its_name(words):
                    continue
                if not words or self._asked_of_gm(words, called_on):
                    continue
            if self.narrated and not asked and self._is_fragment(words):
                self.clauses.append(Clause(_text(words)[:300], "thought"))
                self._mention(["", *words])
                continue
            words = self._calls_for_ears(words) if not gesture else words
            if SPEECH not in words and (self._flips_a_coin(words) or self._offers_something(words, asked)):
                continue
            if SPEECH not in words and not gesture and self._spoken_as_a_whole(words, asked):
                continue
            if not gesture and self._goes_on_asking(words, asked):
                continue
            stretches = self._stretches(words, asked)
            if not gesture and not asked and self._told_in_talk(words, stretches):
                continue
            for stretch in self._said_together(stretches):
                self._stretch(stretch)
        self._say_what_was_quoted()
        if called_on and not self.intents and self.problem is None and not self.clauses:
            self._add([Intent(verb="inform", role="question", topic="goal")], [], whole=True)

    def _sentences_of(self, tokens: list[str]) -> list[tuple[list[str], bool]]:
        """The sentences of a piece, one for each person that it is said to, each with whether it asks."""
        ended = self._ended_by_speech(tokens)
        parted = sentences(without_adverbs_inside(self.scope.nouns.verbs, ended))
        called = without_hail(parted)
        self.hailed = called != parted
        joined = without_turning(retracted_together(self.scope, called))
        straight = itertools.chain.from_iterable(map(_asked_straight, joined))
        return list(itertools.chain.from_iterable(map(self._to_each, straight)))

    def _ended_by_speech(self, tokens: list[str]) -> list[str]:
        """The words with a sentence's end where a quotation ends it: “…,” I say, “….” I go there."""
        out: list[str] = []
        said = iter(self.reader.said)
        for at, token in enumerate(tokens):
            out.append(token)
            ends = token == SPEECH and next(said, "").endswith((".", "!", "?"))
            ends = ends and (reports(out) or SPEECH in out[:-1])
            if (
                ends
                and tokens[at + 1 : at + 2] in (["i"], ["we"])
                and (tokens[at + 2 : at + 3] in (["go"], ["head"]) or not reports(tokens[at + 2 : at + 4]))
            ):
                out.append(".")
        return out

    def _to_each(self, sentence: tuple[list[str], bool]) -> list[tuple[list[str], bool]]:
        """A sentence to several people as one to each of them; only what asks is asked of whoever comes first."""
        words, asked = sentence
        *before, last = put_to_each(self.scope, words)
        return [*((part, asked and _has_question(part)) for part in before), (last, asked)]

    def _creature_touched(self) -> str | None:
        """The animal, or the thing, that was stroked just before: "her" is that one, and nobody who looks on."""
        last = self.intents[-1] if self.intents else None
        if last is None or last.verb not in _CARESSING or len(last.objects) != 1:
            return None
        person = self.scope.world.characters.get(last.objects[0])
        return last.objects[0] if person is None or is_animal(self.scope.world, person.id) else None

    def _asks_its_name(self, words: list[str]) -> bool:
        """Whether the name of what was just stroked is asked for: the Game Master says it, as far as it is known."""
        touched = self._creature_touched()
        if touched is None or _ITS_NAME.fullmatch(" ".join(words)) is None:
            return False
        topic = "who_is" if touched in self.scope.world.characters else "known"
        self.clauses.append(Clause(_text(words)[:300], "question"))
        asked = Intent(verb="inform", role="question", topic=topic, objects=(touched,))
        named = words_of(plain(f"what is {name_of(self.scope.world, touched)} called"))
        self._add([asked], named, whole=True)
        return True

    def _said_beside_a_gesture(self, words: list[str], asked: bool) -> bool:
        """Words beside a gesture in stars that order nothing and tell of no deed: they are said aloud."""
        about_self = not FIRST.isdisjoint(words)
        orders = self.scope.nouns.verbs.at_start(without_lead(words))[0] or read_heading(self.scope, words)
        questions = asked or is_question(words)
        if not hearers(self.scope.world, self.scope.state) or about_self or (orders and not questions):
            return False
        who, said = addressed_person(self.scope, words) or (listener(self.scope, words), words)
        self.clauses.append(Clause(_text(words)[:300], "speech"))
        heard = ask(self.scope, who, said) if questions else self.reader.speech_to(who, said)
        self._add([heard], words)
        return True

    def _is_fragment(self, words: list[str]) -> bool:
        """Whether a sentence amid a tale has no verb and names nobody: "A cow.", "No.", "Deep breath."."""
        scope = self.scope
        if words in (["nothing"], ["silence"]):
            return True
        if len(words) > _FRAGMENT or SPEECH in words or is_question(words) or "," in words:
            return False
        ordered = scope.nouns.verbs.at_start(without_lead(words))[0] or read_heading(scope, words)
        called = any(leading_person(scope, words[at:], by_name=True)[0] for at in range(len(words)))
        told = person_of(scope, words, 0) is not None or is_expression(scope, words)
        return not (ordered or called or told or self.reader.idiom(words) or words[0] in FIRST)

    def _is_bewildered(self, words: list[str]) -> bool:
        """A sentence of a player who has lost the thread, or wants a turn back: both are the Game Master's."""
        talking = self._partner() is not None
        if wants_it_back(words, talking):
            self.clauses.append(Clause(_text(words)[:300], "undo"))
        elif is_musing(words) and SPEECH not in words and (len(words) < self.length or "maybe" in words[1:]):
            self.clauses.append(
                Clause(_text(words)[:300], "thought")
            )  # beside what is done; alone it may be meant
        elif is_at_a_loss(words, talking) and SPEECH not in words:
            self.clauses.append(Clause(_text(words)[:300], "question"))
            self._add([Intent(verb="inform", role="question", topic="goal")], words, whole=True)
        else:
            return False
        return True

    def _said_together(self, found: list[Stretch]) -> list[Stretch]:
        """An order that "you" goes on after is given to whoever is spoken with: "eat something, you look pale"."""
        if self._partner() is None or self.gesture:
            return found
        together = [*found]
        for at, one in enumerate(found[1:]):
            before = together[at]
            urged = before.role == "act" and FIRST.isdisjoint(before.words) and before.words[:1] != ["let"]
            if urged and one.role == "speech" and one.words[0] == "you" and one.joint in ("", ","):
                together[at] = replace(before, words=["you", *before.words], role="speech")
        return together

    def _calls_back(self, words: list[str]) -> bool:
        """What is called to somebody after "wait": a companion stays, anybody else is told so."""
        here = [who for who in self.scope.people if self.scope.state.characters[who].following]
        who = next(iter(here), None) or self._partner()
        if who is None or not is_held_back(words):
            return False
        stays = who in here and not {"come", "follow", "stay"}.isdisjoint(words) and words[:1] != ["come"]
        self.clauses.append(Clause(_text(words)[:300], "speech"))
        self._add(
            [Intent(verb="dismiss", objects=(who,)) if stays else said_to(self.scope, who, words)], words
        )
        return True

    def _take_back(self) -> None:
        """What was ordered before counts no more: "drop the lantern. no wait, don't"."""
        told = [at for at, intent in enumerate(self.intents) if intent.role != "act"]
        self.intents = [self.intents[at] for at in told]
        self.sure = [self.sure[at] for at in told]
        self.problem = None
        self.clauses = [replace(one, role="negation") if one.role == "act" else one for one in self.clauses]

    def _with_mention(self, words: list[str]) -> list[str]:
        """A question about quoted words, with the words in it: what does “keel-up” mean."""
        at = words.index(SPEECH) if SPEECH in words else 0
        if at and self.reader.said and plain_form(words[at - 1], _WRITING) in _WRITING:
            return [*words[:at], "the", "words", *words[at + 1 :]] if self.reader.said.pop(0) else words
        if not 0 < at < 4 or words[0] not in _ABOUT_WORDS or not self.reader.said or reports(words):
            return words
        return [*words[:at], *words_of(self.reader.said.pop(0)), *words[at + 1 :]]

    def _asked_of_gm(self, words: list[str], addressed: bool) -> bool:
        """A sentence that asks the Game Master, by name or by what it asks: whatever it joins is theirs."""
        questions = asked_of_gm(self.scope, words, addressed=addressed)
        if questions is None:
            return False
        self.clause = 1.0
        for question in questions:
            said = question.words.split()
            self.clauses.append(Clause(_text(said)[:300], "question"))
            self._add([question], said, whole=True)
        return True

    def _asked_back(self, words: list[str], asked: bool) -> bool:
        """A question to somebody on what they have just said."""
        back = followed_up(self.scope, words, asked) if SPEECH not in words else None
        if back is None:
            return False
        self.clauses.append(Clause(_text(words)[:300], "speech"))
        self._add([ask(self.scope, *back)], back[1])
        return True

    def _put_right(self, words: list[str], asked: bool) -> bool:
        """What was said before, to somebody else or about something else; a name alone that is asked after."""
        if SPEECH in words:
            return False
        again = correction_in(self.scope, words)
        after = name_asked_after(self.scope, words) if asked and again is None else None
        if again is None and after is None and not self._asks_who_that_is(words):
            return False
        self.clauses.append(Clause(_text(words)[:300], "speech"))
        if again is not None:
            who, said = again
            meant = ask(self.scope, who, said) if said else Intent(verb="talk", objects=(who,))
            self._add([meant], said or words)
        elif after is not None:
            self._add([ask(self.scope, after, words)], ["who", "is", *words])
        return True

    def _asks_who_that_is(self, words: list[str]) -> bool:
        """Whether a question only says again what a name before it asked: "Ragnhild?? Who's that?"."""
        pointed = tuple(words) in {("who", "is", one) for one in ("that", "she", "he", "this", "it")}
        return pointed and bool(self.intents) and self.intents[-1].words.startswith("who is ")

    def _takes_into_confidence(self, words: list[str]) -> bool:
        """Whether the player tells whoever they speak with what they feel."""
        partner = self._partner()
        if partner is None or not feeling_of(_text(words)):
            return False
        self.clauses.append(Clause(_text(words)[:300], "speech"))
        self._add([Intent(verb="tell", objects=(partner,), topic=_text(words)[:110])], words)
        return True

    def _told_in_talk(self, words: list[str], found: list[Stretch]) -> bool:
        """A sentence that only tells something, amid a talk: whoever is talked with is told it."""
        partner = self._partner()
        roles = {one.role for one in found}
        mental = words[0] in ("i", "we") and not _HELD_IN_MIND.isdisjoint(words[1:4])
        told = roles <= {"background", "thought"} or (
            roles <= {"background", "thought", "negation"}
            and (mental or statement_of(words).force == "assure")
        )
        if partner is None or not found or not told or len(words) < 3 or words[0] in _NARRATED:
            return False
        if any(one.doubtful for one in found) or any(self._said_aloud(one) for one in found):
            return False
        self.clauses.append(Clause(_text(words)[:300], "speech"))
        self._add([ask(self.scope, partner, words, "tell")], words)
        return True

    def _goes_on_asking(self, words: list[str], asked: bool) -> bool:
        """A sentence that only adds to the question before it: "… or at least sharpen my knife", "for this lamp"."""
        before = self.clauses[-1].role if self.clauses else None
        asked_last = (
            bool(self.intents) and self.intents[-1].verb == "ask" and len(self.intents[-1].objects) == 1
        )
        if words[0] == "or" and asked_last and len(words) > 2 and SPEECH not in words:
            self.clauses.append(Clause(_text(words)[:300], "speech"))
            self._add([ask(self.scope, self.intents[-1].objects[0], words[1:])], words)
            return True
        hangs_on = before == "question" and words[0] in ("for", "of", "about") and not asked
        if hangs_on and person_of(self.scope, words, 0) is None and len(words) <= _FRAGMENT:
            self.clauses.append(Clause(_text(words)[:300], "thought"))
            return True
        return False

    def _asks_on(self, words: list[str]) -> bool:
        """ "And might I listen?" after a question to somebody is one more to them."""
        before = self.intents[-1] if self.intents else None
        joined = words[0] == "and" and len(words) > 2 and not FIRST.isdisjoint(words[1:3])
        if not joined or before is None or before.verb != "ask" or len(before.objects) != 1:
            return False
        self.clauses.append(Clause(_text(words)[:300], "speech"))
        self._add([ask(self.scope, before.objects[0], words[1:])], words)
        return True

    def _partner(self) -> str | None:
        """Whom the player speaks with: in this turn, or a turn or two ago."""
        speaking = [intent for intent in self.intents if intent.verb in SPEAKING and intent.objects]
        partner = speaking[-1].objects[0] if speaking else last_partner(self.scope.state)
        return partner if partner in self.scope.people else None

    def _offers_something(self, words: list[str], asked: bool) -> bool:
        """Something of the player's own that somebody is offered: "cigarette?", "here, have a smoke, Otis"."""
        if not hearers(self.scope.world, self.scope.state):
            return False
        named = addressed_person(self.scope, words) or self._name_at_the_end(words)
        who, said = named if named is not None else (listener(self.scope, words), words)
        offer = offered_in(self.scope, who, said, asked=asked) if who in self.scope.people else None
        if offer is None or (named is None and not asked and words[:1] != ["here"]):
            return False  # "have a smoke" alone is for oneself
        self.clauses.append(Clause(_text(words)[:300], "act"))
        bare = [word for word in said if word.isalnum()]
        self._add([offer], ["a", *bare] if len(bare) == 1 else bare, whole=True)
        return True

    def _name_at_the_end(self, words: list[str]) -> tuple[str, list[str]] | None:
        """Whoever is here and is named after the last comma, and what comes before it."""
        at = len(words) - 1 - words[::-1].index(",") if "," in words else 0
        who, length = leading_person(self.scope, words[at + 1 :], by_name=True) if at else (None, 0)
        return (str(who), words[:at]) if who in self.scope.people and at + 1 + length == len(words) else None

    def _calls_for_ears(self, words: list[str]) -> list[str]:
        """What is said after somebody was told to listen, whatever they were called: "listen toaster, tell me …"."""
        at = words.index(",") if "," in words[1:4] else 0
        rest = words[at + 1 :]
        called = words[1:at] if words[:1] in (["listen"], ["look"]) else []
        if not at or len(rest) < 2 or not PREPOSITIONS.isdisjoint(called) or self._thing_among(called):
            return words
        heard = hearers(self.scope.world, self.scope.state)
        speech = rest[0] in PLEAS or is_question(rest) or is_leverage(self.scope, rest)
        return rest if heard and speech and words[:1] in (["listen"], ["look"]) else words

    def _thing_among(self, words: list[str]) -> bool:
        found = resolve(self.scope, words) if words else None
        return found is not None and found.fit >= _NAMED and self.scope.reach(found.thing)

    def _flips_a_coin(self, words: list[str]) -> bool:
        """A coin that is flipped shows a side, and nothing more is done: "heads I go, tails I stay"."""
        if words[0] in _SIDES_OF_A_COIN and any(_FLIPPED.match(one.topic or "") for one in self.intents):
            self.clauses.append(Clause(_text(words)[:300], "condition"))
            return True
        flipped = _FLIPPED.match(" ".join(words[words[:1] == ["i"] :]))
        if flipped is None or (flipped["verb"] != "flip" and not self.staked):
            return False
        found = resolve(self.scope, [flipped["coin"]], frozenset({"item"}))
        coin = self.scope.world.items.get(found.thing) if found is not None else None
        if coin is None or self.scope.state.items[coin.id] != PLAYER or not _COINS.intersection(coin.tags):
            return False
        self.clauses.append(Clause(_text(words)[:300], "act"))
        told = Intent(verb="express", role="act", topic=f"flip the {flipped['coin']}", objects=(coin.id,))
        self._add([told], flipped[0].split(), whole=True)
        return True

    def _spoken_as_a_whole(self, words: list[str], asked: bool) -> bool:
        """A threat, an offer, a plea for leave, words to everybody: speech, whatever deeds it speaks of."""
        if self._takes_into_confidence(words):
            return True
        if not asked and greets_or_parts(words) is not None and hearers(self.scope.world, self.scope.state):
            self.clauses.append(Clause(_text(words)[:300], "speech"))
            self._add([said_to(self.scope, listener(self.scope, words), words)], words)
            return True
        shared = _SHARED.match(_text(words)) is not None and hearers(self.scope.world, self.scope.state)
        if shared and addressed_person(self.scope, words) is None:
            self.clauses.append(Clause(_text(words)[:300], "speech"))
            self._add([ask(self.scope, listener(self.scope, words), words)], words)
            return True
        if _PLEA.match(_text(words)) and hearers(self.scope.world, self.scope.state):
            plea = ["will", "you", *words[words[0] == "please" :]]
            self.clauses.append(Clause(_text(words)[:300], "speech"))
            self._add([ask(self.scope, listener(self.scope, plea), plea)], plea)
            return True
        threat = threat_in_words(self.scope, words)
        if threat is not None:
            self.clauses.append(Clause(_text(words)[:300], "speech"))
            self._add([threat], words)
            return True
        if ("if", "only") in itertools.pairwise(words) and _YOU.isdisjoint(words):
            return False  # a wish
        said = to_all(self.scope, words)
        outright = is_leverage(self.scope, words) or is_said_outright(self.scope, words)
        told = without_tag(words) or ([] if asked else words)
        if said is None and (outright or is_said_of_them(self.scope, told)):
            said = addressed_person(self.scope, words) or (listener(self.scope, words), words)
        if (
            said is None
            and asks_leave(self.scope, words)
            and (named := addressed_person(self.scope, words)) is None
        ):
            self.clauses.append(Clause(_text(words)[:300], "speech"))
            self._add([ask(self.scope, listener(self.scope, words), words)], words)
            return True
        if (
            said is None
            and (named := addressed_person(self.scope, words)) is not None
            and (named[1][:1] == ["you"] or _is_called_after(words, named[1]))
        ):
            said = named
        away = named if said is None and named is not None and named[0] not in self.scope.people else None
        if away is not None and "," in words and is_question(away[1]):
            self.clauses.append(Clause(_text(words)[:300], "speech"))
            self._add([ask(self.scope, *away)], words)  # who is not here is asked nothing, and nobody else is
            return True
        said = said or called_amid(self.scope, words)
        if said is None:
            return False
        self.clauses.append(Clause(_text(words)[:300], "speech"))
        self._add([said_to(self.scope, *said)], words)
        return True

    def outside(self, words: str) -> None:
        """Words to the program; what they ask about the story is answered."""
        asked = [(without_address(said)[1], one) for said, one in sentences(words_of(plain(words)))]
        if asked and all(said and self._asked_of_gm(said, True) for said, _ in asked):
            return
        self.clauses.append(Clause(words.strip()[:300], "ooc"))

    def remark(self, words: str) -> None:
        """What is only remarked beside the deeds, in brackets: nothing comes of it."""
        self.clauses.append(Clause(words.strip()[:300], "background"))

    def _stop_short(self) -> None:
        """Whoever goes up to a place next door and stops outside it does not go in."""
        for at, intent in enumerate(self.intents):
            to = intent.objects[0] if intent.verb in ("go", "climb", "sneak") and intent.objects else ""
            place = self.scope.world.locations.get(to)
            halts = (
                place is not None and place.indoors and any(_OUTSIDE.search(one.text) for one in self.clauses)
            )
            if halts and any(way.to == to for way in exits(self.scope.world, self.scope.state, self.start)):
                del self.intents[at], self.sure[at]
                if not self.intents:
                    self._add([Intent(verb="express", role="emote", topic="stop outside")], [], whole=True)
                return

    def _look_where_it_may_be(self) -> None:
        """Whoever looks for what is not here goes where they say it may be: "find Yrsa. The brewhouse, I guess"."""
        if self.sought is None:
            return
        search = self.sought
        said = [search.words, *(one.text for one in self.clauses if one.role != "speech")]
        named = [thing for thing in search.objects[1:] if thing in self.scope.world.locations]
        supposed = (place_supposed(self.scope, words_of(words), self.start) for words in said)
        place = next(filter(None, [*named, *supposed]), None)
        others = [one for one in self.intents if one.objects[:1] not in ((place,), search.objects[:1])]
        verbs = self.scope.nouns.verbs
        ordered = any(
            verbs.at_start(without_lead(one.words.split()))[0][:1] == ("go",) for one in self.intents[1:]
        )
        if place is None or others or ordered:
            return
        walk = Intent(verb="go", objects=(place,), words=search.words)
        in_person = search.objects[0] in self.scope.world.characters  # whoever is there is seen on coming in
        search = search.model_copy(update={"objects": search.objects[:1]})
        self.intents, self.problem = [walk] if in_person else [walk, search], None
        self.sure = [1.0] * len(self.intents)

    def _leave_what_is_to_be_kept(self) -> None:
        """ "Keep the beer, I keep my cloak" calls a trade off: what somebody is to keep is not taken from them."""
        for at in range(len(self.intents) - 1, -1, -1):
            words = self.intents[at].words.removeprefix("i ")
            if self.intents[at].verb != "take" or not words.startswith("keep "):
                continue
            del self.intents[at], self.sure[at]
            self.clauses = [
                replace(one, role="negation") if one.role == "act" else one for one in self.clauses
            ]
            kept = self.problem is not None and "keep" in self.problem.about.split()[:3]
            self.problem = None if kept or not self.intents else self.problem

    def _put_to_whom_it_says(self) -> None:
        """ "What is knocking? Ask her": the question before is put to whoever is named after it."""
        for at in range(len(self.intents) - 1, 0, -1):
            before, bare = self.intents[at - 1], self.intents[at]
            if (
                bare.verb != "ask"
                or bare.topic
                or len(bare.objects) != 1
                or not bare.words.startswith("ask ")
            ):
                continue
            questioned = before.verb == "ask" or before.role == "question"
            if not questioned or not is_question(before.words.split()):
                continue
            put = ask(self.scope, bare.objects[0], before.words.split())
            self.intents[at - 1] = put.model_copy(update={"words": before.words})
            del self.intents[at], self.sure[at]

    def _leave_talk_as_talk(self) -> None:
        """A rest that nobody ordered is said to whoever is talked with, or is left in doubt: "we all sleep"."""
        for at, intent in enumerate(self.intents):
            if is_ordered(self.scope, intent):
                continue
            partner = self._partner()
            called = called_to(self.scope, intent)
            if called is not None:
                said = self.reader.speech_to(*called)
            elif partner is not None:
                said = ask(self.scope, partner, intent.words.split(), "tell")
            else:
                self.sure[at] = 0.0
                continue
            self.intents[at] = said.model_copy(update={"words": intent.words})
            self.sure[at] = 1.0

    def reading(self) -> Reading:
        """What all pieces came to."""
        if any(clause.role == "undo" for clause in self.clauses):
            return Reading((), clauses=tuple(self.clauses))
        self._act_on_the_doubtful()
        self._put_to_whom_it_says()
        self._leave_talk_as_talk()
        self._look_where_it_may_be()
        self._comes_along_first()
        self._stop_short()
        self._leave_what_is_to_be_kept()
        self.intents = [_only_kept_still(intent) for intent in self.intents]
        problem, kept = self.problem, tidy(self.scope, self.intents)
        if problem is not None and self._is_idle_talk(problem):
            problem = None
        intents = tuple(self.intents[at] for at in kept)
        if not intents and problem is None and not self._only_told():
            problem = Unclear("not_understood", self.unread)
        found = Reading(
            intents,
            problem.reason if problem else None,
            problem.choices if problem else (),
            problem.about if problem else "",
            tuple(self.clauses),
            clarify=self._which_is_meant() if not intents else None,
        )
        return asked_back(self.scope, found, tuple(self.sure[at] for at in kept))

    def _stretches(self, words: list[str], asked: bool) -> list[Stretch]:
        """A sentence cut by roles; one that a rule's own phrase names is a deed as it stands."""
        if not self.gesture and rule_named(self.scope, words) is not None:
            return [Stretch(words, "act", asked)]
        return stretches(self.scope, words, asked, gesture=self.gesture)

    def _stretch(self, stretch: Stretch) -> None:
        if not _is_bare(stretch.words):
            self._say_what_was_quoted()
        if not self.gesture and not stretch.asked and self._tells_what_is_forsworn(stretch):
            return
        if stretch.role == "question" and is_exclamation(stretch.words):
            stretch = replace(stretch, role="thought")
        if stretch.role in IDLE:
            handled = any(intent.role == "act" and intent.objects for intent in self.intents)
            if stretch.role != "negation" or not handled:
                self._mention(stretch.words)  # "take the bowl, don't touch the spoon, carry it out": the bowl
            if stretch.role in ("background", "thought") and self._said_aloud(stretch):
                return
            self._note(stretch)
            if stretch.role == "time" and self.clauses[-2:-1] and self.clauses[-2].role == "act":
                self._measure(stretch.words)
            elif stretch.role == "condition" and tuple(stretch.words) in _IF_I_DID and self.intents:
                self.intents.pop()  # "I would like to mend it if I did": a wish, which waits for an answer
                self.sure.pop()
            elif stretch.role == "purpose" and self._says_where_to(stretch.words):
                pass
            elif self._says_what_for(stretch):
                words = _text(stretch.words)
                meant = {"purpose": (words if stretch.role == "purpose" else f"as {words}")[:300]}
                self.intents[-1] = self.intents[-1].model_copy(update=meant)
        elif stretch.role == "ooc":
            self._note(stretch)
        elif stretch.doubtful:
            self.doubtful.append(stretch)
        elif stretch.role == "emote" and says_only_how(stretch.words):
            self._note(replace(stretch, role="manner"))  # "ask Mara about the mill (nicely)"
        elif stretch.role == "emote":
            self._note(stretch)
            shown = Intent(verb="express", role="emote", topic=_text(stretch.words)[:120])
            self._add([read_warming(self.scope, stretch.words) or shown], stretch.words)
        elif SPEECH in stretch.words:
            self._note(stretch)
            self.quoted.append(stretch.words)
        elif stretch.asked and self.scope.people and is_request(stretch.words):
            self._note(replace(stretch, role="speech"))
            self._ask(stretch.words)
        elif stretch.role == "speech" and stretch.words[0] == "you" and self._partners():
            self._note(stretch)
            self._add(
                [ask(self.scope, listener(self.scope, stretch.words), stretch.words, "tell")], stretch.words
            )
        elif is_question(stretch.words) and (named := self._asked_by_name(stretch.words)) is not None:
            self._note(replace(stretch, role="speech"))
            if not self._ask_each(*named):
                self._add([ask(self.scope, *named)], stretch.words)
        elif (stretch.role == "question" or is_question(stretch.words)) and (
            question := gm_question(self.scope, stretch.words)
        ):
            self._note(replace(stretch, role="question"))
            self._add([self._put_to_listener(question, stretch.words)], stretch.words)
        else:
            self._note(stretch)
            before = len(self.intents)
            self._sentence(stretch.words, stretch.asked)
            bare = stretch.asked and not self.scope.nouns.verbs.at_start(without_lead(stretch.words))[0]
            rests = any(intent.verb in RESTS for intent in self.intents[before:])
            if stretch.role == "question" and (rests or bare or stretch.words[0] in QUESTION_WORDS):
                self._only_ask(before, stretch.words)

    def _only_ask(self, first: int, words: list[str]) -> None:
        """What asks where or how one might do a deed does not do it: "where can I sleep" is put to who is there."""
        idle = PERCEIVE if words[0] in QUESTION_WORDS else (*PERCEIVE, *META)
        done = [one for one in self.intents[first:] if one.verb not in idle]
        if any(stake_of(self.scope, one) > Stake.NOTHING for one in done):
            del self.intents[first:], self.sure[first:]
            if self.scope.people:
                self._ask(words)
            else:
                self._add([Intent(verb="inform", role="question", topic="known")], words, whole=True)

    def _asked_by_name(self, words: list[str]) -> tuple[str, list[str]] | None:
        """Whoever here is asked by name, after a comma, or who is talked with and asked for a way; and what."""
        named = addressed_person(self.scope, words)
        if named is not None and named[0] in self._partners() and len(named[1]) > 1 and "," in words:
            return named
        partner = self._partner()
        if (
            partner is None
            or _WAY_ASKED.match(" ".join(words)) is None
            or gm_question(self.scope, words) is not None
        ):
            return None
        return partner, words

    def _tells_what_is_forsworn(self, stretch: Stretch) -> bool:
        """Whether whoever hears it is told what the player has no mind to do to them; alone it is only said."""
        if stretch.role not in _FORSWORN or not assures(self.scope, stretch.words):
            return False
        if hearers(self.scope.world, self.scope.state):
            who, said = addressed_person(self.scope, stretch.words) or (
                listener(self.scope, stretch.words),
                stretch.words,
            )
            self._note(replace(stretch, role="speech"))
            self._add([ask(self.scope, who, said, "tell")], stretch.words)
        else:
            self._note(replace(stretch, role="negation"))
        return True

    def _ask_each(self, who: str, words: list[str]) -> bool:
        """Each of several questions that are joined: "who is he, where is the bell, and why do you toss that coin?"."""
        parts = questions_in(words) if is_question(words) and "or" not in words else []
        if len(parts) < 2 or not all(is_question(part) and len(part) > 1 for part in parts):
            return False
        for part in parts[:_MOST_QUESTIONS]:
            self._add([ask(self.scope, who, part)], part)
        return True

    def _says_where_to(self, words: list[str]) -> bool:
        """Whether a purpose names the end of a walk that had only a direction: "go down to find Jory in the store"."""
        last = self.intents[-1] if self.intents else None
        at = max((n for n, word in enumerate(words) if word in ("in", "at", "from")), default=0)
        if last is None or last.verb != "go" or last.direction is None or not at:
            return False
        found = resolve(self.scope, words[at + 1 :], frozenset({"place"}), frozenset({"place"}))
        if found is None or found.fit < _NAMED or found.thing in (self.scope.state.place, *last.objects):
            return False
        self.intents[-1] = last.model_copy(update={"objects": (found.thing,)})
        self.scope.walk_to(found.thing)
        return True

    def _says_what_for(self, stretch: Stretch) -> bool:
        """Whether a stretch says what the deed before it is for: a purpose, or what it is to look like."""
        if not self.intents or self.intents[-1].role != "act":
            return False
        seeming = stretch.words[0] in ("if", "though") and len(self.clauses) > 1
        before = self.clauses[-2] if seeming else None
        return stretch.role == "purpose" or (
            before is not None and (before.role, before.text) == ("manner", "as")
        )

    def _partners(self) -> list[str]:
        return hearers(self.scope.world, self.scope.state)

    def _say_what_was_quoted(self) -> None:
        """One speech of the quotations that follow each other: “…,” I say. “…”"""
        if not self.quoted:
            return
        self._mention_goal(words_of(plain(" ".join(self.reader.said))))
        around = [word for words in self.quoted for word in words if word != SPEECH]
        number = sum(words.count(SPEECH) for words in self.quoted)
        self.told_as_past = all(intent.verb == "express" for intent in self.intents) and reports_past(around)
        self.reader.said = [" ".join(self.reader.said[:number]), *self.reader.said[number:]]
        words, self.quoted = [SPEECH, *around], []
        if self.reader.said and (touched := self._creature_touched()) is not None:
            named = f"what is {name_of(self.scope.world, touched)} called"
            self.reader.said[0] = _NAME_OF_IT.sub(named, self.reader.said[0])
        to_each = quotation_to_each(self.scope, self.reader.said[0]) if self.reader.said else []
        try:
            for who, said in to_each:
                _, speech = quoted_speech(self.scope, said)
                self._add([self.reader.speech_to(who, speech)], speech)
            if to_each:
                self.reader.said.pop(0)
            else:
                self._add([self.reader.quotation(words)], words)
        except Unclear as unclear:
            self._fail(unclear)

    def _put_to_listener(self, question: Intent, words: list[str]) -> Intent:
        """A question on what somebody said is for the one who was just spoken to: "Thank you. What did he mean?"."""
        before = self.intents[-1] if self.intents else None
        if question.topic != "heard" or before is None or before.verb not in SPEAKING or not before.objects:
            return question
        who = before.objects[0]
        return (
            ask(self.scope, who, words)
            if who in self.scope.people and who not in question.objects
            else question
        )

    def _ask(self, words: list[str]) -> None:
        try:
            self._add([ask(self.scope, listener(self.scope, words), words)], words)
        except Unclear as unclear:
            self._fail(unclear)

    def _mention(self, words: list[str]) -> None:
        """Whoever is named beside the deed is whom its pronouns mean: "if Ulf is here I hit him"."""
        for at in range(len(words)):
            who, _ = leading_person(self.scope, words[at:], by_name=True)
            if who is not None and words[at] not in _PRONOUNS:
                self.scope.focus = refocus(self.scope.world, self.scope.focus, [who])
                return
        for at in range(1, len(words)):
            if words[at] in _PRONOUNS or words[at] in DETERMINERS:
                continue
            for end in range(min(len(words), at + _NAME_WORDS), at, -1):
                found = resolve(self.scope, words[at:end])
                if found is not None and found.fit >= _NAMED and self._is_thing_here(found.thing):
                    self.scope.focus = refocus(self.scope.world, self.scope.focus, [found.thing])
                    return

    def _mention_goal(self, said: list[str]) -> None:
        """A place that somebody says they are going to is "there": "I am going to the hall." I go up there."""
        for at in range(1, len(said) - 1):
            if said[at] not in ("to", "into") or said[at - 1] not in _SETTING_OUT:
                continue
            for end in range(min(len(said), at + 1 + _NAME_WORDS), at + 1, -1):
                found = resolve(self.scope, said[at + 1 : end], frozenset({"place"}), frozenset({"place"}))
                if found is not None and found.fit >= _NAMED and found.thing != self.scope.state.place:
                    self.scope.focus = refocus(self.scope.world, self.scope.focus, [found.thing])
                    return

    def _comes_along_first(self) -> None:
        """Whoever is asked to come along on a walk is asked before it: "run up to the bell. Jory, come with me"."""
        walks = [at for at, one in enumerate(self.intents) if one.verb in _WALKING and one.role == "act"]
        here = self.scope.state.present(self.start)
        for at, intent in enumerate(self.intents):
            asked = intent.verb == "recruit" and not {"me", "us"}.isdisjoint(intent.words.split())
            if walks and asked and at > walks[0] and not {*intent.objects}.isdisjoint(here):
                self.intents.insert(walks[0], self.intents.pop(at))
                self.sure.insert(walks[0], self.sure.pop(at))
                return

    def _is_thing_here(self, thing: str) -> bool:
        return self.scope.nouns.kinds[thing] in ("item", "feature") and self.scope.reach(thing)

    def _measure(self, words: list[str]) -> None:
        """How long the deed before these words lasts; what is no waiting itself is followed by a wait."""
        duration = duration_of(self.scope.world, self.scope.state, words) if words[0] in _UNTIL else None
        if duration is None or not self.intents or self.intents[-1].role != "act":
            return
        last = self.intents[-1]
        if last.verb in RESTS:
            soon = duration.event and leading_person(self.scope, words[1:])[0] in self.scope.people
            minutes = min(duration.minutes, _UNTIL_THEY_MOVE) if soon else duration.minutes
            self.intents[-1] = last.model_copy(update={"minutes": minutes})
        elif last.verb in _KEPT_UP and not (duration.event and _is_gaze(last)):
            self._add([Intent(verb="wait", minutes=duration.minutes)], words)

    def _note(self, stretch: Stretch) -> None:
        self.clause = stretch.confidence
        self.clauses.append(Clause(_text(stretch.words)[:300], stretch.role, stretch.confidence))

    def _said_aloud(self, stretch: Stretch) -> bool:
        """Whether what is told or felt is a turn of speech: "I am sorry", "I love you", "I think Ulf did it"."""
        if stretch.words[:2] in (["i", "am"], ["i", "feel"]):
            state = gm_question(self.scope, ["am", "i", *stretch.words[2:]])
            if state is not None and state.topic in _STATES:
                self.clauses.append(Clause(_text(stretch.words)[:300], "question"))
                self._add([state], stretch.words)
                return True
        if not self.scope.people:
            return False
        if self._takes_into_confidence(stretch.words):
            return True
        idiom = self.reader.idiom(without_lead(stretch.words)) or self.reader.idiom(stretch.words)
        if idiom is None or idiom.verb not in SPEAKING:
            return False
        self.clauses.append(Clause(_text(stretch.words)[:300], "speech"))
        self._add([idiom], stretch.words)
        return True

    def _act_on_the_doubtful(self) -> None:
        """What is told in the past tense, or planned, is read as deeds, in doubt, where nothing else is done."""
        acting = any(intent.verb != "express" for intent in self.intents) and not self.told_as_past
        for stretch in self.doubtful:
            if acting or not self._could_be_now(stretch):
                self._note(replace(stretch, role="background"))
            else:
                self._note(stretch)
                self._sentence(stretch.words, False)

    def _could_be_now(self, stretch: Stretch) -> bool:
        """Whether what was told can be done here and now, with things that are here."""
        trial = Reader(replace(self.scope))
        trial._sentence(stretch.words, False)
        kinds = self.scope.nouns.kinds
        things = [
            thing for intent in trial.intents for thing in (*intent.objects, intent.tool, intent.recipient)
        ]
        handled = [thing for thing in things if thing is not None and kinds.get(thing) != "place"]
        if self.told_as_past and any(stake_of(self.scope, one) > Stake.LITTLE for one in trial.intents):
            return False  # of a tale, no more than small things are done now
        return bool(trial.intents) and all(map(trial.scope.reach, handled))

    def _which_is_meant(self) -> Clarify | None:
        """The question back where several things, or people, could be meant by an order."""
        if (
            self.problem is None
            or self.problem.reason not in ("which", "who")
            or self.reader.orders.last_verb is None
        ):
            return None
        names = [name_of(self.scope.world, thing) for thing in self.problem.choices[:MOST_CHOICES]]
        said = self.reader.orders.last_head[:1].upper() + self.reader.orders.last_head[1:]
        return Clarify("", tuple(f"{said} {name}" for name in names)) if len(names) > 1 else None

    def _only_told(self) -> bool:
        """Whether there is nothing to do because the player only tells, thinks, or says what they do not do."""
        return bool(self.clauses) and all(clause.role in IDLE | {"ooc", "undo"} for clause in self.clauses)

    def _add(self, intents: list[Intent], words: list[str], *, whole: bool = False) -> None:
        """Note intents and the clause they were read from; with `whole`, all of its words were."""
        clause = " ".join(words)[:300]
        for intent in intents:
            if intent.verb in RESTS and intent.minutes is None:
                found = duration_of(self.scope.world, self.scope.state, words)
                intent = intent.model_copy(update={"minutes": found.minutes if found else None})
            elif intent.minutes is None and intent.verb in _LASTS_AS_LONG:
                intent = intent.model_copy(update={"minutes": length_named(words)})
            intent = self._of_the_group(intent, words)
            if self.gesture and intent.role == "act" and (intent.verb in _SHOWN or words[0] in _LIFTED):
                intent = intent.model_copy(update={"role": "emote"})
            self.intents.append(intent.model_copy(update={"words": clause}))
            if self.sought is None and is_sought_elsewhere(self.scope, intent):
                self.sought = self.intents[-1]
            self.scope.talking = self.scope.talking or intent.verb in SPEAKING
            self.sure.append(
                certainty(
                    self.scope,
                    intent,
                    [] if whole and intent.verb not in RESTS else words,
                    self.clause,
                    self.respelt,
                )
            )
            self.reader.orders.last_verb = intent.verb if self.reader.orders.last_verb is not None else None
            things = [*intent.objects, intent.recipient, intent.tool]
            named = [thing for thing in reversed(things) if thing]
            self.scope.focus = refocus(self.scope.world, self.scope.focus, named)
            if intent.verb == "express":
                self._mention(words)
            self._walk(intent)

    def _walk(self, intent: Intent) -> None:
        """What is said after a walk is read where it leads: "run up to the gallery and ring the bell"."""
        to = intent.objects[0] if intent.verb in _WALKING and intent.objects else None
        if intent.role == "act" and to in self.scope.world.locations and to != self.scope.state.place:
            self.scope.walk_to(str(to))

    def _of_the_group(self, intent: Intent, words: list[str]) -> Intent:
        """All of several things where "them" or "both" means those that were named before."""
        if len(intent.objects) == 1 and intent.objects[0] in self.group and not _GROUP.isdisjoint(words):
            intent = intent.model_copy(update={"objects": self.group})
        if len(intent.objects) > 1:
            self.group = intent.objects
        taken_back = intent.verb == "put" and intent.recipient is None and "back" in words
        if taken_back and not _ALL.isdisjoint(words):
            held = self.scope.state.held
            found = tuple(thing for thing in intent.objects if held.get(thing, 0) > 0)
            if not found:
                raise Unclear("not_understood", " ".join(words)[:80])
            intent = intent.model_copy(update={"objects": found})
        return intent

    def _called_first(self, words: list[str]) -> tuple[str, list[str]] | None:
        """Whoever is here and is named by the first words of a clause that nothing else could be made of."""
        for at in (0, 1):
            who, length = leading_person(self.scope, words[at:], by_name=True)
            rest = words[at + length :]
            if who in self.scope.people and len(rest) > 1 and "," not in words[:at]:
                return str(who), rest
        return None

    def _note_what_was_missed(self) -> None:
        if self.scope.missed:
            self._fail(Unclear("no_such_thing", ", ".join(self.scope.missed)))
            self.scope.missed.clear()

    def _fail(self, unclear: Unclear) -> None:
        if self.problem is None or self.problem.reason == "not_understood":
            self.problem = unclear

    def _sentence(self, words: list[str], asked: bool) -> None:
        try:
            self._whole_or_clauses(words, asked)
        except Unclear as unclear:
            self._fail(unclear)

    def _said_in_passing(self, words: list[str], asked: bool) -> Intent | None:
        """An input that is nothing but a few words without a verb, as it is said to somebody."""
        alone = not self.intents and len(words) + 1 >= self.length and not self.gesture and not self.respelt
        who = said_in_passing(self.scope, words) if alone else None
        return ask(self.scope, who, words, "ask" if asked else "tell") if who is not None else None

    def _is_idle_talk(self, unclear: Unclear) -> bool:
        """Whether a few words that were not followed name nothing and order nothing: "fine", "I deduce"."""
        words = unclear.about.split()
        if (
            unclear.reason != "not_understood"
            or not 0 < len(words) < _FRAGMENT
            or not self._is_beside_the_rest(words)
        ):
            return False
        return not any(stem(word) in self.scope.nouns.by_stem for word in words)

    def _is_beside_the_rest(self, words: list[str]) -> bool:
        """Whether something else was read in the same input, and no verb is among the words."""
        return bool(self.intents) and not any(
            self.scope.nouns.verbs.at_start(words[at:])[0] for at in range(len(words))
        )

    def _whole_or_clauses(self, words: list[str], asked: bool) -> None:
        rule = rule_named(self.scope, words)
        if rule is not None:
            self._add([rule], words, whole=True)
            return
        # Whether one did something is one question, whatever deed it speaks of.
        report = is_reported(self.scope, words)
        words = without_manner_of_speaking(words) if report else words
        whole = report or tuple(words[:2]) in _ASKED_OF_SELF
        parted = [words] if whole else clauses(self.scope, words)
        idiom = self.reader.idiom(words) if len(parted) == 1 else None
        if idiom is not None:
            self._add([idiom], words, whole=True)
            return
        addressed = None if SPEECH in words else addressed_person(self.scope, words)
        if addressed is None and asks_company(words) and hearers(self.scope.world, self.scope.state):
            self._add([Intent(verb="recruit", objects=(listener(self.scope, words),), role="speech")], words)
            return
        if addressed is not None:
            who, rest = addressed
            if not self._ask_each(who, rest):
                self._add([self.reader.speech_to(who, rest)], words)
            return
        self.scope.missed.clear()
        gone = False  # whether the clause is the walk through the door that the one before it opened
        for clause, following in zip(parted, [*parted[1:], []], strict=True):
            if gone or (len(clause) < self.length and says_only_how(clause)):
                gone = False
                continue
            opens, leads = through_a_door(self.scope, clause, following) if following else (False, None)
            if opens:
                gone = leads is not None
                walk = [Intent(verb="go", objects=(leads,))] if leads else []
                self._add(walk, [*clause, "and", *following], whole=True)
                continue
            arrived = bool(self.intents) and self.intents[-1].verb == "go"
            if arrived and is_door_handle(self.scope, clause):
                continue  # "go up to the hall and lift the latch": it was lifted on the way in
            try:
                self.reader.whole = False
                read = self.reader.read(clause, asked)
                self._add(read, clause, whole=self.reader.whole)
                self._note_what_was_missed()
            except Unclear as unclear:
                if unclear.reason == "not_understood" and (called := self._called_first(clause)) is not None:
                    self._add([said_to(self.scope, *called)], clause)
                    continue  # "ey jory wanna bet"
                if (
                    unclear.reason == "not_understood"
                    and (heard := self._said_in_passing(clause, asked)) is not None
                ):
                    self._add([heard], clause)
                    continue  # "nine?", "long night ahead"
                if unclear.about in _IT and self.intents and self.intents[-1].verb == "express":
                    self._add([Intent(verb="express", role="emote", topic=_text(clause)[:120])], clause)
                    continue  # "I lick a finger and hold it up"
                self._fail(unclear)
                if unclear.reason == "no_such_thing":  # "it" is what was named here, and is nothing older
                    self.scope.focus = {k: v for k, v in self.scope.focus.items() if k not in ("it", "them")}


_CARESSING = frozenset({"pet", "touch", "stroke", "pat", "scratch", "hug", "kiss", "comfort"})
_NAME_OF_IT = re.compile(r"\bwhat(?:['’]?s| is) (?:his|her|its) name\b", re.IGNORECASE)
_ITS_NAME = re.compile(r"(?:and |so )?what is (?:his|her|its) name|what (?:is|are) (?:he|she|it|you) called")
_POLITE = re.compile(
    r"(?:i beg your pardon|(?:i am |so |very )*sorry to (?:trouble|bother|disturb|interrupt|ask|wake)(?: you)?"
    r"|excuse me"
    r"|pardon me|forgive me|if (?:i may|you please|you do not mind)|if it is no trouble|with respect"
    r"|begging your pardon)"
    r"(?: ,)?(?: (?:sir|madam|mr|mrs|miss|lady|lord|master|mistress|friend|lad|my|good))*(?: \w+)? ,(?: but| and| so)? "
)


def _without_politeness(words: list[str]) -> list[str]:
    """A question or an order without the courtesy before it: "excuse me, Mr Tallack, where is the bell?"."""
    text = " ".join(words)
    found = _POLITE.match(text)
    rest = text[found.end() :].split() if found is not None else []
    return rest if len(rest) > 1 else words


_SIDES_OF_A_COIN = frozenset({"heads", "tails"})
_FLIPPED = re.compile(r"(?P<verb>flip|toss|spin) (?:a|the|my|that) (?:\w+ )?(?P<coin>\w+)(?= |$)")
_COINS = frozenset("coin coins money silver".split())
# "Please help me with it" asks whoever is here, and nothing of the program.
_PLEA = re.compile(
    r"(?:please help|help (?:me|us) (?:with|to|carry|find|get|lift|move|out\b)|spare (?:me|us)\b|listen to me\b"
    r"|(?:please )?(?:sing|play|pour|cook|fetch|teach) (?:me|us)\b)"
)
# What is acted out is no attempt at anything, where it is only shown, sipped or touched.
_SHOWN = frozenset({"show", "drink", "touch", "taste", "smell"})
_LIFTED = frozenset({"raise", "raises", "lift", "lifts"})
# "Let us have a drink together" proposes it to whoever is here, and drinks nothing.
_SHARED = re.compile(r"let us .*\b(?:together|you and (?:i|me)|both of us|all of us)\b|shall we\b(?! go\b)")
_WAY_ASKED = re.compile(
    r"how (?:do|can|could|would|should) (?:i|we) (?:get|go|come)\b.* (?:to|into|onto|back|up|down|out)\b"
)
_TO_KNOW = re.compile(
    r"(?:^|(?: ,| and| but)+ )(?:(?:i|we) (?:want|need|wish|would (?:like|love))|id (?:like|love)) to know "
    r"(?=(?:who|what|where|why|how|when)\b)"
)


_OUTSIDE = re.compile(
    r"\b(?:stop|stopping|wait|waiting|pause|pausing|halt|halting|stay|staying|remain|linger|stand)"
    r" (?:just |right )?outside\b(?! for (?:him|her|them)\b)"
)
# Keeping still or quiet is how one behaves, and no wait, unless it is said for how long.
_STILL = re.compile(
    r"(?:i )?(?:keep|stay|be|remain|hold) (?:very |quite |perfectly )?(?:still|quiet|silent|calm)"
)


def _only_kept_still(intent: Intent) -> Intent:
    if intent.verb != "wait" or intent.minutes is not None or not _STILL.fullmatch(intent.words):
        return intent
    return Intent(verb="express", role="emote", topic=intent.words, words=intent.words)


def _asked_straight(sentence: tuple[list[str], bool]) -> list[tuple[list[str], bool]]:
    """ "I would like to know who Asa was" as the question that it is, apart from what comes before."""
    found = _TO_KNOW.split(" ".join(sentence[0]), maxsplit=1)
    if len(found) < 2 or SPEECH in sentence[0]:
        return [sentence]
    before, question = found
    return [*([(before.split(), False)] if before else []), (question.split(), True)]


def _is_called_after(words: list[str], said: list[str]) -> bool:
    """Whether a statement ends in the name of the one it is said to: "the key is gone, Mr Tallack"."""
    return len(said) > 1 and words[: len(said) + 1] == [*said, ","] and not is_question(said)


def _text(words: list[str]) -> str:
    """Words as a player would write them: no space before a mark."""
    return " ".join(words).replace(" ,", ",").replace(SPEECH, "…")


def _is_gaze(intent: Intent) -> bool:
    """Whether it is a look that somebody is given, which takes no time, and no watch that is kept."""
    return intent.verb in ("look", "examine") and _WATCHING.isdisjoint(intent.words.split())


def _is_bare(words: list[str]) -> bool:
    """Whether the words are a quotation and nothing beside it."""
    return all(word in (SPEECH, ",", "and") for word in words)


def _has_question(words: list[str]) -> bool:
    """Whether words, or those after a name that they begin with, have the form of a question."""
    return any(is_question(words[at:]) for at in range(min(_NAME_WORDS, len(words))))
