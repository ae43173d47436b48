"""The understudy: a deterministic narrator that plays any world from what its writer wrote."""

from __future__ import annotations

from collections.abc import AsyncIterator, Container, Sequence
from dataclasses import dataclass, field, replace

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.gestures.concealment import kept_from
from gamemaster.language.gm_address import OWN_KINDS
from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.reading import IDLE, Reading
from gamemaster.language.talk.questions.questions_put import SECOND_PERSON
from gamemaster.language.talk.quotations import without_named_words
from gamemaster.language.talk.sentences import asks
from gamemaster.language.talk.spoken_of import with_third_persons_named
from gamemaster.language.wording.helplines import ANYWHERE
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.scene import PlainTurn, Scene
from gamemaster.narration.understudy.answers.asked_of_eyes import asked_of_eyes
from gamemaster.narration.understudy.answers.beside_deeds import (
    OF_DEED,
    asked_of_deeds,
    is_of_a_deed,
    told_of_deed,
)
from gamemaster.narration.understudy.answers.gm_answers import is_answered
from gamemaster.narration.understudy.answers.in_character.speech_answers import answer_instead
from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.answers.put_to_people import (
    asked_of_what_was_done,
    asked_of_what_was_read,
    put_to_people,
)
from gamemaster.narration.understudy.answers.story_so_far.evidence import mention_of, to_ask
from gamemaster.narration.understudy.answers.story_so_far.own_memory import known_already
from gamemaster.narration.understudy.answers.way_answers import place_known, to_ask_the_way
from gamemaster.narration.understudy.asides.asking_back import (
    ending_asked_back,
    is_plainly_meant,
    read_with_pending,
    rest_of_walk,
    warned_of_rest,
)
from gamemaster.narration.understudy.asides.notices import (
    MOST_CHOICES,
    NOT_THERE,
    aside_on_missing,
    asides_of,
    name_in_doubt,
    never_seen_as,
    not_followed,
    part_aside,
)
from gamemaster.narration.understudy.asides.plans import plan_come_due
from gamemaster.narration.understudy.deeds.beasts import taken_by_a_beast
from gamemaster.narration.understudy.deeds.bodily_answers import as_made
from gamemaster.narration.understudy.deeds.cost_check import beyond_the_words, offer_of, what_hinders
from gamemaster.narration.understudy.deeds.giving import given_with_words, is_carried_to
from gamemaster.narration.understudy.deeds.kept_from_sight import try_unseen, was_seen, without_their_part
from gamemaster.narration.understudy.deeds.onlookers import Act, reactions_to
from gamemaster.narration.understudy.deeds.rule_wording import is_barred
from gamemaster.narration.understudy.deeds.small_handling import TO_READ
from gamemaster.narration.understudy.deeds.terms_kept import terms_held_to, told_in_return
from gamemaster.narration.understudy.deeds.things_sought import seen_at_a_look
from gamemaster.narration.understudy.deeds.what_was_found import done_with_what_was_found, searched_before
from gamemaster.narration.understudy.echoes import Echo, echo_of, thing_unheard_of
from gamemaster.narration.understudy.far_voices import called_into
from gamemaster.narration.understudy.handling_followed import with_handling_followed
from gamemaster.narration.understudy.improvisation import as_typed, in_own_words, words_as_typed
from gamemaster.narration.understudy.joined_answers import instead_of_a_shrug, without_empty_answers
from gamemaster.narration.understudy.names_asked import with_names_confirmed
from gamemaster.narration.understudy.planner import plan
from gamemaster.narration.understudy.prose import Teller
from gamemaster.narration.understudy.remarks.hearing import as_a_remark
from gamemaster.narration.understudy.rule_choice import reach
from gamemaster.narration.understudy.said_after_all import said_after_all
from gamemaster.narration.understudy.sayings_heard import with_sayings_heard
from gamemaster.narration.understudy.secrecy import aim_of, is_never_seen
from gamemaster.narration.understudy.spoken_moves import as_one_speech, with_regrets_as_meant
from gamemaster.narration.understudy.suggestions import suggest, with_variety
from gamemaster.narration.understudy.turn_of_speech import (
    gestures_first,
    in_few_parts,
    is_needless,
    lighter_than,
    without_replies_beside_rules,
    without_second_replies,
)
from gamemaster.rules.boundaries import BOUNDARY, crossing_in, lines_of
from gamemaster.rules.conditions import holds
from gamemaster.rules.dice import roll_for
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import (
    Answer,
    Aside,
    Attempt,
    Discuss,
    Drop,
    Express,
    Give,
    Inform,
    Intent,
    Look,
    Move,
    Notice,
    Operation,
    Outcome,
    Roll,
    Ruling,
    Take,
    Try,
    Use,
)
from gamemaster.rules.referee import TIMELESS, Ruled, apply_operation, open_turn
from gamemaster.rules.state import Span, StoryState
from worlds.rules import all_rules
from worlds.schema import PLAYER, World
from worlds.verbs import HANDLE, PERCEIVE, WALK

