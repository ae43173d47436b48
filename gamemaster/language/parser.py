"""Read one input clause by clause: rules' phrases, idioms, speech, questions, orders, names. Pure."""

from __future__ import annotations

from dataclasses import replace

from gamemaster.language.clauses.cutting import Stretch
from gamemaster.language.clauses.durations import duration_of, length_named
from gamemaster.language.clauses.roles import stretches
from gamemaster.language.clauses.split import (
    clauses,
    is_negated,
    sentences,
    stealthy,
    without_aside,
    without_condition,
    without_lead,
)
from gamemaster.language.doubt import MOST_CHOICES, asked_back, certainty
from gamemaster.language.gm_address import asked_of_gm, without_address
from gamemaster.language.ideas import read_idea
from gamemaster.language.idiom_meanings import read_aim
from gamemaster.language.idiom_patterns import idioms_of
from gamemaster.language.movement import errand, read_heading
from gamemaster.language.names.normalization import SPEECH, plain, stem, words_of
from gamemaster.language.names.noun_index import Match, Scope, direction_of, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.names.pronouns import refocus
from gamemaster.language.names.rule_phrases import rule_named
from gamemaster.language.orders import choose_verb, read_order
from gamemaster.language.placement import read_keeping, read_placement
from gamemaster.language.reading import IDLE, Clarify, Clause, Reading
from gamemaster.language.tables.function_words import (
    ABSURD_NOUNS,
    ABSURD_VERBS,
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
)
from gamemaster.language.talk.gm_questions import gm_question, is_request
from gamemaster.language.talk.speech_acts import (
    SPEAKING,
    addressed_person,
    ask,
    is_question,
    listener,
    read_question,
    read_speech,
    said_to,
    threat_in_words,
)
from gamemaster.language.talk.speech_forces import asks_leave, is_leverage, is_said_outright, to_all
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.rules.proposal import Intent

MAX_INTENTS = 8
MAX_CLAUSE = 220  # characters that the idioms are tried on

LASTING = frozenset({"wait", "sleep"})
# What one does and then keeps still: "hide behind a boat till dark" is hiding and waiting.
_KEPT_UP = frozenset("hide listen sit look examine sneak".split())
_WATCHING = frozenset({"watch", "observe", "guard"})
# What one may do for as long as one says: "warm my hands for half an hour".
_LASTS_AS_LONG = frozenset(
    """express sit stand lie lean kneel crouch listen look search hide dance sing play pray mourn dig cook repair
    build read hold wait sleep""".split()
)
STAYING = frozenset("warm rest sit stay wait thaw shelter relax linger".split())
_UNTIL = frozenset({"until", "till", "til", "for"})
_PRONOUNS = frozenset("i we you he she it they him her them me us his this that".split())
_GROUP = frozenset({"them", "both", "these", "those"})
_ALL = frozenset({"everything", "all"})
_INTO = frozenset("in into inside under underneath behind beneath through".split())
_CRYING = frozenset("shout yell scream cry call bellow holler shouts yells howl roar".split())
_ONWARD = frozenset("up down in into out back through across over to towards toward onto inside".split())
# "I think Ulf killed him" is said to whoever is there.
_STATING = frozenset(
    "think believe know suspect heard hear saw found met lost love hate miss remember come came was were".split()
)


_ASKED_OF_SELF = frozenset({("did", "i"), ("have", "i"), ("had", "i"), ("did", "we"), ("have", "we")})
_IF_I_DID = frozenset({("if", "i", "did"), ("if", "i", "have"), ("if", "we", "did"), ("if", "so")})
_ONLY = frozenset({"just", "only", "instead"})
_NOURISHING = frozenset({"food", "drink"})


