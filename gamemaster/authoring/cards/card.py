"""A character card in any of its versions, as one kind of value. What is not known of it is kept by name."""

from __future__ import annotations

from dataclasses import dataclass, field

from gamemaster.authoring.cards.errors import CardRefused

# Names of the same field in cards of other times and programs: Pygmalion's and text-generation-webui's among them.
_TEXTS: dict[str, tuple[str, ...]] = {
    "name": ("name", "char_name"), "description": ("description", "char_persona"), "personality": ("personality",),
    "scenario": ("scenario", "world_scenario"),
    "first_mes": ("first_mes", "char_greeting", "greeting", "first_message"),
    "mes_example": ("mes_example", "example_dialogue", "example_dialogues"), "creator": ("creator",),
    "creator_notes": ("creator_notes", "creatorcomment"), "character_version": ("character_version",),
    "system_prompt": ("system_prompt",), "post_history_instructions": ("post_history_instructions",),
    "nickname": ("nickname",),
}  # fmt: skip
_OTHERS = {
    "alternate_greetings", "group_only_greetings", "tags", "character_book", "extensions", "assets", "source",
    "creation_date", "modification_date", "creator_notes_multilingual",
}  # fmt: skip
# What programs write beside the card, and repeat from it.
_ROOT = {
    "spec",
    "spec_version",
    "data",
    "avatar",
    "chat",
    "talkativeness",
    "fav",
    "create_date",
    "tags",
    "metadata",
}


@dataclass
class Card:
    """A card as its author wrote it; `raw` is all of it."""

    raw: dict[str, object]
    version: str
    texts: dict[str, str] = field(default_factory=dict)
    greetings: list[str] = field(default_factory=list)  # alternates
    group_greetings: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    assets: list[dict[str, object]] = field(default_factory=list)
    book: object = None
    extensions: dict[str, object] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    oddities: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.texts["name"]


def read_card(data: object) -> Card:
    """The card in some JSON. Raises `CardRefused` where there is none."""
    if not isinstance(data, dict):
        raise CardRefused("this JSON is no character card: it is no object")
    body = data.get("data") if isinstance(data.get("data"), dict) else data
    assert isinstance(body, dict)
    if not any(alias in (body | data) for names in list(_TEXTS.values())[:6] for alias in names):
        raise CardRefused("this JSON is no character card: it has no name, description or greeting")
    card = Card(data, _version(data, body))
    _note_oddities(card, data, body)
    for name, aliases in _TEXTS.items():
        card.texts[name] = _text(name, aliases, body, data, card)
    if not card.texts["name"]:
        card.texts["name"] = card.texts["nickname"] or "Nameless"
        card.oddities.append(f"the card has no name: called {card.name!r}")
    card.greetings = _texts("alternate_greetings", body, card)
    card.group_greetings = _texts("group_only_greetings", body, card)
    card.tags = _texts("tags", body, card) or _texts("tags", data, card)
    card.sources = _texts("source", body, card)
    card.assets = [asset for asset in body.get("assets") or () if isinstance(asset, dict)]
    card.book = body.get("character_book") or data.get("character_book")
    card.extensions = body["extensions"] if isinstance(body.get("extensions"), dict) else {}
    known = {alias for aliases in _TEXTS.values() for alias in aliases} | _OTHERS
    card.unknown = sorted(key for key in body if key not in known | (_ROOT if body is data else set()))
    return card


def _version(data: dict[str, object], body: dict[str, object]) -> str:
    spec = str(data.get("spec") or "")
    if spec == "chara_card_v3":
        return f"V3 ({data.get('spec_version') or 'no version'})"
    if spec == "chara_card_v2" or body is not data:
        return "V2"
    return "V1" if "first_mes" in data or "description" in data else "older than V1"


def _note_oddities(card: Card, data: dict[str, object], body: dict[str, object]) -> None:
    spec, number = str(data.get("spec") or ""), str(data.get("spec_version") or "")
    of_v3 = sorted({"assets", "nickname", "group_only_greetings", "creation_date", "source"} & body.keys())
    if spec == "chara_card_v2" and of_v3:
        card.oddities.append(f"a V3 body under a V2 name: {', '.join(of_v3)} were read")
    if spec and spec not in {"chara_card_v2", "chara_card_v3"}:
        card.oddities.append(f"its spec is {spec[:40]!r}, which is not known: read as V3")
    if number and number not in {"2.0", "3.0"}:
        card.oddities.append(
            f"its spec_version is {number[:20]!r}, newer or unusual: read as far as it is known"
        )
    if body is not data:
        twice = [key for key in _TEXTS if key in data and key in body]
        unlike = [key for key in twice if data[key] != body[key]]
        if twice:
            differing = f"; {', '.join(unlike)} differ, and `data` was taken" if unlike else ""
            card.oddities.append(f"fields stand twice, at the root and in `data`{differing}")


def _text(
    name: str, aliases: tuple[str, ...], body: dict[str, object], data: dict[str, object], card: Card
) -> str:
    for holder in (body, data):
        for alias in aliases:
            value = holder.get(alias)
            if isinstance(value, str) and value.strip():
                return value.replace("\r\n", "\n").strip()
            if value not in (None, "") and not isinstance(value, str):
                card.oddities.append(f"`{name}` is {type(value).__name__}, not text")
                if isinstance(value, int | float):
                    return str(value)
                if isinstance(value, list):
                    return "\n".join(str(one) for one in value)
    return ""


def _texts(name: str, holder: dict[str, object], card: Card) -> list[str]:
    value = holder.get(name)
    if isinstance(value, str):
        card.oddities.append(f"`{name}` is one text, not a list")
        value = value.split(",") if name == "tags" else [value]
    if not isinstance(value, list):
        return []
    return [text.strip() for text in value if isinstance(text, str) and text.strip()]
