"""How unforeseen ideas are told where a world brings no words of its own: what was done to what, and what it led to.

`{thing}` is what it was done to, `{who}` the person or threat, `{tool}` what it was done with, `{other}` where to or in
exchange for what, `{aim}` what it makes or is for. Of the wordings only those are used whose names are known.
"""

from __future__ import annotations

from worlds.schema import StanceName

# Stance: wordings of its success, its half success and its failure.
Told = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

# A small thing done unnoticed: the same three, where one might see it, and where several might.
UNNOTICED_LINES: Told = (
    ("{who} does not look round.", "{who} is looking elsewhere the whole time.",
     "Whatever {who} has an eye on, it is not your hands."),
    ("{who} looks round a moment too late, and at you.", "{who} looks round just after, and wonders at your face."),
    ("{who} looks round just then, straight at you, and you let it be.",
     "You feel the eyes of {who} on you, and let it be for now."),
)  # fmt: skip
AMONG_SEVERAL: Told = (
    ("{all} are here to see, and none of them looks.",
     "There are the eyes of {all} to think of. None is on your hands."),
    ("{all} are here to see, and {who} looks round a moment too late.",),
    ("{all} are here to see, and {who} looks straight at you. You let it be.",),
)
LINES: dict[StanceName, Told] = {
    "force": (
        (
            "You put {tool} to {thing} and lean until something gives.",
            "You set your weight against {who}, and {who} goes back a step.",
            "You set your shoulder to {thing} until something gives.",
        ),
        (
            "You lean on {thing}, and something gives, though not without a struggle.",
            "{who} goes back a step, not without a struggle.",
        ),
        (
            "You heave at {thing} with {tool}, and nothing gives.",
            "You push against {who}, and are pushed back.",
            "You throw your weight against {thing}, to no effect.",
        ),
    ),
    "strike": (
        (
            "You strike at {who} with {tool}, and it goes home.",
            "You strike {who}, and it tells.",
            "You bring {tool} down on {thing} until something gives.",
            "You strike at {thing} until something gives.",
        ),
        (
            "You hit {who}, and are open yourself for a moment.",
            "You hit {thing}, and feel it to the shoulder.",
        ),
        (
            "You strike at {who} with {tool}, and are too slow.",
            "You strike at {who}. It lands on nothing.",
            "You strike {thing}, and change nothing by it.",
        ),
    ),
    "finesse": (
        (
            "With {tool} and a light hand you have your way with {thing}.",
            "Your hand goes out and comes back, and {who} has noticed nothing.",
            "You take your time with {thing}, lightly, and have your way.",
            "You keep your balance, and it comes right.",
        ),
        (
            "You have your way with {thing}, not quite as quietly as you meant.",
            "Your hand comes back full, and {who} stirs.",
            "It comes right, not quite as quietly as you meant.",
        ),
        (
            "{tool} slips on {thing}.",
            "{who} moves, and your hand goes back where it came from.",
            "You lose your hold on {thing}.",
            "You lose your balance, and have to begin again.",
        ),
    ),
    "stealth": (
        (
            "You go as a shadow goes, and {who} does not look up.",
            "You keep low by {thing}, and no eye follows you.",
            "You keep low and still, and no eye follows you.",
        ),
        ("You are out of sight, though something stirs as you go.",),
        (
            "{who} turns, just then, and sees you.",
            "Something underfoot gives you away.",
            "You are not as well hidden as you thought.",
        ),
    ),
    "craft": (
        (
            "You work on {thing} with {tool} until you are satisfied.",
            "You work on {thing} until you are satisfied.",
            "You see to {who} as well as hands can.",
            "You work at it, and it comes out as you meant: {aim}.",
            "You work at it, and it comes out as you meant.",
        ),
        (
            "{thing} will serve, if nobody asks too much.",
            "You do what you can for {who}.",
            "It will serve, if nobody asks too much of it.",
        ),
        (
            "You work on {thing}, and it will not come right.",
            "You do what you can for {who}, and it is not much.",
            "You work at it, and it comes to nothing that would hold.",
        ),
    ),
    "endure": (
        (
            "You hold against {who}, and do not give.",
            "You set yourself by {thing} and hold.",
            "You set your teeth, and hold out.",
        ),
        ("You hold, and it takes its toll.",),
        (
            "You hold as long as you can, which is not long enough.",
            "You are pushed back a step, and another.",
        ),
    ),
    "search": (
        ("You go over {thing} with care.", "You go over everything within reach."),
        ("You go over {thing}.", "You go over the place."),
        ("You go over {thing}, and miss whatever there was.", "You look, and miss whatever there was."),
    ),
    "persuade": (
        ("You put it to {who} plainly, and {who} comes round.", "{who} weighs what you say, and gives way."),
        ("{who} gives way, and will not forget that you asked.", "{who} gives way, not gladly."),
        ("{who} hears you out, and stays where they stood.", "You talk; {who} is not moved."),
    ),
    "deceive": (
        (
            "{who} looks at {tool}, then at you, and believes it.",
            "{who} believes you.",
            "You say it without a blink, and {who} takes it for true.",
        ),
        ("{who} believes it, nearly.",),
        (
            "{who} looks at {tool} and does not believe a word of it.",
            "{who} does not believe a word of it.",
            "You hear yourself how it sounds. So does {who}.",
        ),
    ),
    "threaten": (
        (
            "You let {who} see {tool}. {who} goes pale and gives ground.",
            "{who} sees that you mean it, and gives ground.",
        ),
        ("{who} gives ground, with a look that will keep.",),
        ("{who} looks at {tool}, and at you, and does not give ground.", "{who} does not give ground."),
    ),
    "charm": (
        (
            "{who} takes {tool} for the compliment that it is, and warms to you.",
            "{who} warms to you, a little.",
            "You get half a smile out of {who}.",
        ),
        ("{who} is pleased, and wonders what you want.",),
        ("{who} wonders what you want.", "Your charm is wasted on {who}."),
    ),
    "bargain": (
        (
            "{tool} against {other}: {who} thinks it over, and nods.",
            "You offer {tool}. {who} thinks it over, and nods.",
            "{who} thinks it over, and nods.",
            "You come to terms with {who}.",
        ),
        ("{who} makes you ask twice, and agrees.", "{who} agrees, and does not look pleased about it."),
        (
            "{who} does not want {tool} at that price.",
            "{who} shakes off the offer.",
            "You and {who} do not come to terms.",
        ),
    ),
    "comfort": (
        (
            "You stay by {who} until the breath comes easier.",
            "{who} is the calmer for you.",
            "You are gentle with {thing}, and feel it answered.",
        ),
        (
            "{who} grows a little calmer.",
            "In a good while you come to an understanding with {thing}.",
        ),
        ("{who} will not be comforted, not by you, not now.", "Nothing that you do quiets {thing}."),
    ),
    "beg": (
        ("{who} looks down at you, and relents.", "You beg, and {who} gives in."),
        ("{who} gives in, and thinks the less of you.",),
        ("You beg; {who} looks away.", "{who} lets you beg."),
    ),
    "insult": (
        ("You tell {who} what you think of them. {who} hears every word.", "{who} goes stiff at that."),
        ("{who} goes stiff at that.",),
        ("{who} goes stiff at that.",),
    ),
    "distract": (
        (
            "You make play with {tool}, and {who} has eyes for nothing else.",
            "You make play with {tool}, and every eye goes to it.",
            "{who} looks where you mean them to.",
            "You stir up enough to draw every eye away.",
        ),
        (
            "{who} looks at {tool}, and away from it again too soon.",
            "Heads turn; not all of them, and not for long.",
        ),
        (
            "{who} looks at {tool}, then straight at you.",
            "{who} looks straight at you instead.",
            "You stir, and the wrong eyes turn: to you.",
        ),
    ),
    "trap": (
        (
            "You rig {tool} so that whoever comes next will find it first.",
            "You set it low, where whoever comes next will find it with their feet.",
        ),
        (
            "You get {tool} to lie as it should, and it cost you some doing.",
            "It is set, and it cost you some doing.",
        ),
        ("{tool} will not hold the way you want it.", "It springs under your own hands."),
    ),
    "hide": (
        ("You put {thing} out of sight, in {other}.", "You put {thing} where nobody looks."),
        (
            "You get {thing} out of sight in {other}, if nobody looks twice.",
            "You get {thing} out of sight, if nobody looks twice.",
        ),
        (
            "{thing} will not stay out of sight in {other}.",
            "You find no place for {thing} that an eye would miss.",
        ),
    ),
    "block": (
        (
            "You jam {tool} across {way}, and it sits fast.",
            "You bar {way} with what there is.",
            "You jam {tool} against {thing}, and it sits fast.",
            "You jam {tool} fast, and nothing will come through there in a hurry.",
            "You pile up what there is, and nothing will come through in a hurry.",
        ),
        (
            "You bar {way}, though it would not stand much.",
            "It is barred, though it would not stand much.",
        ),
        (
            "You set {tool} across {way}. It slides off.",
            "Whatever you pile against {way} slides off again.",
            "Whatever you pile up slides down again.",
        ),
    ),
    "mark": (
        (
            "You leave your mark on {thing} with {tool}: {aim}.",
            "You leave your mark on {thing}: {aim}.",
            "You leave your mark on {thing}.",
            "You leave your mark: {aim}.",
            "You leave your mark.",
        ),
        ("You leave your mark.",),
        ("You leave your mark.",),
    ),
    "lure": (
        (
            "{tool} does it: {who} comes after it, and away.",
            "{who} follows where you draw, and is gone from here for a while.",
        ),
        ("{who} goes after it, in the end.",),
        ("{who} has no eyes for {tool}.", "{who} does not take the bait."),
    ),
    "signal": (
        (
            "You signal with {tool}, high and plain.",
            "You make yourself seen and heard, as plainly as one can from here.",
        ),
        ("You signal, and more eyes than you wanted may have seen it.",),
        ("You make yourself as plain as you can, and wait for an answer. None comes.",),
    ),
    "sabotage": (
        (
            "You see to it with {tool}: {thing} will be of no use to whoever comes next.",
            "You see to it quietly: {thing} will be of no use to whoever comes next.",
        ),
        ("{thing} will be of no use to whoever comes next, and the traces are yours.",),
        ("You meddle with {thing}, and change nothing but that it shows.",),
    ),
    "disguise": (
        (
            "With {tool} about you, you might be somebody else.",
            "You change what can be changed, and might be somebody else.",
        ),
        ("From a few steps off you might be somebody else.",),
        ("{tool} makes you look like yourself in {tool}.", "You look like yourself, dressed up."),
    ),
    "mourn": (
        (
            "You say for {who} what there is to say, and let it be quiet after.",
            "You say the words that are said, and let it be quiet after.",
        ),
        ("You say the words that are said.",),
        ("You say the words that are said.",),
    ),
    "music": (
        (
            "You give them {aim}, and for as long as it lasts nobody does anything else.",
            "You play on {tool}, and for as long as it lasts nobody does anything else.",
            "You give it all you have, and for as long as it lasts there is nothing else.",
        ),
        ("It goes well enough, and farther than you meant.",),
        ("It goes wrong at the second verse.", "It does not come out as it was in your head."),
    ),
    "build": (
        ("You build it, and step back: {aim}.", "You build with what there is, and it stands."),
        (
            "It stands, {aim}, and took more out of you than you thought.",
            "It stands, and took more out of you than you thought.",
        ),
        ("You build, and it comes down before it is done.",),
    ),
}