MOST_OPERATIONS = 24  # as many as an Outcome holds
MOST_INTENTS = 8
_MOST_ASIDES = 2
_DEEDS = (Move, Take, Drop, Give, Use, Attempt, Express, Notice)  # beside which vain tries are not told
_CHANGING = frozenset(HANDLE) - {"build", "close"}
_EXTREMES = (20, 1)  # of a die
_SOUGHT = frozenset({"ways", "where_is"})


class Understudy:
    """Implements `gamemaster.narration.narrator.Narrator`. The same scene always gives the same outcome and
    the same words."""

    name = "understudy"
    transcripts = None

    def __init__(self, helpline: str = ANYWHERE) -> None:
        self.helpline = helpline  # told to whoever speaks of their own life

    def turn(self, scene: Scene) -> UnderstudyTurn:
        return UnderstudyTurn(scene, self.helpline)


class UnderstudyTurn(PlainTurn):
    """Implements `gamemaster.narration.narrator.NarratorTurn`."""

    def __init__(self, scene: Scene, helpline: str = ANYWHERE) -> None:
        super().__init__(scene)
        self.helpline = helpline

    async def adjudicate(self) -> Outcome:
        return propose(self.scene, self.helpline)

    async def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        for span in Teller(self.scene.world, self.scene.state, after).tell(ruling):
            yield span


def propose(scene: Scene, helpline: str = ANYWHERE, reading: Reading | None = None) -> Outcome:
    """What the player's words come to: each intent is planned on the state that those before it would leave.

    `reading` is what somebody else made of the words."""
    outcome, ruled = _proposal(scene, helpline, reading)
    unanswered = any(change.op == "inform" for change in outcome.changes)
    asked = [
        intent.words
        for intent in outcome.intents
        if unanswered and intent.verb == "inform" and intent.topic in ("known", "what_if")
    ]
    whom = to_ask(scene.world, ruled.after, asked[0]) if asked else ()
    sought = [
        intent.words for intent in outcome.intents if intent.verb == "inform" and intent.topic in _SOUGHT
    ]
    whom = whom or (to_ask_the_way(scene.world, ruled.after, sought[0]) if sought else ())
    wanted = _to_what_was_wanted(scene.world, ruled.after, ruled.ruling)
    offers = (*_put_off(scene.world, ruled.ruling), *wanted, *whom, *suggest(scene.world, ruled.after))
    return outcome.model_copy(update={"suggestions": with_variety(dict.fromkeys(offers))[:MOST_CHOICES]})


def propose_without_suggestions(scene: Scene) -> Outcome:
    """As `propose`, for who asks only what the words come to."""
    return _proposal(scene)[0]


