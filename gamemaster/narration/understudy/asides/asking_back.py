"""What is asked back once it is known what a turn would come to: an ending, a rest that would hurt. Pure."""

from __future__ import annotations

from gamemaster.language.doubt import in_words
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.reading import Reading
from gamemaster.language.safety import goes_on
from gamemaster.language.talk.addressee import last_partner
from gamemaster.language.understanding import understand
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.scene import Scene
from gamemaster.rules.proposal import Aside, Intent, Outcome, PassTime
from gamemaster.rules.referee import Ruled
from gamemaster.rules.state import ENDING, ONWARD, StoryState
from worlds.schema import Need, World

_YES = frozenset("yes yeah yep yup aye sure ok okay".split())
_ASSENT = _YES | frozenset(
    "do it i am please that is what mean meant certain exactly right go ahead , . !".split()
)
_AGREED = _ASSENT | frozenset(
    """of course did said say was just obviously definitely absolutely indeed gladly then now why not one thing want
    wanted course correct precisely totally well oh yes the for so sir will""".split()
)
# Of these a word or two must be said for it to be a yes: "exactly", "of course", "do that", "go ahead".
_PLEDGES = ("course", "exactly", "right", "ahead", "correct", "precisely", "obviously", "definitely", "absolutely",
            "meant", "do that", "do it", "please do", "why not", "what i said", "gladly", "indeed")  # fmt: skip
_PLACES = {"first": 0, "1": 0, "former": 0, "1st": 0, "second": 1, "2": 1, "2nd": 1, "latter": 1, "other": 1,
           "third": 2, "3": 2, "3rd": 2, "last": -1}  # fmt: skip
_CHOOSING = frozenset(
    """the one option number choice i mean meant want choose pick take no please yes ok okay do go with will would like
    that thing suggestion let us try , . ! then and not make it""".split()
)
_MUCH = 60  # minutes from which on a wait is as long as a sleep
_TYPED = 80  # characters of an order at most
_RESTS = frozenset({"wait", "sleep"})


def read_with_pending(scene: Scene) -> Reading:
    """What the words are understood as, where an ending may wait for a yes, or a walk for "go on"."""
    pending, said = _pending(scene.state), words_of(plain(scene.words))
    if (chosen := _choice_meant(scene, said)) is not None:
        return understand(scene.world, scene.state, chosen)
    if (
        said[:1]
        and said[0] in _YES
        and {"go", "on"} < set(said)
        and _AGREED.issuperset({*said} - {"go", "on"})
        and last_partner(scene.state) not in scene.state.present()
    ):
        return understand(scene.world, scene.state, "ok")  # "yeah go on then" leads nowhere
    if pending is not None and said[:1] and said[0] in _YES | {"do"} and _ASSENT.issuperset(said):
        return understand(scene.world, scene.state, scene.words if said in (["okay"], ["ok"]) else pending)
    reading = understand(scene.world, scene.state, scene.words)
    verb = pending is not None and words_of(plain(pending))[0] in said
    again = verb and (not reading.intents or said[0] in _YES - {"ok", "okay"})
    return understand(scene.world, scene.state, pending) if again and pending is not None else reading


def _choice_meant(scene: Scene, said: list[str]) -> str | None:
    """The order that words choose which only answer what was asked back last: "yes of course", "the second one"."""
    asked, *choices = scene.state.focus.get(ONWARD, "").split("\n")
    turn, _, agreed = asked.partition(" ")
    if turn != str(scene.state.turn) or not said:
        return None
    text = " ".join(said)
    yes = said[0] in _YES | {"now"} or any(pledge in text for pledge in _PLEDGES)
    if agreed and (goes_on(scene.words) or (yes and _AGREED.issuperset(said))):
        return agreed
    places = [_PLACES[word] for word in said if word in _PLACES]
    if len(places) != 1 or not _CHOOSING.issuperset(word for word in said if word not in _PLACES):
        return None
    return choices[places[0]] if places[0] < len(choices) else None


