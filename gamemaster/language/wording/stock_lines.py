"""The narrator's own lines by situation, for worlds that do not bring their own, and how they are filled in. Pure.

A world's `messages` take precedence. `{thing}` stands for a name with its article ("the knife", "some nets",
"Hild"), without it after "no", "a", "your" and the like; `{who}` and `{place}` stand for names.
"""

from __future__ import annotations

import re

from gamemaster.language.wording.agreement import agreeing, is_plural
from gamemaster.language.wording.sense_lines import SENSE_LINES
from worlds.schema import PLAYER, World

DEFAULTS: dict[str, tuple[str, ...]] = {
    "not_understood": (
        "You start on something, and lose hold of what it was.",
        "The thought does not quite come to anything you could do.",
        "You stand a moment, unsure what you meant by it.",
    ),
    "absurd": ("The idea is not one that this place has room for.", "You picture it, and no more comes of it."),
    "hostile": ("The words go out into the air, and nothing takes them up.", "You say it, to no use."),
    "no_such_thing": ("You look about, and see no {thing}.", "There is no {thing} to be seen."),
    "not_here": ("You look for {thing}, but not here.", "{thing} is not within reach."),
    "not_this_place": ("This is not the place for it.", "It is not to be done here."),
    "other_place": ("That is for {thing}, and not for here.", "You would have to be at {thing} for that."),
    "which": ("You could mean more than one thing by that: {choices}.", "It might be {choices}; which?"),
    "who": ("You speak to nobody in particular, and nobody in particular answers.", "Whom do you mean?"),
    "no_way": ("There is no way to {thing} from here.", "You find no road to {thing}."),
    "in_the_way": (
        "You stop short. The way on leads past {who}.",
        "To go further that way is to go past {who}. You stay where you are.",
    ),
    "no_direction": ("Nothing leads that way.", "You turn that way, and there is no going on."),
    "blocked": ("The way is closed.", "It does not open."),
    "ways": ("From here one could go to {choices}.", "The ways out lead to {choices}."),
    # What a line of the story leaves out (`gamemaster.rules.boundaries`), and what it refuses.
    "faded": ("The story looks away here, and goes on.",),
    "left_out": ("That has no part in this story.",),
    "nothing_happens": (
        "Nothing comes of it.", "You try it, and things stay as they are.", "It makes no difference that you can see.",
        "You give it an honest try, to no effect.",
    ),
    "nothing_to_take": ("There is nothing here to be taken.", "Nothing that lies here is to be carried off."),
    "nothing_to_give": ("You have nothing of the kind to give.", "You find nothing for that in what you carry."),
    "nothing_to_eat": ("You have nothing to eat, and see nothing here.", "There is nothing here to eat."),
    "further_on": ("That is as far as you get at one stretch. The way goes on from here.",
                   "You stop here for breath, and to look about you. It goes on."),
    "no_key": ("You have no key that turns in it.", "There is no locking it without its key."),
    "would_burn": ("What would take a flame here is {thing}. You leave it at that.",
                   "You look about for something that burns: there is {thing}."),
    "nothing_to_burn": ("There is nothing here to burn.", "A fire wants something to burn, and you see nothing here."),
    "nothing_to_drink": ("You have nothing to drink, and see nothing here.", "There is nothing here to drink."),
    "need_tool": (
        "Not with what you have on you.", "It wants something that you do not have.", "You lack what it would take.",
    ),
    "does_not_open": (
        "You find no way to open {thing}.", "You try {thing}, to no use.", "{thing} does not open.",
    ),
    "done_already": ("That is done.", "It has been done once, and once is all of it.", "You have done that already."),
    "already_have": ("You have {thing} already.", "You are carrying {thing}."),
    "look_closer": ("You are at {place}. What would bear a closer look: {choices}.",),
    "own_already": ("{thing} was yours all along. You keep it.",),
    "in_its_place": ("Nothing there is out of its place.",),
    "not_its_place": ("{thing} is not from here. You keep it.",),
    "dont_have": ("You have no {thing}.", "You go through what you carry, and find no {thing}."),
    "cannot_take": ("{thing} stays where it is.", "You cannot carry {thing}."),
    "cannot_take_along": ("{who} is not to be carried off.", "You cannot take {who} along like that."),
    "held": ("{who} has that, and keeps it.", "It is in {who}'s keeping."),
    "taken": ("You take {thing}.", "You pick up {thing}.", "{thing} goes with you.", "You have {thing} now."),
    "dropped": ("You put down {thing}.", "You leave {thing} here.", "You let go of {thing}."),
    "laid": ("You put {thing} {place}.", "You leave {thing} {place}.", "{thing} now lies {place}."),
    "put_back": ("You put {thing} {place}.",),
    "lying_there": ("{thing} lies {place}, where you left it.", "{thing} is still {place}."),
    "gave": ("You give {thing} to {who}.", "{who} takes {thing} from you.", "{thing} passes to {who}."),
    "refused_gift": ("{who} will not take {thing} from you.", "{who} leaves {thing} in your hand."),
    "too_much": ("You cannot carry more.", "Your hands are full; put something down first."),
    "waited": ("You wait.", "Time goes by.", "You let the time pass.", "You stay as you are for a while."),
    "slept": ("You sleep.", "You lie down, and sleep comes.", "You sleep a while, lightly."),
    # Told once the lines above are used up: they differ by the hour.
    "waited_until": ("You wait until {time}.", "It is {time} before you stir.", "Then it is {time}."),
    "slept_until": ("You sleep until {time}.", "It is {time} when you wake.", "You wake, and it is {time}."),
    "searched_nothing": ("You search, and find nothing new.", "You look everywhere that there is to look."),
    "searched": ("You go over the place with care.", "You search.", "You look behind and under things."),
    "listening": ("You listen.",),
    "listened": ("You listen. Nothing out of the way.", "You hear the place being itself."),
    "smelled": ("It smells as such places do.", "Nothing in the air tells you much."),
    "felt": ("Your fingers find nothing that they did not expect.", "You feel about, and find nothing of the kind."),
    "kept_unseen": ("{who} is looking elsewhere the whole time.",
                    "Whatever {who} has an eye on, it is not your hands."),
    "seen_doing": ("{who} has seen it, and shows that by looking away.",
                   "{who} looks at your hands, and then at you, and says nothing."),
    "overhears_nobody": ("You listen. {who} says nothing that is not meant to be heard, and of you not a word.",
                         "You keep still and listen. Whatever {who} thinks of you stays unsaid, for now."),
    "hidden": ("You get out of sight.", "You find a place where you are hard to see."),
    "hears_within": ("You listen. Somebody is awake in there: a step, a breath, a thing set down.",
                     "You put an ear to it. Somebody moves, inside."),
    "hears_nobody": ("You listen. Nothing stirs on the other side.", "You put an ear to it, and hear nobody."),
    "knocked": ("You knock at {thing}, and nobody answers.", "You knock. Nobody comes to {thing}."),
    "knocked_within": ("You knock at {thing}. Somebody stirs inside.", "You knock; at {thing} a voice answers."),
    "roused": ("That rouses you. It is {time}, and sooner than you meant.", "It is only {time} when that gets you up."),
    "not_hidden": ("There is nowhere to hide.", "You find no cover."),
    "unhidden": ("You are in plain sight again.", "So much for hiding.", "Whoever looks can see you now."),
    "nobody_here": ("There is nobody here.", "You are alone here.", "Nobody answers."),
    "last_seen": ("You saw {who} last at {place}.", "You had {who} in sight last at {place}."),
    "who_not_here": ("{who} is not here.", "You look for {who}, in vain."),
    "no_voice": ("You speak into {thing}, and wait. Nobody answers.",
                 "{thing} hums to itself. No voice comes back that you know."),
    "no_answer": ("{who} says nothing to that.", "{who} lets it go by.", "{who} has no answer for you."),
    "unwilling": ("{who} will not speak of that with you. Not yet.", "{who} shuts up like a box."),
    "said_again": (
        "{who} has said what there is to say about that.", "{who} has nothing to add.",
        "\u201cI told you,\u201d says the look that {who} gives you.", "On that, {who} is done talking.",
    ),
    "greeted_again": (
        "{who} looks up and waits for you to come to the point.", "{who} nods to you.", "{who} turns an ear to you.",
        "{who} lets you begin.", "You have {who}'s attention, for the moment.",
    ),
    "heard": ("{who} hears you out.", "{who} takes that in.", "{who} considers you."),
    "dead": ("{who} is dead.", "{who} is past that."),
    "body": ("{who} lies here, dead.", "{who} is here, in the way that the dead are."),
    "present": ("{who} is here.", "{who} is about.", "You see {who}."),
    "arrived": ("{who} comes in.", "{who} joins you.", "Here comes {who}."),
    "gone": ("{who} leaves.", "{who} goes off.", "{who} is gone, without a word about where."),
    "parted": ("{who} lets you go.", "{who} nods, and that is goodbye.", "You take your leave of {who}."),
    "plain": ("There is nothing more to see about {thing}.", "You look at {thing}, and it is what it seems."),
    "departed": ("{who} goes off toward {place}.", "{who} leaves for {place}.", "{who} goes, by way of {place}."),
    "follow_here": ("You keep by {who}, who is going nowhere for now.", "You stay close to {who}."),
    "not_following": ("{who} was not following you.",),
    "dismissed": ("{who} stays behind.", "{who} lets you go on alone."),
    "came_to": ("You come to {place}.", "You are at {place}.", "This is {place} again."),
    "found": ("You find {thing}.", "{thing} comes to light.", "Here, out of sight till now: {thing}."),
    "lying": ("{thing} is here.", "Here is {thing}.", "You see {thing}."),
    "threat_near": ("{who} is near.", "Something is close by. You think of {who}."),
    "threat_arrived": ("{who} is here.", "It has come: {who}."),
    "threat_left": ("{who} is gone from here, for now.", "{who} moves off."),
    "threat_here": ("{who} is here.", "{who} has not gone."),
    "wounded": ("You are hurt.", "It has cost you blood.", "You feel yourself grow weaker."),
    "healed": ("You feel better for it.", "That does you good."),
    "healed_other": ("{who} seems the better for it.", "That does {who} good."),
    "attack_hit": ("You strike, and hit {who}.", "Your blow lands on {who}."),
    "attack_miss": ("You strike at {who}, and miss.", "{who} is not where your blow lands."),
    "failed": ("You try, and fail.", "It does not come off.", "It goes wrong.", "Not this time."),
    "worked": ("It works.", "You manage it.", "That is done."),
    "refused": ("Not now.", "It cannot be done as things stand.", "Something stands in the way of that."),
    "ended": ("The story is over.",),
    "seen": (
        "{who} notices.", "{who} glances your way.", "It is not lost on {who}.", "{who} looks at you, and away.",
        "{who} marks it, and says nothing.",
    ),
    "thought": (
        "You keep that to yourself.", "It goes through your mind, and the moment stays as it was.",
        "That is with you for a while.",
    ),
    "let_be": ("You leave it be.", "You do nothing of the kind.", "You let it alone."),
    "unseen": (
        "Nobody sees.", "There is nobody here to mind.", "The place takes no notice.",
        "It stays between you and the air.",
    ),
    "offer": (
        "You could {choices}.", "There are other things to do here: {choices}.", "What comes to mind: {choices}.",
        "It might be better to {choices}.",
    ),
    "carrying": ("You carry {choices}.",),
    "carrying_nothing": ("You carry nothing.",),
    "know_nothing": ("You have not learned anything for certain yet.",),
    "know": ("What you know: {choices}",),
    **SENSE_LINES,
}  # fmt: skip