def _proposal(
    scene: Scene, helpline: str = ANYWHERE, reading: Reading | None = None
) -> tuple[Outcome, Ruled]:
    """The outcome without suggestions, and what the referee makes of it."""
    words = without_named_words(scene.words)
    scene = replace(scene, words=with_third_persons_named(scene.world, scene.state, words))
    world, state = scene.world, scene.state
    if crossing_in(scene.words, lines_of(world, state)) is not None:
        left_out = Outcome(asides=(Aside(why=BOUNDARY),))
        return left_out, scene.rule(left_out)
    reading = with_handling_followed(world, state, reading or read_with_pending(scene))
    given = any(one.verb == "give" for one in reading.intents)  # "you can have my cloak" hands it over
    remarked = None if given else as_a_remark(world, state, reading, scene.words)
    if remarked is None:
        reading = as_one_speech(world, state, reading, scene.words)
        reading = with_sayings_heard(world, state, reading, scene.words)
    reading = remarked or reading
    asked = (known_already(world, state, one, scene.words) for one in reading.intents[:MOST_INTENTS])
    asked = (asked_of_eyes(world, state, intent, scene.words) for intent in asked)
    read = (asked_of_what_was_read(world, state, intent, scene.words) for intent in asked)
    read = (asked_of_what_was_done(world, state, intent, scene.words) for intent in read)
    intents = tuple(seen_at_a_look(world, state, intent) for intent in read)
    intents = asked_of_deeds(world, state, intents, reading.failed, scene.words)
    intents = given_with_words(world, state, intents, scene.words)
    intents = gestures_first(with_regrets_as_meant(world, state, intents, scene.words), scene.words)
    outcome = Outcome(
        intents=intents,
        unclear=None if intents else reading.unclear,
        asides=asides_of(scene, reading, helpline),
    )
    planned = _operations(scene, outcome)
    if (said := said_after_all(scene, reading, planned.operations)) is not None:
        outcome = Outcome(intents=(said,))
        planned = _operations(scene, outcome)
    never_seen = planned.never_seen
    ending = planned.ending or _ending_by_other_dice(scene, outcome, planned)
    if ending is not None and not is_plainly_meant(scene, reading, ending):
        outcome = ending_asked_back(scene, ending)
        return outcome, scene.rule(outcome)
    if never_seen and not any(aside.why in NOT_THERE for aside in outcome.asides):
        about = never_seen_as(scene, never_seen[0], intents)
        aside = aside_on_missing(scene, intents, about) if about else not_followed(scene)
        others = tuple(one for one in outcome.asides if one.why != "part_not_followed")
        if about:
            absent = frozenset(map(stem, words_of(plain(about))))
            planned.operations = [
                one
                for one in planned.operations
                if (told := _echo(scene.world, scene.state, one, absent)) is None or told.holds
            ]
        if about or not planned.operations:
            outcome = outcome.model_copy(update={"asides": (*others, aside)})
    elif planned.put_off is not None and not outcome.asides:
        undone = [one.words for one in (*planned.vain, planned.put_off, planned.left) if one is not None]
        about = ", ".join(filter(None, (words_as_typed(words, scene.words, "") for words in undone)))[:120]
        outcome = outcome.model_copy(update={"asides": (Aside(why="put_off", about=about),)})
    elif planned.left is not None and not outcome.asides:
        onward = rest_of_walk(scene, planned.goal, planned.left) if planned.goal else ()
        about = words_as_typed(planned.left.words, scene.words, "")[:120]
        late = Aside(why="not_there", about=about, choices=onward)
        outcome = outcome.model_copy(update={"asides": (late,)})
    elif planned.vain and len(outcome.asides) < _MOST_ASIDES:
        vain = part_aside(scene, "vain", planned.vain[0].words)
        outcome = outcome.model_copy(update={"asides": (*outcome.asides, *vain)})
    if planned.costly is not None and not outcome.asides:
        order, about = offer_of(scene.world, scene.state, planned.costly)
        outcome = outcome.model_copy(
            update={"asides": (Aside(why="costly", about=about[:120], choices=(order,)),)}
        )
    shown = all(isinstance(one, Express) for one in planned.operations)
    missing = any(echo.missing for echo in planned.unfounded)
    if (
        (shown or missing)
        and not outcome.asides
        and (unheard := _aside_on_echoes(scene, planned)) is not None
    ):
        outcome = outcome.model_copy(update={"asides": (unheard,)})
    if planned.untold and planned.operations and not outcome.asides:
        untold = part_aside(scene, "part_not_followed", planned.untold[0].words)
        outcome = outcome.model_copy(update={"asides": untold})
    operations = planned.operations or _idle_operations(world, state, reading)
    outcome = outcome.model_copy(update={"changes": tuple(operations)})
    if not intents and (hint := _name_in_doubt(scene, reading)):
        outcome = outcome.model_copy(
            update={"intents": (Intent(verb=_verb_tried(scene), topic=hint, words=scene.words[:2000]),)}
        )
    if reading.meant and not outcome.asides:
        why = "walked" if reading.walked else "meant"
        about = reading.meant if reading.walked else f"{reading.meant[:1].upper()}{reading.meant[1:]}"
        outcome = outcome.model_copy(update={"asides": (Aside(why=why, about=about[:120]),)})
    ruled = scene.rule(outcome)
    warned = warned_of_rest(scene, outcome, ruled)
    if warned is None and not outcome.asides and (due := plan_come_due(scene, ruled)) is not None:
        outcome = outcome.model_copy(update={"asides": (due,)})
        ruled = scene.rule(outcome)
    return (outcome, ruled) if warned is None else (warned, scene.rule(warned))


def _ending_by_other_dice(scene: Scene, outcome: Outcome, planned: Planned) -> Intent | None:
    """The act that would end the story had the dice fallen otherwise: whether it is asked back must not tell them."""
    used = {operation.rule for operation in planned.operations if isinstance(operation, Use)}
    rolled = bool(used) and any(rule.check is not None and rule.id in used for rule in all_rules(scene.world))
    thrown = (Roll(d20=(die,) * len(scene.roll.d20)) for die in _EXTREMES if rolled)
    return next(
        (one for roll in thrown if (one := _operations(replace(scene, roll=roll), outcome).ending)), None
    )


def _put_off(world: World, ruling: Ruling) -> tuple[str, ...]:
    """The way that is left for the next turn, where more than one journey was asked for."""
    ways = [
        r.operation.to for r in ruling.rejections if r.code == "one_journey" and isinstance(r.operation, Move)
    ]
    return tuple(f"Go to {name_of(world, to)}" for to in ways[-1:])


def _to_what_was_wanted(world: World, state: StoryState, ruling: Ruling) -> tuple[str, ...]:
    """The way to what was wanted here and stands where the player has been: "wind the bell", two floors below it."""
    away = {h.what for h in ruling.happenings if h.detail.get("why", h.detail.get("code")) == "not_here"}
    called = (name_of(world, thing).removeprefix("the ") for thing in away if thing is not None)
    places = (place_known(world, state, name) for name in called)
    return tuple(f"Go to {name_of(world, place)}" for place in places if place)


