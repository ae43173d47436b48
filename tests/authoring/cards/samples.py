"""Cards and lorebooks as they are found in the wild, made here."""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

BODY: dict[str, Any] = {
    "name": "Seraphina",
    "description": "{{char}} is a guardian of the glade. She has long pink hair and wears a sundress.\n"
    "She heals travellers.",
    "personality": "caring, protective, slow to anger",
    "scenario": "{{user}} wakes in {{char}}'s glade after an attack.",
    "first_mes": '*You wake with a start.* "You are awake!" *She kneels.* "I am Seraphina, {{user}}."',
    "mes_example": "<START>\n{{user}}: Who are you?\n{{char}}: *smiles* A friend.\n<START>\n{{char}}: Rest.",
}
V2_MORE: dict[str, Any] = {
    "creator_notes": "Made for tests. Be kind.",
    "system_prompt": "{{original}} Stay in the glade.",
    "post_history_instructions": "Never leave.",
    "alternate_greetings": ['"Back so soon?" she asks.', "*She is asleep.*"],
    "tags": ["forest", "healer"],
    "creator": "somebody",
    "character_version": "1.2",
    "character_book": {
        "scan_depth": 50,
        "entries": [
            {"keys": ["Eldoria", "forest"], "content": "Eldoria is the forest. Its king is gone.", "enabled": True,
             "insertion_order": 5, "extensions": {"position": 4, "depth": 2}},
            {"keys": ["glade"], "secondary_keys": ["safe"], "selective": True, "content": "The glade keeps beasts out.",
             "enabled": True, "insertion_order": 1, "extensions": {"selectiveLogic": 2}},
        ],
    },
    "extensions": {"depth_prompt": {"prompt": "x", "depth": 4}, "talkativeness": "0.5"},
}  # fmt: skip
WORLD_INFO: dict[str, Any] = {
    "name": "Eldoria",
    "entries": {
        "0": {"uid": 0, "key": ["shadowfang", "beast"], "keysecondary": [], "comment": "Beasts",
              "content": "Shadowfangs hunt by night.", "constant": False, "selective": True, "selectiveLogic": 0,
              "order": 100, "position": 0, "disable": False, "probability": 40, "useProbability": True,
              "sticky": 3, "cooldown": 5, "group": "beasts", "groupWeight": 100, "excludeRecursion": True},
        "1": {"uid": 1, "key": [], "keysecondary": [], "comment": "Always", "content": "Magic is waning.",
              "constant": True, "order": 1, "position": 4, "depth": 4, "role": 0},
        "2": {"uid": 2, "key": ["king"], "keysecondary": ["dead", "gone"], "selective": True, "selectiveLogic": 3,
              "comment": "King", "content": "The king went north.", "order": 2, "position": 0},
        "3": {"uid": 3, "key": ["off"], "content": "Switched off.", "disable": True, "comment": "Off"},
        "4": {"uid": 4, "key": ["/(a+)+$/", "/elf|elves/i", "/[x-z]{3}\\d/"], "content": "Elves sing.",
              "comment": "Elves", "caseSensitive": True},
    },
}  # fmt: skip


def v1() -> dict[str, Any]:
    return dict(BODY)


def v2(**more: Any) -> dict[str, Any]:
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": {**BODY, **V2_MORE, **more}}


def v3(**more: Any) -> dict[str, Any]:
    data = {**BODY, **V2_MORE, "nickname": "Sera", "group_only_greetings": ["*waves at all*"], "source": ["https://x.test/1"],
            "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}], **more}  # fmt: skip
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body))


def png(chunks: list[bytes], animated: bool = False) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0))
    control = [chunk(b"acTL", struct.pack(">II", 1, 0))] if animated else []
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 65 * 64))
    return b"".join([b"\x89PNG\r\n\x1a\n", head, *control, *chunks, pixels, chunk(b"IEND", b"")])


def text_chunk(name: str, card: Any) -> bytes:
    return chunk(b"tEXt", name.encode() + b"\0" + base64.b64encode(json.dumps(card).encode()))


def charx(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return out.getvalue()


def save(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path