_BARE_AFTER = re.compile(
    r"\b(no|any|a|an|the|your|my|this|that|such|another|some|without|its|his|her|their)\s+$", re.IGNORECASE
)
# A name may be the player's own words, and those must not become a placeholder, a speaker or an aside.
_MARKUP = re.compile(r"[{}@*]")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_ARTICLES = ("the ", "a ", "an ", "some ")


def phrases_for(world: World, situation: str) -> tuple[str, ...]:
    """The wordings for a situation: the world's, or else the defaults. Raises KeyError for an unknown situation."""
    return world.messages.get(situation) or DEFAULTS[situation]


def is_situation(world: World, word: str) -> bool:
    """Whether there are wordings for this."""
    return word in DEFAULTS or word in world.messages


def phrases_with(world: World, situation: str, **names: str) -> tuple[str, ...]:
    """The wordings for a situation, filled in: those only that have a name for each of their placeholders.

    Where none has, "it" stands for what is not known.
    """
    known = {key for key, name in names.items() if name}
    fitting: list[str] = []
    for phrases in (phrases_for(world, situation), DEFAULTS.get(situation, ())):
        fitting = fitting or [p for p in phrases if known.issuperset(_PLACEHOLDER.findall(p))]
    fitting = fitting or list(phrases_for(world, situation))
    return tuple(fill(phrase, **{key: names[key] for key in known}) for phrase in fitting)