def _idle_operations(world: World, state: StoryState, reading: Reading) -> list[Operation]:
    """What is left of words that only tell, think, or say what is not done: no time passes."""
    idle = [clause for clause in reading.clauses if clause.role in IDLE]
    if reading.intents or reading.unclear is not None or not idle or reading.held_back is not None:
        return []
    said = idle[-1]
    if said.role != "negation":
        return [Express(what=said.text[:120], how="thought")]
    kept_from = said.text.startswith("i ") and echo_of(world, state, said.text).holds
    return [Express(what=said.text[:120], how="gesture" if kept_from else "let_be")]  # "I try not to laugh"


def _aside_on_echoes(scene: Scene, planned: Planned) -> Aside | None:
    """What is said to words that cannot be told back, where no more than gestures were told."""
    missing = next((echo.missing for echo in planned.unfounded if echo.missing), "")
    if missing:
        return Aside(why="not_found", about=words_as_typed(missing, scene.words, missing)[:120])
    return not_followed(scene) if planned.unfounded and not planned.operations else None


@dataclass
class Planned:
    """What a turn's intents come to."""

    operations: list[Operation] = field(default_factory=list)
    never_seen: list[Operation] = field(default_factory=list)  # left out: nobody has come across it
    ending: Intent | None = None  # it would end the story, although it does not name a rule that does
    costly: Use | None = None  # left out and offered: it costs what the words did not ask for
    put_off: Intent | None = None  # the walk that is left for the next turn, since this one has led somewhere
    left: Intent | None = None  # the first of those that are left, since the walk before them fell short
    goal: str = ""  # where that walk was to lead
    vain: list[Intent] = field(
        default_factory=list
    )  # orders that come to nothing, which is not told beside others
    untold: list[Intent] = field(default_factory=list)  # gestures in words that cannot be told back
    unfounded: list[Echo] = field(default_factory=list)  # left out: no clause, or of what is not here