class Reader:
    """Reads one input, clause by clause; the pronouns follow along."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.said: list[str] = []
        self.quoted: list[list[str]] = []  # what was said in quotation marks and waits for more of it
        self.gesture = False
        self.unread = ""
        self.intents: list[Intent] = []
        self.problem: Unclear | None = None
        self.last_verb: str | None = None
        self.last_head = ""  # the words that it was said with
        self.clauses: list[Clause] = []
        self.doubtful: list[Stretch] = []
        self.sure: list[float] = []  # of each of the intents
        self.group: tuple[str, ...] = ()  # several things that one order named: what "them" means next
        self.whole = False  # whether a sentence that is known as a whole was read
        self.clause = 1.0  # certainty of the stretch that is being read
        self.respelt: frozenset[str] = frozenset()

    def read(
        self,
        tokens: list[str],
        said: list[str],
        *,
        gesture: bool = False,
        respelt: frozenset[str] = frozenset(),
    ) -> None:
        """Read one piece of the input; with `gesture` it stood between stars. `respelt` are words put right."""
        self.said, self.gesture, self.respelt = said, gesture, respelt
        self.unread = self.unread or " ".join(tokens)[:80]
        called_on = False
        for words, asked in sentences(tokens):
            self.last_verb = None
            if not gesture:
                addressed, words = without_address(words)
                called_on = called_on or addressed
                if not words or self._asked_of_gm(words, called_on):
                    continue
            if SPEECH not in words and not gesture and self._spoken_as_a_whole(words):
                continue
            for stretch in self._stretches(words, asked):
                self._stretch(stretch)
        self._say_what_was_quoted()
        if called_on and not self.intents and self.problem is None and not self.clauses:
            self._add([Intent(verb="inform", role="question", topic="goal")], [], whole=True)

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

    def _spoken_as_a_whole(self, words: list[str]) -> bool:
        """A threat, an offer, a plea for leave, words to everybody: speech, whatever deeds it speaks of."""
        threat = threat_in_words(self.scope, words)
        if threat is not None:
            self.clauses.append(Clause(_text(words)[:300], "speech"))
            self._add([threat], words)
            return True
        said = to_all(self.scope, words)
        if said is None and (is_leverage(self.scope, words) or is_said_outright(self.scope, words)):
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
            and named[1][:1] == ["you"]
        ):
            said = named
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

    def reading(self) -> Reading:
        """What all pieces came to."""
        self._act_on_the_doubtful()
        problem, kept = self.problem, self._tidy()
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
        if stretch.role in IDLE:
            self._mention(stretch.words)
            if stretch.role in ("background", "thought") and self._said_aloud(stretch):
                return
            self._note(stretch)
            if stretch.role == "time" and self.clauses[-2:-1] and self.clauses[-2].role == "act":
                self._measure(stretch.words)
            elif stretch.role == "condition" and tuple(stretch.words) in _IF_I_DID and self.intents:
                self.intents.pop()  # "I would like to mend it if I did": a wish, which waits for an answer
                self.sure.pop()
            elif stretch.role == "purpose" and self.intents and self.intents[-1].role == "act":
                meant = {"purpose": _text(stretch.words)[:300]}
                self.intents[-1] = self.intents[-1].model_copy(update=meant)
        elif stretch.doubtful:
            self.doubtful.append(stretch)
        elif stretch.role == "emote":
            self._note(stretch)
            self._add([Intent(verb="express", role="emote", topic=_text(stretch.words)[:120])], stretch.words)
        elif SPEECH in stretch.words:
            self._note(stretch)
            self.quoted.append(stretch.words)
        elif stretch.asked and self.scope.people and is_request(stretch.words):
            self._note(replace(stretch, role="speech"))
            self._ask(stretch.words)
        elif (stretch.role == "question" or is_question(stretch.words)) and (
            question := gm_question(self.scope, stretch.words)
        ):
            self._note(replace(stretch, role="question"))
            self._add([self._put_to_listener(question, stretch.words)], stretch.words)
        else:
            self._note(stretch)
            self._sentence(stretch.words, stretch.asked)

    def _say_what_was_quoted(self) -> None:
        """One speech of the quotations that follow each other: “…,” I say. “…”"""
        if not self.quoted:
            return
        around = [word for words in self.quoted for word in words if word != SPEECH]
        number = sum(words.count(SPEECH) for words in self.quoted)
        self.said = [" ".join(self.said[:number]), *self.said[number:]]
        words, self.quoted = [SPEECH, *around], []
        try:
            self._add([self._quotation(words)], words)
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

    def _measure(self, words: list[str]) -> None:
        """How long the deed before these words lasts; what is no waiting itself is followed by a wait."""
        duration = duration_of(self.scope.world, self.scope.state, words) if words[0] in _UNTIL else None
        if duration is None or not self.intents or self.intents[-1].role != "act":
            return
        last = self.intents[-1]
        if last.verb in LASTING:
            self.intents[-1] = last.model_copy(update={"minutes": duration.minutes})
        elif last.verb in _KEPT_UP and not (duration.event and _is_gaze(last)):
            self._add([Intent(verb="wait", minutes=duration.minutes)], words)

    def _note(self, stretch: Stretch) -> None:
        self.clause = stretch.confidence
        self.clauses.append(Clause(_text(stretch.words)[:300], stretch.role, stretch.confidence))

    def _said_aloud(self, stretch: Stretch) -> bool:
        """Whether what is told or felt is a turn of speech: "I am sorry", "I love you", "I think Ulf did it"."""
        if stretch.words[:2] in (["i", "am"], ["i", "feel"]):
            state = gm_question(self.scope, ["am", "i", *stretch.words[2:]])
            if state is not None:
                self.clauses.append(Clause(_text(stretch.words)[:300], "question"))
                self._add([state], stretch.words)
                return True
        if not self.scope.people:
            return False
        idiom = self._idiom(without_lead(stretch.words)) or self._idiom(stretch.words)
        if idiom is None or idiom.verb not in SPEAKING:
            return False
        self.clauses.append(Clause(_text(stretch.words)[:300], "speech"))
        self._add([idiom], stretch.words)
        return True

    def _act_on_the_doubtful(self) -> None:
        """What is told in the past tense, or planned, is read as deeds, in doubt, where nothing else is done."""
        acting = any(clause.role in ("act", "speech", "question") for clause in self.clauses)
        for stretch in self.doubtful:
            if acting or not self._could_be_now(stretch):
                self._note(replace(stretch, role="background"))
            else:
                self._note(stretch)
                self._sentence(stretch.words, False)

    def _could_be_now(self, stretch: Stretch) -> bool:
        """Whether what was told can be done here and now, with things that are here."""
        focus = self.scope.focus
        trial = Reader(self.scope)
        trial._sentence(stretch.words, False)
        self.scope.focus = focus
        kinds = self.scope.nouns.kinds
        things = [
            thing for intent in trial.intents for thing in (*intent.objects, intent.tool, intent.recipient)
        ]
        handled = [thing for thing in things if thing is not None and kinds.get(thing) != "place"]
        return bool(trial.intents) and all(map(self.scope.reach, handled))

    def _which_is_meant(self) -> Clarify | None:
        """The question back where several things, or people, could be meant by an order."""
        if self.problem is None or self.problem.reason not in ("which", "who") or self.last_verb is None:
            return None
        names = [name_of(self.scope.world, thing) for thing in self.problem.choices[:MOST_CHOICES]]
        said = self.last_head[:1].upper() + self.last_head[1:]
        return Clarify("", tuple(f"{said} {name}" for name in names)) if len(names) > 1 else None

    def _only_told(self) -> bool:
        """Whether there is nothing to do because the player only tells, thinks, or says what they do not do."""
        return bool(self.clauses) and all(clause.role in IDLE | {"ooc"} for clause in self.clauses)

    def _tidy(self) -> list[int]:
        """Those of the intents that count: no order said twice, no greeting that only leads in to what is then said."""
        kept: list[int] = []
        for at, intent in enumerate(self.intents):
            following = self.intents[at + 1] if at + 1 < len(self.intents) else None
            if (
                following
                and intent.verb == "talk"
                and following.verb in SPEAKING
                and intent.objects == following.objects
            ):
                continue
            if following and self._only_leads_to(intent, following):
                continue  # "I could work for my keep. What needs doing?": the question is what is answered
            last = self.intents[kept[-1]] if kept else None
            if last is not None and last.verb == intent.verb == "go" and last.objects == intent.objects != ():
                continue  # "walk over to the lodge and go in"
            opened = last is not None and last.verb in ("open", "push") and "it" in last.words.split()
            if (
                last is not None
                and opened
                and intent.direction == "in"
                and intent.objects not in ((), last.objects)
            ):
                kept.pop()  # "push it open and go in": it is the door
            if last is not None and last.verb == intent.verb == "sleep" and last.minutes is None:
                # "lie down in the hay and sleep for two hours"
                self.intents[at] = intent.model_copy(update={"objects": intent.objects or last.objects})
                kept[-1] = at
                continue
            others = (self.intents[k] for k in kept)
            said_before = any(intent.model_copy(update={"words": k.words}) == k for k in others)
            if not said_before or intent.verb in ("wait", "go"):
                kept.append(at)
        return kept[:MAX_INTENTS]

    def _only_leads_to(self, told: Intent, asked: Intent) -> bool:
        """Whether a claim on which nobody has anything to say comes before a question to the same person."""
        if (
            told.verb != "tell"
            or asked.verb != "ask"
            or told.objects != asked.objects
            or told.rule is not None
        ):
            return False
        who = self.scope.world.characters.get(told.objects[0]) if told.objects else None
        return who is not None and told.topic not in who.topics

    def _add(self, intents: list[Intent], words: list[str], *, whole: bool = False) -> None:
        """Note intents and the clause they were read from; with `whole`, all of its words were."""
        clause = " ".join(words)[:300]
        for intent in intents:
            if intent.verb in LASTING and intent.minutes is None:
                found = duration_of(self.scope.world, self.scope.state, words)
                intent = intent.model_copy(update={"minutes": found.minutes if found else None})
            elif intent.minutes is None and intent.verb in _LASTS_AS_LONG:
                intent = intent.model_copy(update={"minutes": length_named(words)})
            intent = self._of_the_group(intent, words)
            self.intents.append(intent.model_copy(update={"words": clause}))
            self.sure.append(
                certainty(
                    self.scope,
                    intent,
                    [] if whole and intent.verb not in LASTING else words,
                    self.clause,
                    self.respelt,
                )
            )
            self.last_verb = intent.verb if self.last_verb is not None else None
            things = [*intent.objects, intent.recipient, intent.tool]
            named = [thing for thing in reversed(things) if thing]
            self.scope.focus = refocus(self.scope.world, self.scope.focus, named)

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

    def _fail(self, unclear: Unclear) -> None:
        if self.problem is None or self.problem.reason == "not_understood":
            self.problem = unclear

    def _sentence(self, words: list[str], asked: bool) -> None:
        try:
            self._whole_or_clauses(words, asked)
        except Unclear as unclear:
            self._fail(unclear)

    def _whole_or_clauses(self, words: list[str], asked: bool) -> None:
        rule = rule_named(self.scope, words)
        if rule is not None:
            self._add([rule], words, whole=True)
            return
        # Whether one did something is one question, whatever deed it speaks of.
        parted = [words] if tuple(words[:2]) in _ASKED_OF_SELF else clauses(self.scope, words)
        idiom = self._idiom(words) if len(parted) == 1 else None
        if idiom is not None:
            self._add([idiom], words, whole=True)
            return
        addressed = None if SPEECH in words else addressed_person(self.scope, words)
        if addressed is not None:
            who, rest = addressed
            self._add([self._speech_to(who, rest)], words)
            return
        for clause in parted:
            try:
                self.whole = False
                read = self._clause(clause, asked)
                self._add(read, clause, whole=self.whole)
            except Unclear as unclear:
                self._fail(unclear)
                if unclear.reason == "no_such_thing":  # "it" is what was named here, and is nothing older
                    self.scope.focus = {k: v for k, v in self.scope.focus.items() if k not in ("it", "them")}

    def _speech_to(self, who: str, words: list[str]) -> Intent:
        """What is said to a person: idioms first, aimed at them."""
        self.scope.focus = refocus(self.scope.world, self.scope.focus, [who])
        idiom = self._idiom(words) if words else None
        if idiom is not None and idiom.verb in SPEAKING:
            return idiom if idiom.objects else idiom.model_copy(update={"objects": (who,)})
        return said_to(self.scope, who, words)

    def _idiom(self, words: list[str]) -> Intent | None:
        given = [word for word in words if word != ","]
        text = " ".join(given)
        if len(text) > MAX_CLAUSE or SPEECH in given:
            return None
        thing = self._match(given[1:]) if len(given) > 1 and "my" not in given else None
        for verb, parts in idioms_of(text):
            if (
                verb in ("inventory", "status")
                and thing is not None
                and thing.fit >= 97
                and self.scope.reach(thing.thing)
            ):
                continue  # "examine the bag" where there is one
            try:
                intent = read_aim(self.scope, verb, parts)
            except Unclear as unclear:
                if verb in ("ABSURD", "NONE"):
                    raise Unclear(unclear.reason, text[:80]) from unclear
                continue
            if intent is not None:
                return intent
        return None

    def _clause(self, words: list[str], asked: bool) -> list[Intent]:
        while len(words) > 1 and words[-1] in ("please", "now", "too", "again", "then", ",", "instead"):
            words = words[:-1]
        if SPEECH in words:
            return [self._quotation(words)]
        if is_negated(words):
            raise Unclear("not_understood", " ".join(words)[:80])
        words = without_condition(words)
        for attempt in (words, without_lead(words)):
            rule, idiom = rule_named(self.scope, attempt), self._idiom(attempt)
            if rule or idiom:
                self.whole = True
                return [intent for intent in (rule or idiom,) if intent]
        if self.scope.people and len(words) > 2 and words[1] == "you" and is_question(words):
            return [ask(self.scope, listener(self.scope, words), words)]
        stated = words[0] == "i" and words[1:] and words[1] in _STATING and len(words) > 3
        told = words[0] == "you" and words[1:] and (words[1] in AUXILIARIES or words[1] in _STATING)
        if self.scope.people and (stated or told):
            return [ask(self.scope, listener(self.scope, words), words, "tell")]
        stealth, order = stealthy(without_lead(words))
        order = without_lead(order)
        if is_question(words) and (order == words or "you" in words):
            return [read_question(self.scope, words)]
        if (walk := errand(self.scope, order)) is not None:
            going, rest = walk
            return [going, *self._at_the_end(rest)]
        found = self._read_form(order) or self._order(order, stealth)
        if found is not None:
            return [found]
        if (is_question(words) or (asked and self.scope.people)) and len(words) > 1:
            return [read_question(self.scope, words)]
        return [self._no_verb(order, words)]

    def _at_the_end(self, words: list[str]) -> list[Intent]:
        """What is done where a walk leads: to stay there warm or at ease is to wait, as long as was said."""
        if words[0] in STAYING:
            return [Intent(verb="wait")]
        return self._clause(words, False)

    def _read_form(self, order: list[str]) -> Intent | None:
        """An order that is told by its form rather than by its verb: laying something down, a heading."""
        return (
            read_keeping(self.scope, order)
            or read_placement(self.scope, order)
            or read_heading(self.scope, order)
        )

    def _order(self, words: list[str], stealth: bool) -> Intent | None:
        """The order that the words begin with, or that begins after a few words nobody knows."""
        verbs = self.scope.nouns.verbs
        start = 0
        while start < min(4, len(words)):
            if start:
                words = [*words[:start], *without_lead(words[start:])]
            meanings, length = verbs.at_start(words[start:])
            if meanings and not (
                len(words[start]) == 1 and length == 1 and (start or (words[0] == "i" and words[1:]))
            ):
                rest = words[start + length :]
                head = words[start : start + length]
                if not (start + length < len(words) or length > 1) and self._name_rather(head):
                    return None
                return self._obey(meanings, head, rest, stealth)
            if words[start] in DETERMINERS:
                return None
            if words[start] not in ADVERBS and (self._match(words[start : start + 1]) or start >= 2):
                return None
            start += 1
        return None

    def _name_rather(self, head: list[str]) -> bool:
        """Whether a single word that could be a verb is rather a thing in reach: "ring", "light"."""
        found = resolve(self.scope, head)
        intransitive = head[0] in (
            "look",
            "listen",
            "wait",
            "search",
            "hide",
            "sleep",
            "help",
            "hint",
            "smell",
            "run",
        )
        return found is not None and found.fit >= 97 and self.scope.reach(found.thing) and not intransitive

    def _obey(self, meanings: tuple[str, ...], head: list[str], rest: list[str], stealth: bool) -> Intent:
        verbs = self.scope.nouns.verbs
        if (
            head[0] in ("go", "come", "goes", "going")
            and len(head) == 1
            and rest
            and rest[0] not in PREPOSITIONS
        ):
            further, length = verbs.at_start(rest)  # "go look at the well", "go fishing"
            if further and not self._match(rest[:1]):
                return self._obey(further, rest[:length], rest[length:], stealth)
        if (
            rest[:1] == ["me"]
            and head[0] in ("give", "hand", "lend", "bring", "show", "pass")
            and len(rest) > 1
        ):
            return self._asked_for(head, rest[1:], stealth)
        if head == ["have"] and self._is_no_food(rest):
            meanings = ("take",)  # "I'll have the rope"
        speaking = [verb for verb in meanings if verb in SPEAKING]
        if speaking and len(speaking) < len(meanings):
            person, _ = leading_person(self.scope, rest[1:] if rest and rest[0] in PREPOSITIONS else rest)
            named = person or next((m.thing for m in [self._match(rest)] if m), None)
            verb = choose_verb(self.scope, meanings, named)
        else:
            verb = speaking[0] if speaking else ""
        self.last_verb, self.last_head = verb or meanings[0], " ".join(head)
        idea = read_idea(self.scope, head, rest)
        if idea is not None:
            return idea
        if verb in SPEAKING and (verb != "kiss" or rest):
            if verb == "thank" and rest[:1] == ["for"]:
                rest = []
            return read_speech(self.scope, verb, head, rest)
        chosen = (verb,) if verb else meanings
        if len(head) > 2 and not rest and ("the" in head or "my" in head):
            # The phrase for the verb names its object itself: "get in the boat".
            inside = head[max(at for at, word in enumerate(head) if word in ("the", "my")) + 1 :]
            found = self._match(inside)
            rest = inside if found is not None and self.scope.reach(found.thing) else []
        if not rest and len(head) > 1 and head[-1] in _INTO and chosen[0] in ("examine", "search"):
            rest = ["it"] if self.scope.focus.get("it") else rest  # "open the chest then look inside"
        if chosen[0] not in ("wait", "sleep"):
            rest = without_aside(rest)
        if "examine" in chosen and rest and rest[0] in ("if", "whether", "how", "what", "that", "for"):
            rest = rest[1:]  # "check whether the door is locked"
        if "give" in chosen and "take" in chosen and self._receiver(rest):
            chosen = ("give",)
        return read_order(self.scope, chosen, head, rest, stealth)

    def _is_no_food(self, words: list[str]) -> bool:
        found = self._match(words)
        item = self.scope.world.items.get(found.thing) if found is not None else None
        return item is not None and _NOURISHING.isdisjoint(item.tags)

    def _receiver(self, words: list[str]) -> bool:
        """Whether something is brought to somebody: "bring Hild the net", "bring the net to Hild"."""
        who, length = leading_person(self.scope, words)
        if who is not None and len(words) > length and words[length] not in PREPOSITIONS | {"and", ","}:
            return True
        return "to" in words and leading_person(self.scope, words[words.index("to") + 1 :])[0] is not None

    def _asked_for(self, head: list[str], thing: list[str], stealth: bool) -> Intent:
        """ "Give me the key": asked of whoever is here, else simply taken."""
        if head[0] == "show":
            return read_order(self.scope, ("examine",), ["examine"], thing, stealth)
        found = resolve(self.scope, thing, frozenset({"item"}))
        lies = found is not None and self.scope.state.items.get(found.thing) == self.scope.state.place
        if self.scope.people and not lies:
            return ask(self.scope, listener(self.scope, thing), thing)
        return read_order(self.scope, ("take",), ["take"], thing, stealth)

    def _quotation(self, words: list[str]) -> Intent:
        """Words in quotation marks, and to whom they are said."""
        speech = words_of(self.said.pop(0)) if self.said else []
        outside = [word for word in words if word not in (SPEECH, ",")]
        who: str | None = None
        for at in range(len(outside)):
            who, _ = leading_person(self.scope, outside[at:])
            if who is not None:
                break
        addressed = addressed_person(self.scope, speech)
        if who is None and addressed is not None:
            who, speech = addressed
        if who is None and not _CRYING.isdisjoint(outside):
            return Intent(verb="call", topic=" ".join(speech)[:110] or None)  # to nobody in particular
        if who is None and not self.scope.people:
            return Intent(verb="call", role="speech", topic=" ".join(speech)[:110] or None)  # to the air
        return self._speech_to(who or listener(self.scope, speech), speech)

    def _match(self, words: list[str]) -> Match | None:
        found = resolve(self.scope, words) if words else None
        return found if found is not None and found.fit >= 76 else None

    def _no_verb(self, words: list[str], all_words: list[str]) -> Intent:
        """A clause without a verb: a direction, a place, a person, a thing; or nothing that can be understood."""
        if not words:
            raise Unclear("not_understood", " ".join(all_words)[:80])
        direction = direction_of(words)
        found = self._match([w for w in words if w not in ("to", "into", "towards")])
        if found is not None and found.fit < 86 and self.last_verb is None:
            found = (
                None  # a thing among words that nobody knows: better to ask than to guess what is done to it
            )
        verbal = words[0] not in PREPOSITIONS | _ONWARD
        if verbal and len(words) > 2 and words[1] in DETERMINERS and (thing := self._match(words[1:])):
            near = thing.fit >= 97 and self.scope.reach(thing.thing)
            if near and self.scope.nouns.kinds[thing.thing] in ("item", "feature"):
                # "String the bow": by a verb that nobody knows, and which therefore stands for no other.
                return Intent(verb=words[0][:64], objects=(thing.thing,))
        if words[0] in _ONWARD and len(words) > 1 and (found is None or direction is None):
            try:  # "up the ladder", "back to the ship"
                return read_order(self.scope, ("go",), ["go"], words, False)
            except Unclear:
                pass  # no way leads there: it is judged as any words without a verb
        if direction is not None and (found is None or len(words) == 1):
            way = way_in_direction(self.scope, direction)
            return Intent(verb="go", objects=(way.to,) if way else (), direction=direction)
        if found is None:
            joined = {*all_words, *map(stem, all_words)}
            absurd = not joined.isdisjoint(ABSURD_VERBS) or not joined.isdisjoint(ABSURD_NOUNS)
            raise Unclear("absurd" if absurd else "not_understood", " ".join(all_words)[:80])
        kind = self.scope.nouns.kinds[found.thing]
        if found.way is not None or (kind == "place" and found.thing != self.scope.state.place):
            return Intent(verb="go", objects=(found.thing,))
        if kind == "item" and not _ONLY.isdisjoint(all_words) and self.scope.reach(found.thing):
            return read_order(self.scope, ("take",), ["take"], words, False)  # "all right, just the rope"
        if self.last_verb is not None and kind in ("item", "feature", "person"):
            return read_order(self.scope, (self.last_verb,), [self.last_verb], words, False)
        if kind == "person" and found.thing in self.scope.people:
            return Intent(verb="talk", objects=(found.thing,))
        return Intent(
            verb="look" if found.thing == self.scope.state.place else "examine", objects=(found.thing,)
        )


def _text(words: list[str]) -> str:
    """Words as a player would write them: no space before a mark."""
    return " ".join(words).replace(" ,", ",").replace(SPEECH, "…")


def _is_gaze(intent: Intent) -> bool:
    """Whether it is a look that somebody is given, which takes no time, and no watch that is kept."""
    return intent.verb in ("look", "examine") and _WATCHING.isdisjoint(intent.words.split())


def _is_bare(words: list[str]) -> bool:
    """Whether the words are a quotation and nothing beside it."""
    return all(word in (SPEECH, ",", "and") for word in words)