def fitting(phrases: tuple[str, ...], **names: str) -> tuple[str, ...]:
    """Of these wordings those that have a name for each of their placeholders, filled in: those that name most."""
    known = {key: name for key, name in names.items() if name}
    usable = [(len(set(used)), p) for p in phrases if known.keys() >= set(used := _PLACEHOLDER.findall(p))]
    most = max((number for number, _ in usable), default=0)
    return tuple(fill(phrase, **known) for number, phrase in usable if number == most)


def fill(phrase: str, **names: str) -> str:
    """Put names into a phrase: no article after a determiner, a capital where a sentence begins, verbs in agreement."""
    if is_plural(names.get("thing", "")):
        phrase = agreeing(phrase, "thing")

    def put(match: re.Match[str]) -> str:
        name = _MARKUP.sub("", names.get(match.group(1), "it"))
        before = phrase[: match.start()]
        if _BARE_AFTER.search(before):
            name = without_article(name)
        at_start = (
            not before.strip() or before.rstrip()[-1] in '.!?\u201c"' or before.rstrip().endswith(":\n")
        )
        if at_start:
            return name[:1].upper() + name[1:]
        return f"the {name[4:]}" if name.startswith("The ") else name

    return _PLACEHOLDER.sub(put, phrase)


def without_article(name: str) -> str:
    return next((name[len(article) :] for article in _ARTICLES if name.startswith(article)), name)