def _operations(scene: Scene, outcome: Outcome) -> Planned:
    """The operations of a turn. What is done at the end of a walk is planned as the story then stands."""
    draft = open_turn(scene.world, scene.state, outcome, scene.roll)
    done = Planned()
    operations = done.operations
    short = False  # whether a walk did not come to its end
    acts: list[Act] = []  # what came of each intent
    veiled: dict[str, bool] = {}  # from whose eyes deeds are to be kept, and whether they are
    for at, intent in enumerate(outcome.intents):
        if short and not _is_done_here(scene.world, draft.state, intent):
            done.left = done.left or intent
            continue
        if _is_for_whoever_is_away(scene, draft, intent, outcome.intents):
            continue
        begun = len(operations)
        if (search := searched_before(outcome.intents, intent)) is not None:
            meant_by_it = done_with_what_was_found(scene.state, draft.state, search, intent, scene.words)
            if meant_by_it is None:
                done.vain.append(intent)
                continue
            intent = meant_by_it
        if not (_is_beside_ones_own(intent, outcome.intents) or is_of_a_deed(intent, outcome.intents)):
            intent = put_to_people(
                scene.world, draft.state, _held_to_be_read(intent, outcome.intents), scene.words
            )
        veil = kept_from(intent.purpose)
        if veil and veil not in veiled:
            veiled[veil] = _is_unnoticed(draft, operations, intent)
        if not veiled.get(veil, True):
            continue  # whoever was not to see it looked round
        held_to = terms_held_to(scene.world, draft.state, intent, scene.words)
        meant = held_to if held_to is not None else plan(scene.world, draft.state, intent)
        meant = without_their_part(scene.world, draft, intent, meant)
        if into := called_into(scene.world, draft.state, intent, outcome.intents[:at], scene.words):
            meant = [into]
        if (costly := beyond_the_words(scene.world, draft.state, intent, meant)) is not None:
            done.costly = done.costly or costly
            meant = what_hinders(scene.world, draft.state, costly)
        if any(isinstance(one, Use) and is_barred(scene.world, one, intent, scene.words) for one in meant):
            meant = [Express(what=intent.words[:120], how="handling")]
        for planned in meant:
            # Nobody tells two memories in one breath.
            fresh = all(one.op != "recollect" for one in operations)
            recalled = (scene.recalled or ()) if fresh else ()
            refused = len(draft.rejections)
            for operation in answer_instead(draft, planned, intent, scene.words, recalled):
                operation = as_typed(operation, scene.words)
                operation = instead_of_a_shrug(scene.world, draft.state, intent, operation, scene.words)
                if _was_used_before(operation, operations, intent):
                    operation = Express(what=words_as_typed(intent.words, scene.words)[:120])
                if _is_shown_to_be_asked_of(operation, intent, outcome.intents[at + 1 :]):
                    operation = Express(what=words_as_typed(intent.words, scene.words)[:120], how="handling")
                if isinstance(operation, Express):
                    operation = as_made(scene.world, draft.state, operation)
                    operation = taken_by_a_beast(scene.world, draft.state, operation)
                said = intent.role == "speech" and intent.verb != "call"
                if isinstance(operation, Attempt) and operation.aim and not said:
                    operation = in_own_words(operation, scene.words)
                over = draft.state.ended is not None and intent.verb not in TIMELESS
                if len(operations) == MOST_OPERATIONS or over:
                    return done
                if is_never_seen(scene.world, draft.state, operation, scene.words):
                    done.never_seen.append(operation)
                    continue
                if _is_passed_over(draft, operation, operations, intent):
                    continue
                if isinstance(operation, Inform) and _is_looked_for(
                    draft, operation, intent, outcome.intents
                ):
                    continue
                if _is_answered_by_a_look(scene, draft, intent, operation, operations):
                    continue
                if (echo := _echo(scene.world, draft.state, operation)) is not None and not echo.holds:
                    done.unfounded.append(echo)
                    if not echo.missing:
                        done.untold.append(intent)
                    continue
                if unheard_of := _thing_wanting(scene.world, draft.state, intent, operation):
                    done.unfounded.append(Echo(True, unheard_of))
                    continue
                lighter = lighter_than(operation, operations)
                by_itself = _asks_by_itself(intent) or intent.verb not in _SAID_ON
                if lighter is not None and not (by_itself and _is_asked_by_itself(lighter, acts)):
                    operations.remove(lighter)
                operations.append(operation)
                apply_operation(draft, operation)
                if isinstance(operation, (Use, Give)) and _is_over(scene, draft.state):
                    done.ending = intent if intent.rule is None else done.ending
                if _comes_to_nothing(operation, intent, scene.world.verbs):
                    done.vain.append(intent)
            if done.put_off is None and any(r.code == "one_journey" for r in draft.rejections[refused:]):
                done.put_off = intent
            # Whoever finds the first door shut does not try the next; whose hands are full takes no more.
            if any(r.operation.op == "move" or r.code == "too_much" for r in draft.rejections[refused:]):
                break
        for telling in told_in_return(draft, operations[begun:])[: MOST_OPERATIONS - len(operations)]:
            operations.append(telling)
            apply_operation(draft, telling)
        acts.append((intent, operations[begun:]))
        if not short and (goal := _goal_missed(scene.world, draft, intent)) is not None:
            short, done.goal = True, goal
        short = short or _leads_nowhere(intent, meant, outcome.intents)
    for reaction in reactions_to(draft, acts, operations)[: MOST_OPERATIONS - len(operations)]:
        operations.append(reaction)
        apply_operation(draft, reaction)
    if not any(isinstance(one, _DEEDS) for one in operations):
        done.vain = []  # nothing else was done, and the story itself says that nothing comes of it
    denied = _stems_not_here(scene, outcome, draft)
    operations = without_empty_answers(scene.world, draft.state, operations, scene.words)
    operations = with_names_confirmed(scene.world, scene.state, acts, operations, scene.words)
    operations = without_replies_beside_rules(without_second_replies(acts, operations), draft.happenings)
    operations = in_few_parts(operations, outcome.intents)
    done.operations = (
        [
            one
            for one in operations
            if (told := _echo(scene.world, draft.state, one, denied)) is None or told.holds
        ]
        if denied
        else operations
    )
    return done


def _is_unnoticed(draft: Draft, operations: list[Operation], intent: Intent) -> bool:
    """Whether a deed that somebody is not to see can be done so: the try is the first that is told of it."""
    tried = try_unseen(draft, intent)
    if tried is None:
        return True
    operations.append(tried)
    apply_operation(draft, tried)
    return not was_seen(draft)


_SAID_ON = frozenset({"ask", "tell", "accuse", "promise", "threaten", "thank", "apologise", "inform"})


def _is_for_whoever_is_away(scene: Scene, draft: Draft, intent: Intent, intents: tuple[Intent, ...]) -> bool:
    """Whether words go on to somebody who was called in the same breath and is not here: no bystander takes them up.

    "Slate, if you hear me: I know what you did!"
    """
    at = next((n for n, one in enumerate(intents) if one is intent), 0)
    who = next((one.objects[0] for one in reversed(intents[:at]) if one.verb == "talk" and one.objects), None)
    if who not in scene.world.characters or who in draft.state.present() or intent.verb not in _SAID_ON:
        return False
    said = words_of(plain(intent.words))
    hearer = scene.world.characters.get(next(iter(intent.objects), ""))
    if hearer is None:
        return not SECOND_PERSON.isdisjoint(said)
    names = {word for name in (hearer.name, *hearer.aliases) for word in words_of(plain(name))}
    return not SECOND_PERSON.isdisjoint(said) and names.isdisjoint(words_of(plain(scene.words)))


