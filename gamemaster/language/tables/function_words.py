"""The small words of English and the junk around them: contractions, fillers, directions, hostility. Data only."""

from __future__ import annotations

import re


def _phrases(text: str) -> tuple[str, ...]:
    """Phrases parted by bars; a line may break anywhere between words."""
    return tuple(" ".join(phrase.split()) for phrase in text.split("|") if phrase.strip())


def _table(text: str) -> dict[str, str]:
    """Entries parted by bars, each "word = what it stands for"."""
    pairs = (phrase.partition("=") for phrase in _phrases(text))
    return {word.strip(): meaning.strip() for word, _, meaning in pairs}


# Spellings that stand for other words, tried on whole words of the lower-cased input.
SPELLINGS: dict[str, str] = _table(
    """
    im = i am | i'm = i am | ima = i am going to | imma = i am going to | i'll = i will | i'd = i would | i've =
    i have | ive = i have | you're = you are | youre = you are | ur = your | c = see | u = you | ya = you | r = are |
    y'all = you all | we're = we are | we'll = we will | we've = we have | they're = they are | theyre = they
    are | he's = he is | she's = she is | it's = it is | that's = that is | thats = that is | there's = there is
    | theres = there is | here's = here is | heres = here is | what's = what is | whats = what is | wats = what
    is | wat = what | wut = what | where's = where is | wheres = where is | who's = who is | whos = who is |
    how's = how is | hows = how is | when's = when is | why's = why is | what're = what are | what've = what
    have | what'd = what did | who're = who are | where'd = where did | how'd = how did | what'll = what will |
    don't = do not | dont = do not | doesn't = does not | doesnt = does not | didn't = did not | didnt = did not
    | can't = can not | cant = can not | cannot = can not | won't = will not | wont = will not | isn't = is not
    | isnt = is not | aren't = are not | arent = are not | wasn't = was not | wouldn't = would not | wouldnt =
    would not | couldn't = could not | couldnt = could not | hadn't = had not | hadnt = had not | hasnt = has not |
    wasnt = was not | werent = were not | weren't = were not |
    shouldn't = should not | shouldnt = should not | haven't = have not |
    havent = have not | hasn't = has not | ain't = is not | aint = is not | let's = let us | lets = let us |
    lemme = let me | gimme = give me | gonna = going to | wanna = want to | gotta = have to | hafta = have to |
    tryna = trying to | outta = out of | dunno = do not know | kinda =  | sorta =  | teh = the | hte = the | adn
    = and | nad = and | wiht = with | wtih = with | w = w | thru = through | abt = about | bout = about | frm =
    from | tho =  | cuz = because | bc = because | pls = please | plz = please | pleas = please | thx = thanks |
    ty = thanks | sry = sorry | suposed = supposed | supossed = supposed
    | wtf = what the fuck | wth = what the hell | tf = the fuck | idk = i do not know
    | omg =  | lol =  | lmao =  | ffs =  | btw =  | rn = now | em = them | 'em = them | somethin = something |
    nothin = nothing | goin = going | doin = doing | lookin = looking | whatcha = what are you | wassup = what
    is up | whatsup = what is up | waddup = what is up | wazzup = what is up | sup = what is up | ok = okay | k
    = okay | yeah = yes | yep = yes | yup = yes | aye = yes | nope = no | nah = no | smth = something | ppl =
    people | & = and | + = and | 2 = to | 4 = for | b4 = before | whens = when is | shes = she is | hes = he is
    | d'you = do you | pick-up = pick up | whos' = who is | everthing = everything | everyting = everything |
    evrything = everything | inventry = inventory | jsut = just | yur = your | waht = what | hwat = what | wher
    = where | wehre = where | hwo = who | aks = ask | toward = towards | tkae = take | olny = only | wot's =
    what is | wots = what is | wot = what | wheres' = where is | giz = give me | gis = give me | needa = need to |
    oughta = should | shoulda = should | coulda = could | gotcha = okay | cmon = come on | c'mon = come on |
    luk = look | arond = around | aroudn = around | arround = around | wiv = with | dat = that | dis = this |
    da = the | sum = some | dem = them | ppls = people | peeps = people | y = why | pleaze = please | whr = where |
    wher's = where is | m8 = mate | nt = not | jus = just | every1 = everyone | some1 = someone | any1 = anyone |
    no1 = nobody | rite = right | 1st = first | 2nd = second | lowkey =  | ngl =  | tbh =  | fr =  |
    hows = how is | hav = have | whered = where did | whod = who did | an' = and |
    lite = light | th = the | nono = no no | ment = meant |
    omw = i go | nvm = never mind | giv = give | foto = photo | fotos = photos |
    cuppa = cup of tea | pic = photo | pics = photos
    """
)
# Said before the order itself and carrying none of its meaning. Stripped again and again, longest first.
LEAD_INS: tuple[str, ...] = _phrases(
    """
    first of all | i would like to | i would love to | i would rather | i want to | i want you to | i wish to |
    i will try to |
    i will | i am going to try to | i am going to | i am trying to | i am about to | i am gonna | i need to | i
    have to | i have got to | i must | i should | i shall | i try and | i try to | i attempt to | i decide to |
    i decided to | i choose to | i think i will | i think i should | i think i am going to | i guess i will | i
    begin to | i start to | i begin | i start | i intend to | i plan to | i proceed to | i go ahead and | i
    manage to | i slowly | i then | i also | i just | i just want to | i only want to | i am | i | we | we
    should | we will | let us | let us go and | let me | let me try to | try to | try and | try | attempt to |
    trying to | can i please | can i | could i | may i | might i | can we | could we | shall we | shall i |
    should i | should we | do i | would i | is it possible to | is it possible for me to | am i able to | am i
    allowed to | would it be possible to | may we | will i | can you please | can you | could you | would you |
    will you | can u | please | kindly | now | okay | so | and | then | just | maybe | perhaps | first | firstly
    | next | finally | lastly | also | again | but | or | um | uh | hmm | hm | er | oh | ah | hey | yo | alright
    | all right | right | go ahead and | proceed to | start to | begin to | how about i | how about we | what if
    i | what if we | what happens if i | why do not i | why do not we | player | my character | time to | it is
    time to | ready to | going to | want to | need to | have to | would like to | because | quickly | slowly |
    carefully | cautiously | gently | calmly | boldly | bravely | fast | immediately | suddenly | politely |
    desperately | hastily | angrily | nervously | casually | reluctantly | eagerly | firmly | softly | loudly |
    happily | sadly | simply | actually | really | swiftly | briefly | thoroughly | closely | frantically |
    discreetly | warily | innocently | confidently | coldly | lightly | violently | viciously | brutally |
    furiously | meanwhile | afterwards | instead | anyway | once more | yes | no wait | wait no | actually no |
    fuck it | screw it | damn it | damn | shit | fuck | the player | you | you should | as fast as i can | with
    care | my next move is to | my plan is to | my goal is to | my aim is to | i mean | i said | i feel like | i
    would | it would be good to | i wonder if i can | i wonder if i could | is there a way to | is there any way
    to | help me | help me to | look well | i could | i can | i may | i might | having done that | if i can | if
    possible | if i may | i continue to | continue to | keep | i keep | better | i better | i
    had better | i decide i will | why not | i reach out and | i step forward and | go and | go to and | come
    and | run and | i would prefer to | i dare to | i use my strength to | i use my skills to | to | in order to
    | being careful i | my character will | i am ready to | i say we | i am gonna try to | use my hands to | i
    immediately | very carefully | very slowly | very quietly | in a hurry | for now | in the meantime | of
    course | alas | i finally | i quickly
    """
)
# Adverbs that make a movement a `sneak`; with any other verb they are dropped.
STEALTHY = frozenset(
    """
    quietly silently stealthily sneakily secretly unseen unnoticed noiselessly furtively covertly undetected
    """.split()
)
STEALTH_PHRASES: tuple[str, ...] = _phrases(
    """
    without being seen | without being noticed | without a sound | without making a sound | without making a
    noise | on tiptoe | without getting caught | without anyone noticing | in the shadows | without getting seen
    | without being heard | without anyone seeing | on tip toe | without anybody noticing | without waking
    anyone
    """
)
ADVERBS = frozenset(
    """
    carefully slowly quickly gently cautiously again now please then too also quietly loudly softly hard firmly
    closely immediately nervously calmly politely first instead anyway maybe perhaps really very just fast
    thoroughly right straight directly somehow together twice once thrice bravely angrily kindly desperately
    casually already almost still even simply tightly only finally soon later today tonight afterwards indeed
    briefly apart sometime silently stealthily sneakily secretly nicely unseen unnoticed noiselessly furtively
    covertly undetected ffs bro dude lol asap honestly aloud warmly
    """.split()
)
# What is a part of something and no thing of its own: "a sip of mead", "a strip of tape"; and what is filled of it.
PARTITIVES = frozenset(
    """
    swig sip gulp mouthful bite nibble taste bit piece chunk slice lump handful spoonful drop dram swallow strip scrap
    length shred corner sliver pinch splash dash dab crumb morsel fragment sprinkle puff drag slug sniff
    strand thread splinter shaving tuft hem edge
    """.split()
)
VESSELS = frozenset("cup glass mug bowl beaker tumbler goblet spoon ladle plate".split())
# What is at hand wherever people live, and nothing in a story hangs on: nobody has to have told of it.
HOUSEHOLD = VESSELS | frozenset(
    """saucer fork ladle tray basin bucket pail cloth rag towel napkin flannel duster brush broom mop sponge comb hook
    peg cushion pillow blanket mat rug shelf ledge sill rail stool chair bench crate cup crumb twig leaf straw feather
    splinter pebble puddle laundry crockery cutlery dish""".split()
)
# What lies on things, and is cleared off them.
COVERINGS = frozenset("ice snow frost rust dust dirt mud soot ash salt grime moss cobweb".split())
# After a noun they say how the thing ends up, or where: "wedge the trapdoor shut", "throw the biscuit far".
RESULT_WORDS = frozenset(
    """
    shut closed open ajar raw whole alone upright tight loose dry wet clean bare empty full near far high low wide
    deep flat still awake asleep ready warm cold hot aside ahead backwards backward forwards forward sideways rather
    quite instead either though properly well
    """.split()
)
DETERMINERS = frozenset(
    """
    the a an my your his its their our this that these those some any another each every both few other own said
    of certain two three four five six seven eight nine ten more much many one bit piece couple lot bunch pair
    """.split()
)
PREPOSITIONS = frozenset(
    """
    with using to at in into inside on onto over under underneath beneath behind beside besides through from for
    toward towards against about around round across along up down off out near by beyond between among of past
    above below before after upon regarding concerning via without atop within until till while like as than
    next outside aboard
    """.split()
)
QUESTION_WORDS = frozenset(
    """
    who what where when why how which whose whom whether if
    """.split()
)
AUXILIARIES = frozenset(
    """
    is are was were am do does did have has had can could will would should may might must shall
    """.split()
)
NEGATIONS: tuple[str, ...] = _phrases(
    """
    do not | never | not | i do not | i will not | i would not | i refuse to | refuse to | i can not | we do not
    | avoid | let us not | i am not | please do not | i will never | nobody | no one | i would never | under no
    circumstances | i do not want to | stop | i should not | we should not | i should never | i decide not to |
    decide not to | try not to | i try not to | no need to | there is no need to |
    you must not | you should not | you shall not
    """
)
# Words for all things (those that the verb can be meant for) and for all people present.
CLASS_WORDS: dict[str, str] = _table(
    """
    everything = all | all = all | it all = all | all of it = all | all of them = all | all items = all | every
    item = all | all the items = all | all the things = all | all my things = all | all my stuff = all | all
    things = all | all the stuff = all | all of my things = all | every thing = all | all i can carry = all |
    everything i can = all | everything here = all | everything in sight = all | the lot = all | all i have =
    all | everything i have = all | all of my stuff = all | whatever i can = all | all of this = all |
    everything i can carry = all | anything useful = all | something useful = all | anything of value = all |
    stuff = all | things = all | loot = all | supplies = all | all the loot = all | what i can = all |
    everything useful = all | everyone = people | everybody = people | all of you = people | people =
    people | them all = all | anyone = people | anybody = people | someone = people | somebody = people | the
    people = people | others = people | the others = people | both = all | folks = people | the folk = people |
    whatever is useful = all | whatevers useful = all | whoever is here = people | everyone here =
    people | any of them = people
    """
)
SELF_WORDS = frozenset(
    """
    me myself self player mine i ourselves us
    """.split()
)
GREETINGS = frozenset(
    """
    hello hi hey hiya yo howdy greetings sup morning evening good day wassup hullo hail hej hallo heya there all
    well met afternoon what is up again are you doing how my friend to old goodbye bye farewell night cya ciao
    later see ya lovely nice welcome goodnight
    """.split()
)
GREETING_STARTS = frozenset(
    """
    hello hi hey hiya yo howdy greetings hullo hail hallo heya goodbye bye farewell cya ciao welcome goodnight
    """.split()
)
# Directions by any word a player may use; `Exit.direction` words are compared through the same table.
DIRECTIONS: dict[str, str] = _table(
    """
    n = north | north = north | northward = north | s = south | south = south | southward = south | southwards =
    south | e = east | east = east | eastward = east | eastwards = east | w = west | west = west | westward =
    west | westwards = west | ne = northeast | northeast = northeast | nw = northwest | northwest = northwest |
    se = southeast | southeast = southeast | sw = southwest | southwest = southwest | u = up | up = up |
    upstairs = up | upwards = up | upward = up | d = down | down = down | dn = down | downstairs = down |
    downwards = down | downward = down | below = down | in = in | inside = in | indoors = in | out = out |
    outside = out | outdoors = out | back = back | left = left | right = right | forward = forward | forwards =
    forward | ahead = forward | onward = forward | onwards = forward | away = away | fore = fore | aft = aft |
    port = port | starboard = starboard | northwards = northwards | above = up | inland = inland | seaward =
    seaward | inwards = in | outwards = out
    """
)
_GAME = r"(?:game|bot|parser|ai|narrator|gm|game ?master|chatbot|dev)s?"
_BAD = "stupid|dumb|shit|shitty|crap|crappy|boring|lame|useless|worst|garbage|trash|rubbish|terrible|awful|idiotic"
# Words to the machine rather than to the story: orders to a language model, code, insults to the game.
_HOSTILE = (
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|guidelines|programming)\b",
    r"\b(?:ignore|disregard|forget) (?:all |everything |what(?:ever)? )+(?:above|before|"
    r"you were told|previous|prior)\b",
    r"\bsystem\s*prompt\b|\bdeveloper mode\b|\bjailbr(?:ea|o)k|\byou are now\b|\bas an? (?:ai|language model|llm)\b",
    r"\b(?:act as|pretend (?:you are|to be)|you are) (?:a |an |my )?(?:ai|linux|dan|terminal|python|"
    r"assistant|chatbot|llm)\b",
    r"\b(?:your|initial|hidden|original) (?:prompt|instructions|system message|programming)\b|"
    r"\bsource code\b|\bapi keys?\b",
    r"\b(?:drop\s+table\b|union\s+select\b|or\s+1\s*=\s*1\b|insert\s+into\b.+\bvalues\b|delete\s+from\b)",
    r"'\s*or\s*'",
    r"\bselect\b.+\bfrom\b.+(?:\b(?:users|players|stories|table|where)\b|;)|;\s*--|--\s*$",
    r"^\s*[\[{].*[\]}]\s*$|\bprint\(|\bconsole\.log",
    r"<\s*/?\s*(?:script|img|iframe|svg|body|style|html)\b|javascript:|\{\{.*\}\}|\$\{.*\}|\.\./|/etc/passwd",
    r"\b(?:rm\s+-rf\b|sudo\b|(?:curl|wget)\s+http|eval\(|exec\()",
    r"__import__|os\.system",
    r"\b(?:chat\s*gpt|openai|llm|gpt-?\d)\b|\[/?(?:inst|system)\]|<\|.*\|>|^\s*(?:system|assistant|user)\s*:",
)
_INSULTS = (
    rf"\b(?:this|the|your|what an?|such an?)\s+(?:\w+\s+){{0,2}}{_GAME}\b.{{0,20}}\b(?:{_BAD}|"
    rf"sucks?|blows|sux|broken|bad)\b",
    rf"\b(?:{_BAD}|fucking|broken|bad)\s+(?:\w+\s+)?{_GAME}\b|\bworst game\b|\bi hate this game\b|\bthis sucks\b",
    r"\byou(?:'re|r)?\s+(?:suck|(?:are )?(?:an? |just |only |such )*(?:\w+ )?(?:bot|ai|computer|"
    r"chatbot|parser|useless))\b",
    r"\b(?:kill yourself|kys|fuck (?:this|the) ?(?:game|shit)?$)",
    rf"\bthis is (?:so |such |really |fucking |very |the |a )*(?:{_BAD}|bullshit)\b",
)
# Of words in small letters. Each by itself is tried in a fiftieth of the time that all take as one expression.
GRUMBLING = tuple(map(re.compile, _INSULTS))  # about the game, and no order to a machine
HOSTILE = (*(re.compile(form, re.DOTALL) for form in _HOSTILE), *GRUMBLING)
# About the page rather than the story: its buttons do these.
PAGE_WORDS = frozenset(
    {
        "undo",
        "save",
        "quit",
        "restart",
        "load",
        "q",
        "quit game",
        "save game",
        "load game",
        "exit game",
        "new game",
    }
)
# What no world without a word for it has. Only consulted for words that mean nothing in the world being played.
MODERN_VERBS = frozenset(
    "hack download upload order phone skateboard hover vote text email livestream code program reboot".split()
)
ABSURD_VERBS = MODERN_VERBS | frozenset(
    """
    fly teleport levitate time-travel google tweet netflix moonwalk
    vaporize nuke respawn cheat noclip spawn transform resurrect conjure polymorph metamorphose photosynthesize
    hypnotize telepathically uber skype facetime ctrl alt
    morph evaporate apparate disapparate fast-travel
    """.split()
)
# Things of the last hundred years and the next: a world that has one of them may have the others.
MODERN_NOUNS = frozenset(
    """
    pizza burger hamburger fries taxi uber phone smartphone internet wifi laptop computer tv television car helicopter
    spaceship rocket laser gun pistol rifle machinegun bazooka tank airplane plane jet train bus bicycle bike
    motorcycle skateboard robot jetpack coffee latte cola coke dollar dollars euro euros police cops ambulance
    hospital supermarket president plutonium atom lottery casino burrito taco tacos sushi kebab
    """.split()
)
ABSURD_NOUNS = MODERN_NOUNS | frozenset(
    """
    moon mars sun amazon iphone netflix lightsaber ak47 unicorn alien ufo
    dinosaur ninja pikachu batman superman spiderman hulk thor's-hammer hogwarts wizard fireball spell magic
    wand superpower superpowers teleporter portal youtube twitter facebook instagram tiktok reddit
    credit google mcdonalds starbucks beer-pong bitcoin nft
    million billion infinite infinity gold-bars york paris london tokyo america hollywood china australia france
    germany russia africa vegas disneyland god godzilla dragon
    ferrari lamborghini tesla nuke nukes
    xbox playstation nintendo minecraft fortnite cheat cheats godmode god-mode
    """.split()
)
# Words of a player who leaves the keyboard.
AWAY_WORDS = frozenset("brb afk gtg g2g bbl bbs".split())
# What lies about everywhere, and is thrown without being a thing of the world.
MISSILES = frozenset(
    "rock stone pebble snowball snow ice stick mud dirt sand clod chunk lump something".split()
)
# Words that are right as they stand and are never taken for a misspelt name or verb.
COMMON_WORDS = frozenset(
    """
    stiff flank bend bends blacken soot flood rung rungs hilt stool dummy decoy loosen dangle
    die dies dying dead happened happening stink stinks stench reek bloke lass crowd boss mess secrets fishy creepy
    weird
    she his hers wherever whenever whatever whoever however its our ours theirs not nor yet per via ago due else
    ever nobody noone somebody everybody building thing being king evening morning ceiling clothing wedding
    meeting feeling meaning painting sending looking coming leaving able about above across actually after again
    against ages alive almost alone along already also always among angry animal answer any anyone anything
    apple area arms around asleep away baby back badly bank bar base bath beach bean bear beat beautiful because
    become been before began belt beneath best better between beyond bigger bird bite blind blow blue board boat
    body bone book boot boots born both bowl brain brave bread breath bring broken brother brown build burnt
    busy button cake came candle care careful cause chance change cheap cheese chest child children choice city
    clean clear clever clock close clothes cloud coal coast coat coin cold colour come common complete cook cool
    copper corn corner cost could couple course cover crew cried crowd crown cruel cure curse danger dark
    daughter days dead deal dear death debt deep deer desk dinner dirty does doing done down dream dress drew
    drop drunk dust each early ears earth easy edge empty enemy enough even every evil eyes face fact fair faith
    fake fall false family far farm fast fate father fear feet fell fellow felt fence fever field fight final
    find fine finger fire firm first five flame flat flesh flew floor flour flow flower food fool foot forest
    forget form forward four free fresh friend from front fruit full funny game gave ghost giant gift girl glad
    glass goat goes going gold gone good grace grass grave great green grey ground group grow guard guess guest
    guilty hair half hall hand hands hang happy hard harm hate have head heal hear heard heart heat heavy held
    hell help here hero hidden high hill hold hole home honest hope horse hour house huge human hunt hurt idea
    inch into iron island join joke jump just keep kept kick kind kitchen knee knew know lady lake lamb land
    large last late laugh lead leaf learn least leave left legs lend length less letter lies life lift like line
    lips list little live lives load lock lone long look lord lose lost loud love luck lucky made mail main make
    many mark market marry master match maybe meal mean meat meet mercy metal middle might mile milk mind mine
    miss money monster month mood moon more most mother mouse mouth move much murder music must nail naked name
    near neck need never news next nice night nine noise none noon normal north nose note nothing number oath
    ocean often older once only open order other over owner page paid pain paint pair paper part past path peace
    people perhaps person picture piece pigs place plain plan plant play plenty point poor post pot pour power
    price pride prince prison prize proof proper proud pull pure push queen quick quiet quite race rage rain
    raise rare rats reach read ready real reason rest rice rich ride right ring rise river road rock roll roof
    room root rope rose rough round rule rush safe sail salt same sand save scared school seal seat secret seed
    seem seen self send sense shade shadow shake shall shame shape share sharp sheep sheet shelf shell ship
    shirt shock shoe shoes shop shore short shot should shout show sick side sight sign silence silk silver
    since sister size skill skin sleep slow small smart smell smile smoke snow soap soft soil sold some song
    soon sort soul sound soup south space speak spear speed spell spoke spot stair stand star start state stay
    steal steam steel step stick still stock stone stood stop store storm story strange stream street strong
    such sugar suit sure swear sweet swift sword table tail tale talk tall task taste team tear tears tell tent
    than that them then there these they thick thief things think third this those though threw throat tide till
    time tired today together told tomorrow tone tongue took tool tooth torn touch tower town trace track trade
    trail train trap tree trick tried trip trouble true trust truth turn twice type ugly uncle under until upon
    used useful usual vast very view village visit voice wait wake walk wall want warm wash watch water wave
    weak weapon wear weather week well went were west wet what wheel when where which while white whole whose
    wide wife wild will wind window wine wing winter wise wish witch with wolf woman women wood word wore work
    world worry worse worst worth would wound wrap write wrong yard year yellow young your jail tied beads bead
    ants gods hut cut cat dog mother's ore oar oars ear bet bed beds bell bolt bolts cell chain chair claw clay
    cliff cloth cup deck den dice dish ditch dock doll door drum duck dwarf eagle eel egg elf fang feast fish
    flag flask flute fog fork fox frog fur gem gloves goose grain grape guide hammer hat hawk hay helmet herb
    herbs hood hook horn ink jar jewel jug keg kettle kite knight knot lace ladder lamp lantern lark leather lid
    lion log loot lute map mask mast mat maze mill mint mirror mist moss moth mud nest nets nut oak oat oil
    onion owl pan parrot paste paw pea pearl pen pie pig pike pile pill pin pine pipe pit plate plum pond pony
    pool pork prayer puppy purse quill rabbit raft rail ram ravens ray reed rib robe rod rug rum rust sack
    saddle sage scale scar scarf scroll sea shawl shed shield shrine sink skull sled sleeve slime snake sock
    soot spade spark spice spider spike spoon stag stove straw string swamp swan syrup tar tax tea thorn thread
    throne thumb toad toe torch towel toy tray tub tusk vase veil vest vine wagon walrus wand wasp wax web weed
    whale wheat whip whisky wick wig wool worm wreath yarn zoo sing songs lover dude bro mate sir madam mister
    huh eh oops whoops undo rewind supposed
    """.split()
)

VOWELS = frozenset("aeiouy")
UNTIL = frozenset({"until", "till", "til"})
THEIR_OWN = frozenset({"his", "her", "their"})  # before what somebody else has
SECOND_PERSON = frozenset({"you", "your", "yours"})
SOMEBODY = frozenset({"anyone", "anybody", "someone", "somebody"})  # whoever it may be

# What one wears, which is meant to be one's own: "take off cap".
CLOTHES = frozenset(
    """scarf cap hat jacket coat glove mitten boot shoe sock belt shirt trousers handkerchief hankie kerchief apron
    bootlace shoelace lace button waistcoat jersey jumper collar tie sleeve""".split()
)
