"""English words that people use for the same thing when they ask and when they remember. Data.

Stems are for Postgres to find ("promised" finds "promise"); here are only words that no stemmer brings together:
irregular forms, and words of like meaning.
"""

# Each line: the forms of one word.
IRREGULAR = """
arise arose arisen; awake awoke awoken; be am is are was were been; bear bore borne; beat beaten; become became;
begin began begun; bend bent; bind bound; bite bit bitten; bleed bled; blow blew blown; break broke broken;
bring brought; build built; burn burnt; buy bought; catch caught; choose chose chosen; cling clung; come came;
creep crept; deal dealt; dig dug; do did done; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven;
eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fling flung; fly flew flown;
forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get got gotten;
give gave given; go went gone; grind ground; grow grew grown; hang hung; have had; hear heard; hide hid hidden;
hold held; keep kept; kneel knelt; know knew known; lay laid; lead led; lean leant; leap leapt; learn learnt;
leave left; lend lent; lie lay lain; light lit; lose lost; make made; mean meant; meet met; pay paid; ride rode ridden;
ring rang rung; rise rose risen; run ran; say said; see saw seen; seek sought; sell sold; send sent; sew sewn;
shake shook shaken; shine shone; shoot shot; show shown; shrink shrank; sing sang sung; sink sank sunk; sit sat;
slay slew slain; sleep slept; slide slid; smell smelt; speak spoke spoken; spell spelt; spend spent; spill spilt;
spin spun; spit spat; spring sprang; stand stood; steal stole stolen; stick stuck; sting stung; strike struck stricken;
swear swore sworn; sweep swept; swim swam swum; swing swung; take took taken; teach taught; tear tore torn;
tell told; think thought; throw threw thrown; tread trod; understand understood; wake woke woken; wear wore worn;
weave wove woven; weep wept; win won; wind wound; wring wrung; write wrote written; man men; woman women;
child children;
foot feet; tooth teeth; knife knives; wife wives; thief thieves; loaf loaves; life lives; wolf wolves; mouse mice;
good better best; bad worse worst; die dying dead death; lie lying; tie tying
"""