# What a stance is, as somebody tells of it who saw it: "I saw the stranger …".
SEEN: dict[StanceName, tuple[str, ...]] = {
    "force": ("force {thing} with {tool}", "force {thing}"),
    "strike": ("strike at {thing} with {tool}", "strike at {thing}"),
    "finesse": ("meddle with {thing}", "try some sleight of hand"),
    "stealth": ("creep about",),
    "craft": ("work on {thing}", "work at something with {tool}", "work at something"),
    "endure": ("hold out",),
    "search": ("go through {thing}", "go through the place"),
    "persuade": ("talk {thing} round",),
    "deceive": ("lie to {thing}",),
    "threaten": ("threaten {thing} with {tool}", "threaten {thing}"),
    "charm": ("make up to {thing}",),
    "bargain": ("bargain with {thing}",),
    "comfort": ("comfort {thing}",),
    "beg": ("beg {thing}",),
    "insult": ("insult {thing}",),
    "distract": ("make a show with {tool}", "make a show of something"),
    "trap": ("set a trap with {tool}", "set a trap"),
    "hide": ("hide {thing} in {other}", "hide {thing}"),
    "block": ("bar {way} with {tool}", "bar the way with {tool}", "bar the way"),
    "mark": ("leave a mark on {thing}", "leave a mark"),
    "lure": ("draw {thing} away",),
    "signal": ("signal to somebody",),
    "sabotage": ("spoil {thing}",),
    "disguise": ("dress up as somebody else",),
    "mourn": ("mourn",),
    "music": ("make music",),
    "build": ("build {aim}", "build something"),
}