def _thing_wanting(world: World, state: StoryState, intent: Intent, operation: Operation) -> str:
    """What a deed that comes to nothing was to be done to, where nobody has heard of it: "feel along the pipes"."""
    vain = isinstance(operation, Try) and operation.why in ("nothing_happens", "felt") and operation.what is None
    named = (*intent.objects, intent.recipient, intent.tool)
    if not vain or intent.role != "act" or any(named):
        return ""
    return thing_unheard_of(world, state, intent.words)


def _echo(
    world: World, state: StoryState, operation: Operation, denied: frozenset[str] = frozenset()
) -> Echo | None:
    """What the gate says of a gesture or small handling, which is told in the player's words; None for all else."""
    shown = isinstance(operation, Express) and operation.how in ("gesture", "handling")
    if isinstance(operation, Express) and operation.kind is not None:
        return None  # a whole clause, and made to somebody who is here
    return (
        echo_of(world, state, operation.what, denied=denied)
        if shown and isinstance(operation, Express)
        else None
    )


def _is_beside_ones_own(intent: Intent, intents: tuple[Intent, ...]) -> bool:
    """Whether a question stands beside one that only the Game Master answers: nobody present is asked the rest."""
    asked = [one for one in intents if one.verb == "inform" and one is not intent]
    return intent.verb == "inform" and any(one.topic in OWN_KINDS for one in asked)


_BEFORE_READING = frozenset({"examine", "open", "look", "turn", "touch"})


def _held_to_be_read(intent: Intent, intents: tuple[Intent, ...]) -> Intent:
    """What is done to a thing to read it in the same breath, as a gesture: "unfold it, hold it up, read it"."""
    if intent.verb not in _BEFORE_READING or len(intent.objects) != 1 or intent.role != "act":
        return intent
    later = intents[intents.index(intent) + 1 :] if intent in intents else ()
    if not any(one.verb == "read" and intent.objects[0] in one.objects for one in later):
        return intent
    return Intent(verb="express", role="emote", topic=intent.words[:120], purpose=TO_READ, words=intent.words)


def _comes_to_nothing(operation: Operation, intent: Intent, own: Container[str]) -> bool:
    """Whether an order is only tried in vain, and nobody says so beside what else is done."""
    vain = isinstance(operation, Try) and operation.why in ("", "nothing_happens")
    changes = intent.verb in _CHANGING or intent.verb in own
    return vain and intent.role == "act" and changes


def _stems_not_here(scene: Scene, outcome: Outcome, draft: Draft) -> frozenset[str]:
    """The stems of what this turn says is not here: it does not use it as well."""
    parts = nouns_of(scene.world).parts
    missed = [aim_of(r.operation) for r in draft.rejections if r.code in ("not_here", "who_not_here")]
    absent = [aside.about for aside in outcome.asides if aside.why in NOT_THERE]
    named = [words_of(plain(name)) for name in absent if not mention_of(scene.world, scene.state, name)]
    return frozenset().union(
        *(parts.get(thing, frozenset()) for thing in missed if thing is not None),
        *(map(stem, one) for one in named),
    )


def _goal_missed(world: World, draft: Draft, intent: Intent) -> str | None:
    """Where a walk was meant to lead that led elsewhere: what was to be done there is not done here. Empty where
    somebody was to be gone to and is not there; None where it led where it should."""
    state = draft.state
    if intent.role != "act":
        return None
    if intent.recipient not in state.present() and is_carried_to(state, intent):
        return ""  # nobody was found to bring it to
    goal = intent.objects[0] if intent.verb in WALK and intent.objects else None
    if goal in world.characters and goal not in state.present():
        return ""
    return goal if goal in world.locations and state.place != goal else None


def _leads_nowhere(intent: Intent, meant: list[Operation], intents: tuple[Intent, ...]) -> bool:
    """Whether a walk has a heading in which nothing lies, and no other walk follows it: "go back in and sit down"."""
    lost = intent.verb == "go" and any(isinstance(one, Try) and one.why == "no_direction" for one in meant)
    at = next((n for n, one in enumerate(intents) if one is intent), len(intents))
    return lost and not any(one.verb in WALK and one.objects for one in intents[at + 1 :])