def with_article(name: str) -> str:
    """A name as it stands in a sentence: "the knife", "the Smokehouse"; a proper name or one with an article stays."""
    if name.startswith("The "):
        return f"the {name[4:]}"
    if name[:1].isupper() or name.startswith((*_ARTICLES, "your ", "his ", "her ")):
        return name
    return f"the {name}"


NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip


def clock_in_words(minute: int) -> str:
    """The time of day, to five minutes: "half past ten", "twenty to four"."""
    hour, past = divmod((minute + 2) // 5 * 5, 60)
    name = NUMBERS[(hour + (past > 30) - 1) % 12 + 1]
    if past == 0:
        return f"{name} o'clock"
    parts = {15: "a quarter", 30: "half", 5: "five", 10: "ten", 20: "twenty", 25: "five and twenty"}
    return f"{parts[past]} past {name}" if past <= 30 else f"{parts[60 - past]} to {name}"


def hours_in_words(minutes: int) -> str:
    """A stretch of time in whole hours: "one hour", "nineteen hours"."""
    hours = minutes // 60
    number = NUMBERS[hours] if hours < len(NUMBERS) else str(hours)
    return f"{number} hour{'' if hours == 1 else 's'}"


def name_of(world: World, thing: str | None) -> str:
    """The name of anything as it stands in a sentence; empty for nothing."""
    if thing is None:
        return ""
    if thing == PLAYER:
        return "yourself"
    if thing in world.characters:
        return world.characters[thing].name
    for section in (world.items, world.locations, world.threats):
        if thing in section:
            return with_article(section[thing].name)
    feature = next((f for _, f in world.features() if f.id == thing), None)
    return with_article(feature.name) if feature is not None else thing.replace("_", " ")


def join_names(names: list[str], last: str = "and") -> str:
    """A list for people: "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}" if names else ""