# Each line: words of like meaning, in the plainest form.
ALIKE = """
promise swear vow oath word pledge undertake agree guarantee commit bargain deal
betray break promise traitor treason
keep promise fulfil honour
take steal grab pinch lift pocket swipe snatch rob nick pilfer filch loot thieve
steal take thief theft rob robber burglar stolen
give hand gift present offer pass deliver bestow donate entrust slip
lend loan borrow
return bring back give
show reveal display
bring fetch carry deliver
carry haul lug drag lift bear
send post deliver dispatch
put place leave lay set hide
hide conceal bury stash tuck secret bury cover
find discover locate uncover recover notice
lose missing gone vanish disappear mislay
search look seek hunt rummage
kill murder slay slaughter execute die death dead
die dead death perish pass drown killed fate
kill stab strangle poison drown hang behead shoot
drown sink water
poison venom henbane hemlock drug tamper
wound hurt injure harm bleed cut scar scald burn maim stab injury
hit strike slap punch beat knock thump kick attack blow smack
fight quarrel argue brawl row dispute squabble clash disagree duel
attack assault ambush raid
stab knife
heal cure treat bandage mend nurse tend medicine
medicine herb potion salve remedy draught cure tonic
sick ill fever illness plague disease cough
doctor healer physician surgeon nurse
say tell mention speak talk remark claim state announce
ask question beg request plead
answer reply respond response
shout yell call cry scream
whisper murmur mutter
confess admit own acknowledge confide reveal
confess guilt guilty blame sorry
accuse blame denounce charge call
lie deceive trick cheat pretend false fool
lie untrue invent cover
cheat swindle unfair
secret private hidden confide
spy eavesdrop overhear listen watch
see saw witness notice watch spot observe catch glimpse look
hear listen overhear sound voice noise
know learn understand realise discover
guess suspect wonder work
teach learn lesson show explain taught
explain describe tell
remember remind recall forget
warn caution alarm danger threaten
threaten menace threat warn
refuse decline reject deny turn
forbid ban forbidden
allow permit let leave
agree accept consent
forgive pardon forgave mercy
apologise sorry regret apology
thank grateful thanks gratitude
insult mock offend call rude laugh
tease joke jest mock
laugh smile grin amuse chuckle
cry weep sob tear wept tears
sad grief mourn sorrow unhappy miserable
happy glad joy cheerful pleased
angry cross furious rage anger annoyed temper mad
afraid fear scared frighten terror dread fright
ashamed shame embarrass
proud boast brag
love kiss sweetheart affection fond beloved adore
kiss embrace hug
marry wed marriage wedding betrothed engaged fiance husband wife
hate loathe despise dislike
trust believe faith rely
friend companion comrade ally mate
enemy foe rival
help aid assist save rescue support
save rescue pull drag protect
protect guard defend shield
follow track trail trace chase pursue
track footprint print trail
escape flee run away flight
leave depart go away set part quit
arrive come reach land
return come back
stay remain wait linger
travel journey voyage trip cross
visit see call
meet encounter met
climb scale ascend
fall slip stumble trip tumble fell
jump leap
swim dive wade
walk stroll step march
ride horse mount saddle
push shove
throw toss fling hurl cast
drop spill
break crack smash shatter snap destroy ruin damage split
damage sabotage wreck ruin cut spoil vandalise
fix mend repair restore patch
build make construct craft forge create
make craft fashion carve forge
cook boil roast bake stew
burn fire flame ablaze scorch torch alight kindle
fire blaze hearth
light lamp lantern candle torch
open unlock prise force
shut close lock bar bolt seal block
lock key
break force prise pry
dig bury grave
grave tomb barrow mound burial cairn howe crypt cemetery
funeral burial bury
buy purchase pay trade price cost
sell sold trade barter
pay cost price money coin silver spend
owe debt repay lend borrow loan
repay return pay back
money coin silver gold cash purse shilling penny bob pound hacksilver
rich wealth treasure fortune
poor beggar poverty
steward manager keeper
treasure gold jewel hoard
jewel ring necklace brooch gem amulet bracelet pendant
bet wager gamble stake dice
game play cards dice chess tafl crib board
win won beat victory best defeat
lose lost defeat
eat food meal supper dinner feed ate feast breakfast bite
hungry starve hunger famine
food bread porridge soup stew cheese meat fish
fish herring catch mussel
shellfish mussel oyster clam crab
meat mutton pork beef bacon ham
cheese butter milk
cow cattle calf ox bull
cowshed byre barn stable shed
sheep lamb ram ewe goat
horse pony mare stallion
dog hound puppy
cat kitten
bird gull hen crow raven
drink ale beer mead wine cup sip swallow drank spirits rum brandy whisky
drunk tipsy
cup mug goblet glass beaker
bowl dish plate pot
tea kettle brew
sleep asleep doze nap slumber rest bed
bed bunk pillow bedroom
dream nightmare
wake awake awaken woke
tired weary exhausted
sing song hymn tune melody music hum
music instrument song record gramophone
instrument whistle flute fiddle harp drum pipe horn
write letter note message wrote sign
letter message note mail post
sign signature seal autograph
read book page
book psalter volume log diary journal
log logbook record
list tally count
picture photograph photo portrait drawing painting
map chart
name call title alias
count number sum many tally
dead ghost spirit corpse body
ghost spirit haunt spectre
corpse body remains
knife dagger blade
sword blade weapon
axe hatchet
spear lance harpoon
weapon axe knife sword spear bow gun pistol
gun pistol rifle revolver shot
sharpen edge whet grind hone
bow arrow archer
shield armour helmet
hammer mallet sledge
sledge sleigh sled
rope cord line cable
box chest trunk crate casket
bag sack pouch satchel
barrel cask keg
bottle flask
key lock
door gate
window pane
stair step ladder
room chamber bower cabin quarters
bedroom bower bunkroom chamber
house home hut cottage
hall hearth
kitchen cook stove
store stores storehouse larder pantry cellar supplies
workshop smithy forge
smith blacksmith
church chapel abbey monastery
monk priest friar bishop nun
god pray prayer bless
prison jail cell captive prisoner dungeon
prisoner captive hostage
chain shackle bind
thrall slave servant
free freedom liberty release
king queen lord lady chief ruler
soldier guard sentry watchman
sailor seaman crew
captain skipper master
boat ship vessel dinghy trawler steamer craft
row oar paddle
sail mast
beach shore strand coast
sea ocean water wave
ice frozen freeze frost
cold freeze chill shiver
snow snowdrift blizzard drift
storm gale tempest wind weather
weather wind snow storm fog rain
fog mist haze
rain wet downpour
wood forest tree
mountain pass hill peak
cliff ledge edge
river stream ford bridge
road path way route track
cave hole tunnel
well bucket
stone rock pebble
father dad papa daddy
mother mum mama mam
parent father mother
son boy lad
daughter girl
child kid boy girl
baby infant
brother sister sibling
grandmother grandma gran
grandfather grandpa
husband wife spouse
uncle aunt cousin
old elder aged ancient
stranger guest visitor newcomer traveller
coat cloak jacket oilskin
clothes coat cloak shirt dress garment
boot shoe footwear
hat cap hood
glove mitten
sock stocking
wash clean scrub swab
sew stitch darn
hair beard
hand palm finger fist
foot feet leg toe
arm sleeve
head skull
face cheek
eye blind
tooth teeth
back spine
blood bleed
breath breathe
night midnight dark
dawn morning sunrise daybreak
evening dusk sunset
noon midday
early late
begin start
end finish stop
stop halt cease
start begin launch
wait delay
quick fast hurry
slow late
strong strength stronger wrestle
weak frail
brave courage bold
clever wise smart
stupid foolish fool
beautiful pretty lovely handsome
big large huge
small little tiny
job work task duty
watch shift duty
boss master chief
order command obey
rule law regulation
punish penalty flog sentence
judge trial verdict
choose pick select name decide
plan scheme plot
idea notion thought
want wish desire need long
hope wish
need require lack short
like enjoy favourite prefer fond
favourite like best
luck fortune
magic spell curse witch charm rune
curse hex doom
wireless radio set signal
radio wireless set beacon transmit morse
signal flare beacon
oil paraffin fuel
lamp lantern light
bell ring toll
clock watch hour
page paper sheet
spare second extra
toy doll horse
sweet sugar honey
fruit apple pear plum berry orange lemon tangerine cherry
vegetable turnip cabbage carrot onion leek
coal wood fuel
smoke pipe tobacco baccy
leave retire dismiss
retire pension
transfer leave move
ashore land
dismiss sack fire
hire employ
bury hide
swap exchange trade barter return
exchange return swap
stupid silly daft
odd strange weird queer
colour red blue green black white
spill pour tip
pour tip empty
waste spoil throw
cover board nail
guard watch protect
nail hammer board
knock tap rap
"""