def _is_done_here(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether an act names what stays here, and nothing that is not: it does not wait for the end of the walk.

    What the player carries would have gone along.
    """
    if intent.verb in TIMELESS or intent.verb in ("inform", "express"):
        return True
    if intent.verb in WALK:
        return False
    aims = (*intent.objects, intent.recipient) if intent.objects else (intent.tool, intent.recipient)
    named = [thing for thing in aims if thing is not None]  # a tool that is wanting is told of
    left_behind = [thing for thing in named if state.items.get(thing) != PLAYER]
    near = reach(world, state) - (world.locations.keys() - {state.place})
    return bool(left_behind) and near.issuperset(left_behind)


def _is_over(scene: Scene, after: StoryState) -> bool:
    """Whether an ending has come about that had not before."""
    return any(
        holds(ending.when, scene.world, after) and not holds(ending.when, scene.world, scene.state)
        for ending in scene.world.endings.values()
    )


def _is_shown_to_be_asked_of(operation: Operation, intent: Intent, after: Sequence[Intent]) -> bool:
    """Whether somebody would only say that they see what they are shown, who are asked about it in the same breath."""
    if not isinstance(operation, Answer) or intent.verb != "show" or operation.source != "reply":
        return False
    return any(one.verb == "ask" and one.objects[:1] == (operation.who,) for one in after)


def _asks_by_itself(intent: Intent) -> bool:
    """Whether the words of an intent are a whole question, which wants an answer of its own."""
    words = words_of(intent.words)
    if not any(word.isalnum() for word in words):
        return intent.verb == "ask"  # it was asked in quotation marks
    reported = intent.verb == "ask" and words[words[0] == "i"] == "ask" and len(words) > _LEAST_REPORTED
    return reported or (len(words) > 2 and asks(words))


_LEAST_REPORTED = 3  # words of "ask Marta what"


def _hangs_on_what_was_asked(intent: Intent) -> bool:
    """Whether a question points at what was said before it: "is that normal?"."""
    return not _asks_by_itself(intent) or not _POINTING.isdisjoint(words_of(intent.words))


_POINTING = frozenset("that this it its they them those these so".split())


def _is_asked_by_itself(shrug: Operation, acts: list[Act]) -> bool:
    """Whether somebody shrugs at a whole question: it was asked beside others, and is not passed over in silence."""
    of_it = next((intent for intent, done in acts if any(one is shrug for one in done)), None)
    shrugs = isinstance(shrug, Answer) and shrug.source == "ignorance"
    return shrugs and of_it is not None and of_it.verb == "ask" and _asks_by_itself(of_it)


def _is_put_off(draft: Draft, operation: Discuss) -> bool:
    """Whether only what their writer has somebody say instead would be said on a topic: it is not open yet."""
    person = draft.world.characters.get(operation.who)
    topic = person.topics.get(operation.topic) if person is not None else None
    return topic is not None and not draft.holds(topic.when, f"{operation.who}.{topic.id}")


def _is_passed_over(draft: Draft, operation: Operation, operations: list[Operation], intent: Intent) -> bool:
    """Whether an operation would only say again what the turn has said: a door gone through, somebody not here."""
    if isinstance(operation, Try):
        if operation.why == "here_already" and draft.walked:
            return True  # "open the door and go in": whoever opened it has gone in
        handled = any(isinstance(one, Use) and one.target == operation.what for one in operations)
        if operation.why == "in_its_place" and handled:
            return True  # what was done with it has put it back, too
        if any(
            isinstance(one, Try) and (one.what, one.why) == (operation.what, operation.why)
            for one in operations
        ):
            return True
    if (
        isinstance(operation, Answer)
        and operation.source == "ignorance"
        and _hangs_on_what_was_asked(intent)
        and _is_answered(draft, operation, operations)
    ):
        return True  # "somebody walks up there in socks. Is that normal?": it was foreseen, and is answered
    if isinstance(operation, Answer) and operation.ordinary and not content_of(intent.words):
        who = operation.who
        if any(isinstance(one, Discuss) and one.who == who for one in operations):
            return True  # "tell me of the cellar. Whose is it?": what was written of it has answered
    if isinstance(operation, Discuss) and _is_put_off(draft, operation) and operation in operations:
        return True  # "did you see anybody, and where did they go?": nothing is told, to the one or the other
    told = any(isinstance(one, Discuss) for one in operations)
    if (
        isinstance(operation, Inform)
        and operation.kind == "heard"
        and told
        and operation.about in draft.state.present()
    ):
        return True  # "you told the police? what did they say?": nobody quotes what is being said
    if isinstance(operation, Use) and any(r.operation == operation for r in draft.rejections):
        return True  # "hug him and ask him to come": he has refused
    if (
        intent.verb == "take"
        and operation in operations
        and draft.state.items.get(str(aim_of(operation))) == PLAYER
    ):
        return True  # "lift the crate and take it in with me": it was taken up
    if isinstance(operation, Look) and _has_just_come_for_the_first_time(draft, operations):
        return True
    if is_needless(operation, operations, _asks_by_itself(intent)):
        return True
    if isinstance(operation, (Drop, Give)) and any(
        isinstance(r.operation, Take) and r.operation.item == operation.item and r.code != "already_have"
        for r in draft.rejections
    ):
        return True  # what could not be taken up is not laid elsewhere
    missing = [aim_of(r.operation) for r in draft.rejections if r.code in ("not_here", "who_not_here")]
    missing += [one.what for one in operations if isinstance(one, Try) and one.why == "who_not_here"]
    return aim_of(operation) is not None and aim_of(operation) in missing


def _was_used_before(operation: Operation, operations: list[Operation], intent: Intent) -> bool:
    """Whether a rule has just told what the senses find: "dip a finger in it and lick it" is told once, and done."""
    used = {(one.rule, one.target) for one in operations if isinstance(one, Use)}
    again = isinstance(operation, Use) and (operation.rule, operation.target) in used
    return again and intent.role == "act" and intent.verb in PERCEIVE


def _is_answered(draft: Draft, shrug: Answer, operations: list[Operation]) -> bool:
    """Whether they have given an answer that was written for what was said to them."""
    written = draft.world.characters[shrug.who].answers
    return any(
        isinstance(one, Discuss) and one.who == shrug.who and one.topic in written for one in operations
    )


def _has_just_come_for_the_first_time(draft: Draft, operations: list[Operation]) -> bool:
    """Whether the place has just been told of as a whole: a look around would tell it again."""
    came = bool(operations) and isinstance(operations[-1], Move) and bool(draft.journey)
    return came and draft.state.visited.get(draft.state.place) == 1


def _is_looked_for(draft: Draft, operation: Inform, asked: Intent, intents: tuple[Intent, ...]) -> bool:
    """Whether a look about, in the same breath, is to show what is asked: "who's about? I have a look round".

    What the place is called, and that nobody is there, no look tells; what is asked after it is asked all the same.
    """
    later = intents[intents.index(asked) + 1 :] if asked in intents else intents
    looks = any(one.verb == "look" and not one.objects and one.role == "act" for one in later)
    return looks and operation.kind == "people" and bool(draft.state.present())


def _is_answered_by_a_look(
    scene: Scene, draft: Draft, intent: Intent, operation: Operation, operations: list[Operation]
) -> bool:
    """Whether a question asks on about what this turn has looked at, and nobody here has another answer to it.

    "Read the visitors' book, who came in yesterday?": the book has answered as far as it can be answered.
    """
    looked = any(isinstance(one, Notice) for one in operations)
    if isinstance(operation, Inform):
        asked = Asked(draft.world, draft.state, operation.about, (), operation.asked or operation.about)
        if operation.kind == OF_DEED:  # a writer's rule has told what the touch tells
            ruled = any(isinstance(one, Use) and one.target == operation.about for one in operations)
            return ruled and not told_of_deed(asked)
        return looked and operation.kind in _OPEN_TO_SIGHT and not is_answered(operation.kind, asked)
    if not looked:
        return False
    said = set(words_of(plain(scene.words)))
    ignorant = isinstance(operation, Answer) and operation.source == "ignorance"
    named = isinstance(operation, Answer) and not said.isdisjoint(
        {"you", "your", "ask", *words_of(plain(draft.world.characters[operation.who].name))}
    )
    return ignorant and not named


_OPEN_TO_SIGHT = frozenset({"known", "why", "who_is", "things"})


def _name_in_doubt(scene: Scene, reading: Reading) -> str:
    """The thing that was meant and is not there, or the things that could be meant."""
    if reading.unclear == "who" and not reading.choices:
        return reading.about[:120]  # "her", where there is none
    about = name_in_doubt(scene, reading.about) if reading.unclear == "no_such_thing" else ""
    return (", ".join(reading.choices) or about)[:120]


def _verb_tried(scene: Scene) -> str:
    """What was to be done with something that is not there: "take", which its place answers; else only tried."""
    order = without_lead([word for word in words_of(plain(scene.words)) if word != "i"])
    return "take" if nouns_of(scene.world).verbs.at_start(order)[0][:1] == ("take",) else "try"


@dataclass(frozen=True)
class Played:
    """A turn played without a service: nothing is stored and nothing is streamed."""

    outcome: Outcome
    ruling: Ruling
    spans: list[Span]
    after: StoryState


def play(world: World, state: StoryState, words: str, roll: Roll | None = None) -> Played:
    """Play one turn to its end, for tools and tests. Everything is told, so `after` counts every wording.

    `roll`: the dice, where they are not those of the story's seed.
    """
    scene = _scene(world, state, words, roll)
    outcome = propose(scene)
    return _tell(scene, outcome, scene.rule(outcome))


def play_without_suggestions(world: World, state: StoryState, words: str, roll: Roll | None = None) -> Played:
    """As `play`, for who reads only what is told: it takes half the time, since nothing is ruled on twice."""
    scene = _scene(world, state, words, roll)
    return _tell(scene, *_proposal(scene))


def _scene(world: World, state: StoryState, words: str, roll: Roll | None) -> Scene:
    return Scene(world=world, state=state, words=words, roll=roll or roll_for(state.seed, state.turn + 1))


def _tell(scene: Scene, outcome: Outcome, ruled: Ruled) -> Played:
    spans = Teller(scene.world, scene.state, ruled.after).tell(ruled.ruling)
    ruled.after.hear(spans)
    return Played(outcome=outcome, ruling=ruled.ruling, spans=spans, after=ruled.after)