# What came of it, by code; `{place}` is a place, `{named}` a detail of one. An empty tuple is told by its result alone.
CAME_OF: dict[str, tuple[str, ...]] = {
    "noise": ("It makes a noise that carries.", "It can be heard from farther off than you like."),
    "noise_here": ("It is not done without a sound.", "Something clatters."),
    "woken": ("{who} starts up out of sleep.", "{who} is awake now."),
    "suspects": ("{who} has an eye on you now.", "{who} watches you more closely."),
    "had_enough": ("{who} has seen enough of this.",),
    "held_up": ("{who} is held up, for a time.", "It buys you time from {who}."),
    "spent": ("That is the end of {thing}.", "You have used up {thing}."),
    "cleared": ("You clear {way}.",),
    "strain": ("It takes it out of you.", "You feel it afterwards."),
    "hurt": ("You pay for it with skin and blood.", "You are hurt in it."),
    "jammed": ("Nothing moves any more about {thing}.",),
    "late": ("It takes longer than it should.", "Time goes over it."),
    "owed": ("{who} will want something for it.", "You owe {who} for that."),
    "displeased": ("{who} likes you no better for it.",),
    "distrusts": ("{who} will not believe the next thing, either.",),
    "frightened": ("{who} is afraid of you now, and hates it.",),
    "believes": (),
    "barred": ("Whoever wants through there has to break it first.",
               "It holds: {way} does not open now unless forced."),
    "swapped": ("{tool} goes one way and {thing} the other.",),
    "handed": ("{who} hands you {thing}.", "{who} lets you have {thing}."),
    "paid": ("{who} has {thing} now.",),
    "struck_back": ("{who} answers that with a fist.",),
    "drawn_off": ("{who} is off toward {place}.",),
    "heard_near": ("{who} looks round at you. From further off nobody answers.",),
    "unanswered": ("Nobody answers, from here to the end of sight.",),
    "moved": ("{who} stands a little nearer to you after that.",),
    "broken_down": ("What you put in the way is broken through: {who}.",),
    "trapped": ("{who} runs into {named}, and is held up.",),
    "regarded": (
        "{who} looks at {named}, and then at you.",
        "{who} walks once round {named}, without a word.",
        "{who} has found {named}, and seems to have an opinion.",
    ),
}

