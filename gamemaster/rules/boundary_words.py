"""What the terms of a boundary stand for, as word patterns: data. A term that is not here stands for its own words.

In doubt a word counts: a paragraph that is told with less detail does no harm. Patterns are of lower-case text without
accents; `\\b` stands around each.
"""

from __future__ import annotations

_CHILD = (
    r"child|children|kids?|bab(?:y|ies)|infants?|toddlers?|newborns?|boys?|girls?|little (?:one|ones|brother|sister)|"
    r"schoolboys?|schoolgirls?|orphans?|youngsters?"
)
_ANIMAL = (
    r"dogs?|pupp(?:y|ies)|hounds?|cats?|kittens?|horses?|pon(?:y|ies)|foals?|lambs?|sheep|goats?|cows?|cal(?:f|ves)|"
    r"birds?|rabbits?|hares?|fox(?:es)?|deer|donkeys?|animals?|creatures?|beasts?"
)
_HURT = (
    r"hurt|hurts|harm|harms|harmed|hit|hits|beat|beats|beaten|beating|struck|slap|slaps|slapped|kick|kicks|kicked|"
    r"whip\w*|flog\w*|cut|cuts|stab\w*|shot|shoots?|burn\w*|scald\w*|strangl\w*|chok\w*|smother\w*|drown\w*|starv\w*|"
    r"kill\w*|murder\w*|slaughter\w*|butcher\w*|slay|slain|die|dies|died|dying|dead|death|corpse|bod(?:y|ies) of|"
    r"blood\w*|bleed\w*|bled|wound\w*|bruis\w*|scream\w*|abus\w*|molest\w*|tortur\w*|crush\w*|mangl\w*|lifeless"
)
GORE = (
    r"gore|gory|gruesome\w*|entrails?|intestines?|bowels|viscera\w*|guts|innards|disembowel\w*|eviscerat\w*|"
    r"dismember\w*|mutilat\w*|decapitat\w*|behead\w*|flay\w*|skinned|maim\w*|mangled|"
    r"severed (?:\w+ )?(?:head|hand|limb|arm|leg|finger|ear|tongue|foot)s?|"
    r"(?:head|hand|limb|arm|leg|finger|ear)s? (?:is |are |comes? |was |were )?(?:cut|hacked|torn|ripped|chopped) off|"
    r"blood (?:\w+ )?(?:spurt|gush|spray|pump|well|pour|spatter|splatter|soak|bubbl|fountain|run)\w*|"
    r"(?:spurt|gush|spray|pool|fountain|gout)\w* of blood|blood-?(?:soaked|drenched|spattered|slick)|"
    r"brains?(?: matter)?|skull (?:crack|split|burst|cave|shatter)\w*|bones? (?:crack|splinter|jut|protrud|snap)\w*|"
    r"gouge\w*|eyeballs?|flesh (?:tear|tore|part|peel|rip|hang|rot)\w*|rotting (?:flesh|corpse)\w*|maggots?|pus|"
    r"throat (?:is |was )?(?:slit|cut|opened)|slit\w* (?:his|her|their|your|the) throat"
)
VIOLENCE = (
    r"stab\w*|slash\w*|punch\w*|throttl\w*|strangl\w*|chok(?:e|es|ed|ing) (?:him|her|them|you|the)\b.{0,20}|"
    r"bludgeon\w*|club(?:s|bed|bing) (?:him|her|them|you|the)|shoot\w*|shot (?:him|her|them|you|dead)|gunshot\w*|"
    r"kill\w*|murder\w*|slay\w*|slain|slaughter\w*|butcher(?:s|ed|ing)|massacr\w*|execut(?:e|es|ed|ing|ion)s?|"
    r"blood(?:y|ied|shed)?|bleed\w*|bled|wound\w*|assault\w*|maim\w*|batter(?:s|ed|ing) (?:him|her|them|you)|"
    r"(?:hit|hits|hitting|struck|strikes?|kick|kicks|kicked|slap|slaps|slapped|beat|beats|beating) "
    r"(?:him|her|them|you|the (?:man|woman|boy|girl|guard|keeper|stranger))|"
    r"(?:knife|blade|axe|sword|spear|bullet) (?:goes|went|sinks?|sank|slides?|bites?|bit|drives?|drove|cuts?) "
    r"(?:in|into|through|deep|across)|corpses?|lifeless bod(?:y|ies)|break\w* (?:his|her|their|your) (?:\w+ )?"
    r"(?:neck|arm|leg|jaw|nose|bones?|ribs?)"
)
_SEXUAL_VIOLENCE = (
    r"rap(?:e|es|ed|ing|ist|ists)|molest\w*|sexual(?:ly)? (?:assault|abuse|violence)\w*|forc\w* "
    r"(?:him|her|them)sel(?:f|ves) (?:up)?on|violat(?:es?|ed|ing) (?:him|her|them|you)|grop(?:e|es|ed|ing)"
)
_SEXUAL = (
    r"sex|sexy|sexual\w*|erotic\w*|orgasm\w*|arous(?:e|es|ed|al|ing)|naked|nude|nudity|genitals?|penis|vagina|"
    r"breasts|nipples?|intercourse|mak(?:e|es|ing) love|made love|lovemaking|lust\w*|seduc\w*|undress(?:es|ed|ing)?|"
    r"fondl\w*|caress(?:es|ed|ing)? (?:his|her|their|your) (?:thigh|body|skin|breast)\w*|brothel\w*|whor(?:e|es|ing)|"
    r"prostitut\w*|moan(?:s|ed|ing)? with pleasure|"
) + _SEXUAL_VIOLENCE

