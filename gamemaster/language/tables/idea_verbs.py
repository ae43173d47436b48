"""The verbs of ideas that no writer foresaw, by the stance that each stands for. Data only."""

from __future__ import annotations

# Natural verb: the idea it stands for. What is built, set or stretched is decided by what is built, below.
VERBS: dict[str, str] = {
    **dict.fromkeys("block bar barricade wedge jam obstruct brace plug stuff cover".split(), "block"),
    **dict.fromkeys("lure bait entice".split(), "lure"),
    **dict.fromkeys("distract divert".split(), "distract"),
    **dict.fromkeys("trap snare".split(), "trap"),
    **dict.fromkeys("mark carve scratch chalk engrave etch inscribe scrawl scribble".split(), "mark"),
    **dict.fromkeys("sabotage".split(), "sabotage"),
    **dict.fromkeys("disguise".split(), "disguise"),
    **dict.fromkeys("mourn grieve".split(), "mourn"),
    **dict.fromkeys("hide stash conceal bury".split(), "hide"),
    **dict.fromkeys("trade swap barter exchange bargain haggle offer".split(), "bargain"),
    **dict.fromkeys("build construct make erect pile stack dig forge".split(), "build"),
    **dict.fromkeys("signal flash wave".split(), "signal"),
    **dict.fromkeys("beg plead".split(), "beg"),
    "bribe": "bribe",
    "slip": "slip",
    **dict.fromkeys("write draw paint".split(), "write"),
    "plant": "plant",
    **dict.fromkeys("recite tell".split(), "recite"),
}
PHRASES: dict[tuple[str, ...], str] = {
    ("dress", "up", "as"): "disguise",
    ("dress", "as"): "disguise", ("draw", "off"): "lure", ("lure", "away"): "lure", ("set", "up"): "build",
    ("plug", "in"): "use",
}  # fmt: skip
# Ideas that no verb of the lexicon stands for, so that the words must be known as verbs.
NEW_VERBS: dict[str, str] = {
    "mourn": "mourn", "grieve for": "mourn", "disguise myself as": "disguise", "dress up as": "disguise",
    "dress as": "disguise",
    "sabotage": "sabotage", "barricade": "block", "obstruct": "block", "chalk": "mark", "engrave": "mark",
    "etch": "mark", "inscribe": "mark", "scrawl": "mark", "scribble": "mark", "mark": "mark", "snare": "trap",
    "trap": "trap", "draw off": "lure", "stretch": "trap", "string": "trap", "erect": "build",
    "pile": "build", "stack": "build", "plead with": "beg",
}  # fmt: skip
# Stances that cost something: the player's own words must hold one of these verbs. Whatever else is done to a thing is
# a small handling, which changes nothing and breaks nothing.
_BREAKING = """
    break smash shatter destroy wreck crush demolish snap bash bust tear rip pry prise lever crack splinter chop hack
    split damage ruin trash vandalise vandalize batter ram crowbar hammer kick hit punch beat strike pound bang axe
    stab club bludgeon boot stamp stomp trample dismantle slam charge force barge burst shoulder pulverise explode
    blow dent mash flatten chip shred slash attack whack thump knock
"""
_MOVING = """
    push shove topple heave drag haul yank wrench overturn upend tip tug pull roll flip shift budge hoist wrestle
    grapple throw hold restrain pin grab seize lift move jerk winch upset block
"""
# Moving a thing with these is no feat of strength unless the player puts strength into it.
GENTLE = frozenset(
    "push pull press lift move hold grab seize tug nudge bump shake flip roll jerk tip throw".split()
)
EFFORT = frozenset(
    """hard harder all strength might force weight full forcefully violently shoulder both over aside apart off loose
    down away until till bodily desperately""".split()
)
_CUTTING = "cut slice carve saw sever slit snip hew chisel hack lop burn torch ignite scorch char singe set stab score"
_MENDING = """
    mend repair fix make rig patch restore rebuild reassemble sew stitch caulk sharpen whet assemble craft tie lash
    knot bind fasten splice hitch moor nail glue solder weld darn rewire reconnect tighten service overhaul tune
    unclog unblock build improvise straighten tether attach harness
"""
OWN_VERBS: dict[str, frozenset[str]] = {
    "force": frozenset((_BREAKING + _MOVING).split()),
    "strike": frozenset(
        (_BREAKING + _CUTTING).split()
        + """fight kill murder slay execute assault slap swing lunge throw hurl shoot spear elbow knee headbutt tackle
        strangle choke throttle clobber bite duel finish smite brain deck floor jump wrestle ambush""".split()
    ),
    "sabotage": frozenset(
        (_BREAKING + _CUTTING).split()
        + """sabotage pour spill empty drain tamper disable unscrew foul douse splash soak melt tip drench light
        scratch trim shear skin gut mow engrave whittle""".split()
    ),
    "craft": frozenset(_MENDING.split()),
    "build": frozenset(
        """build construct make erect pile stack dig assemble craft rig fashion forge weave lash cobble improvise raise
        shape carve whittle excavate shovel burrow tunnel hollow invent create nail hammer string hang
        lay leave plant draw set""".split()
    ),
    "charm": frozenset(
        """charm flatter flirt seduce compliment woo praise admire kiss court sweet cozy butter ingratiate
        beguile""".split()
    ),
    "finesse": frozenset(
        """pick picklock jimmy steal swipe pinch pilfer palm filch nick pocket lift snatch slip plant free rob unlock
        undo untie release loosen liberate unbind balance rescue""".split()
    ),
}