def is_plainly_meant(scene: Scene, reading: Reading, intent: Intent) -> bool:
    """Whether an act that would end the story is meant for what it is: one order by its own verb that names its thing.

    Nobody gives a page away unknowingly, and nobody sends one by wireless without meaning to; whoever reads one out may
    only have meant to be heard, unless reading it is what a rule is about. Once it was asked back, it is the question's
    own words, or a yes before the order.
    """
    world, said = scene.world, words_of(plain(scene.words))
    pending = _pending(scene.state)
    if pending is not None and (
        plain(scene.words) == plain(pending) or (said[:1] and said[0] in _YES - {"ok", "okay"})
    ):
        return True
    words = intent.words.split()
    own = intent.verb in world.verbs or intent.verb in words[:3]
    nouns = scope_of(world, scene.state).nouns
    parts, stems = nouns.parts, set(map(stem, words))
    named = any(not stems.isdisjoint(parts.get(one, ())) for one in intent.objects)
    named = named or (pending is None and not intent.objects)
    read_out = intent.verb == "read" and not any(("read", one) in nouns.ruled for one in intent.objects)
    said_only = intent.verb == "give" and intent.role == "speech"  # "you can have the letter" may be a mere word
    return len(reading.clauses) == 1 and own and named and not (read_out or said_only)


def _pending(state: StoryState) -> str | None:
    return state.focus.get(ENDING) if state.asked is not None and state.asked == state.turn else None


def rest_of_walk(scene: Scene, goal: str, left: Intent) -> tuple[str, ...]:
    """The rest of a walk that fell short, with what was to be done at its end, as an order."""
    walk = f"Go to {name_of(scene.world, goal)}"
    return tuple(text for text in (f"{walk}, then {left.words}", walk) if len(text) <= _TYPED)[:1]


def ending_asked_back(scene: Scene, intent: Intent) -> Outcome:
    """An act that was not named for what it is, and would end the story, is asked back first: it costs nothing."""
    choice = in_words(scope_of(scene.world, scene.state), intent)
    return Outcome(asides=(Aside(why="ending", about=choice, choices=(choice,)),))


def warned_of_rest(scene: Scene, outcome: Outcome, ruled: Ruled) -> Outcome | None:
    """A question back, once, before a sleep or a long wait that the place itself would make one suffer for."""
    state = scene.state
    rests = [one for one in outcome.intents if one.verb in _RESTS and one.rule is None]
    long = any(isinstance(one, PassTime) and (one.sleep or one.minutes >= _MUCH) for one in outcome.changes)
    if not rests or not long or state.asked == state.turn:
        return None
    place = scene.world.locations[ruled.after.place]
    for need in scene.world.needs.values():
        exposed = need.indoors_per_hour is not None and not place.indoors
        if (exposed or place.needs.get(need.id, 0) > 0) and _is_worse(need, state, ruled.after):
            choice = in_words(scope_of(scene.world, state), rests[0])
            where = name_of(scene.world, ruled.after.place)
            return Outcome(asides=(Aside(why="exposed", about=where, choices=(choice, *_elsewhere(scene))),))
    return None


def _is_worse(need: Need, before: StoryState, after: StoryState) -> bool:
    """Whether a need has come to a level that hurts, and was not there before."""
    worst = max((level.reach for level in need.levels), default=need.maximum)
    hurting = min((level.reach for level in need.levels if level.penalty), default=worst)
    was, now = before.need(need.id), after.need(need.id)
    return any(was < reach <= now for reach in (hurting, worst)) or (was >= worst and now >= was)


def _elsewhere(scene: Scene) -> tuple[str, ...]:
    """The known places next door that are indoors, as inputs: at most two."""
    world: World = scene.world
    scope = scope_of(world, scene.state)
    ways = [way.to for way in scope.ways if world.locations[way.to].indoors and way.to in scene.state.visited]
    return tuple(f"Go to {name_of(world, to)}" for to in ways[:2])