# A term: its names, and what crosses it. Two patterns: both in one sentence.
MEANINGS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "spiders": (("spider", "spiders", "arachnids"), (r"spider\w*|tarantulas?|arachnids?",)),
    "snakes": (("snake", "snakes", "serpents"), (r"snak(?:e|es)|serpents?|vipers?|adders?|cobras?|pythons?",)),
    "insects": (
        ("insect", "insects", "bugs", "vermin"),
        (r"insects?|cockroach\w*|roaches|beetles?|centipedes?|maggots?|wasps?|ants|lice|fleas?|bugs|swarms? of",),
    ),
    "rats": (("rat", "rats", "mice", "rats and mice"), (r"rats?|mice|mouse|vermin",)),
    "gore": (("gore", "graphic injury", "mutilation"), (GORE,)),
    "blood": (("blood", "bleeding"), (r"blood\w*|bleed\w*|bled",)),
    "torture": (
        ("torture",),
        (r"tortur\w*|thumbscrews?|waterboard\w*|on the rack|flay\w*|branding irons?|"
         r"(?:pull|tear|rip)\w* (?:out )?(?:his|her|their|your) (?:finger)?nails|hot irons?|flog\w*",),
    ),
    "harm to children": (
        ("harm to children", "harm to a child", "child abuse", "violence against children", "dead children"),
        (_CHILD, _HURT),
    ),
    "harm to animals": (
        ("harm to animals", "animal cruelty", "cruelty to animals", "dead animals"),
        (_ANIMAL, _HURT),
    ),
    "sexual content": (("sexual content", "sex", "nudity", "erotica"), (_SEXUAL,)),
    "sexual violence": (("sexual violence", "rape", "sexual assault", "sexual abuse"), (_SEXUAL_VIOLENCE,)),
    "suicide": (
        ("suicide", "self-harm", "self harm"),
        (r"suicid\w*|(?:kill|hang|drown|hurt|cut)(?:s|ed|ing)? (?:him|her|my|your|them)sel(?:f|ves)|"
         r"(?:take|takes|taking|took) (?:his|her|my|your|their) own li(?:fe|ves)|self-?harm\w*|"
         r"(?:slit|slits|cut|cuts) (?:his|her|my|your|their) wrists",),
    ),
    "drugs": (
        ("drugs", "drug use"),
        (r"drugs?|drugged|opium|laudanum|heroin|morphine|cocaine|hashish|narcotics?|addict\w*",),
    ),
    "alcohol": (
        ("alcohol", "drinking", "drunkenness"),
        (r"alcohol\w*|ale|beer|wine|mead|whisk(?:y|ey)|rum|gin|brandy|drunk\w*|tipsy|liquor|spirits",),
    ),
    "cannibalism": (
        ("cannibalism", "eating people"),
        (r"cannibal\w*|human flesh|(?:eat|eats|ate|eating|eaten) (?:\w+ )?(?:dead|flesh|corpse|people|men)",),
    ),
    "needles": (("needles", "injections"), (r"needles?|syringes?|inject\w*",)),
    "drowning": (("drowning",), (r"drown\w*",)),
    "being buried alive": (
        ("being buried alive", "buried alive", "confined spaces", "claustrophobia"),
        (r"buried alive|entomb\w*|walled (?:in|up)|sealed in|bury\w* (?:him|her|you|them) alive",),
    ),
    "slavery": (("slavery",), (r"slaves?|slaver(?:y|s)?|enslav\w*|thralls?|in chains",)),
    "pregnancy loss": (
        ("pregnancy loss", "miscarriage"),
        (r"miscarr\w*|stillb(?:orn|irth)\w*|los(?:e|es|t|ing) the baby",),
    ),
}  # fmt: skip
