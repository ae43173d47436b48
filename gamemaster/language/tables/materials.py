"""What things are made of, by the words that name them: data. A word for a material says more than one for a thing."""

from __future__ import annotations

# Material: the words that say it by themselves.
MATERIALS: dict[str, frozenset[str]] = {
    material: frozenset(words.split())
    for material, words in {
        "wood": "wood wooden oak oaken deal pine birch elm ash ashwood teak mahogany driftwood timber plywood bark",
        "metal": "iron steel brass copper tin pewter bronze silver gold gunmetal metal aluminium lead chrome zinc",
        "stone": "stone rock granite marble slate flint brick sandstone limestone concrete gravel flagstone",
        "cloth": "cloth wool woollen linen cotton silk canvas felt ticking velvet tweed",
        "hide": "hide leather fur skin sheepskin bearskin sealskin horsehair sealskins suede",
        "paper": "paper parchment vellum cardboard",
        "glass": "glass crystal",
        "clay": "clay earthenware china porcelain stoneware enamel tile",
        "rope": "rope cord twine string yarn hemp line",
        "water": "water sea tide brine oil ale beer mead milk tea coffee soup stew broth brandy wine",
        "ice": "ice snow frost icicle snowdrift",
        "earth": "earth soil turf mud sand dust hay straw barley coal coals cinders grain peat salt flour",
        "fire": "fire flame flames embers",
    }.items()
}
# Material: what is made of it, where nothing else is said.
THINGS: dict[str, frozenset[str]] = {
    material: frozenset(words.split())
    for material, words in {
        "wood": """table bench board chair stool chest dresser door gate bunk bed pole oar ladder crate box cabinet desk
            shelf rack post mast boat hull barrel cart drawer beam plank floorboard floorboards panel seat keg
            cask wheel cupboard wardrobe threshold rafter rafters trapdoor sledge ski skis spoon log stick bow
            piano lid frame hatch palisade fence counter locker trough shield shields cross""",
        "metal": """stove kettle key lock anvil bell chain hook knife sword spear axe blade chisel hammer wrench
            cauldron valve pipe boiler safe machine coin revolver gun pistol cartridge cartridges lighter cage bolt drum
            drums hinge rail railing derrick davits trophy typewriter telephone phone terminal pump impeller canister
            lamp lantern torch nail needle chisels tools shackle ring bucket pail scales horseshoe sink""",
        "stone": """slab step steps stair stairs pillar pillars pebble pebbles well basin cliff fountain
            hearth hearthstone cistern shutter parapet runes pavement tower boulder""",
        "cloth": """cloak coat blanket quilt mattress curtain hangings sail shirt apron rug mat mats cover hat cap
            mittens cushion couch sofa sack sacks bag scarf sleeve flag net nets pillow sheet bandage
            towel tape dress jacket""",
        "hide": "bridle harness saddle waterskin boots boot belt shoe glove gloves purse wallet",
        "paper": """letter book log logbook page note ledger calendar photograph map ticket tickets menu menus
            newspaper list report diary label envelope notepad""",
        "glass": "window pane panes mirror lens bottle screen spectacles lenses bulb",
        "clay": "mug mugs cup cups pot jar jug bowl plate plates dish dishes saucer crock teapot",
        "rope": "coil thread lashing rigging wire cable cables",
        "earth": "ground hearthrug dirt",
        "fire": "campfire bonfire candle brazier beacon",
        "beast": """cat dog hound cow ox mule mare horse donkey goat sheep hen pig cattle gannet gannets gull crow crows
            bird birds rat mouse fish camel""",
    }.items()
}
# What lies about in masses and is no thing of its own, with its material.
LOOSE: dict[str, str] = {
    **dict.fromkeys("snow frost slush".split(), "ice"),
    **dict.fromkeys("sand mud earth soil dirt dust ash ashes gravel straw hay".split(), "earth"),
    **dict.fromkeys("water rain seawater rainwater".split(), "water"),
}