# Use of what things offer.
# What is forced and is paper or cloth.
SOLD = ("You pay {who} what {other} costs.", "You ask {who} for {other}, and pay.")
TORN = ("You take hold of {thing} with both hands and tear, and what was whole is in two.",)
OFFERS: dict[str, tuple[str, ...]] = {
    "warmth": (
        "You stay by {thing} until your fingers are your own again.",
        "You let {thing} warm you through.",
        "You hold your hands to {thing}, and the warmth comes up your arms.",
    ),
    "food": ("You eat {thing}.", "You make a meal of {thing}, such as it is."),
    "drink": ("You drink {thing}.", "You drink {thing} to the bottom."),
    "rest": (
        "You let yourself rest a while, by {thing}.",
        "{thing}, and nothing to do for a while: you rest.",
        "You take the weight off your feet for a while at {thing}.",
    ),
    "light": ("You light {thing}. Shadows take a step back.", "You light {thing}, and one can see by it."),
}

# Details of a place, things put out of sight there, ways that are barred.
TRACES: dict[str, tuple[str, ...]] = {
    "fresh": ("You step back and look at it: {named}.", "There it is: {named}."),
    "detail": ("Here, still: {named}.", "What was left here is here still: {named}."),
    "concealed": (
        "Out of sight where you put it, in {other}: {thing}.",
        "Out of sight where you put it: {thing}.",
    ),
    "barred": ("Barred by you, with {thing}: {way}.", "Barred by you: {way}."),
}

# Why something cannot be tried at all, and what would change it.
CANNOT: dict[str, tuple[str, ...]] = {
    "asleep": ("{who} is asleep, and hears none of it.", "{who} sleeps. Words would want somebody awake."),
    "not_theirs_to_do": ("{who} hears it, and there is nothing in it for {who} to do.",),
    "not_done": ("That is not done here.",),
    "to_what": ("That wants something to do it to.",),
    "no_sense": ("One could not do that to {thing}.",),
    "no_such_offer": ("You get nothing of the kind from {thing}.",),
}
