"""What the tests' storyteller writes: its reasoning, its answer under a grammar, its narration."""

import json

REASONING = (
    "The player wants the hatch open. The bolt is drawn already; cold will come in. "
    "Ona is here and sees it. No check is needed, and a minute passes. She will remember who let the cold in, "
    "and that nobody asked her."
)
ANSWER = json.dumps(
    {
        "changes": [{"op": "open", "what": "hatch"}, {"op": "pass_time", "minutes": 1}],
        "memories": [{"who": "ona", "what": "The stranger opened the hatch — and didn't ask.", "weight": 4}],
        "suggestions": ["Climb out", "Close it again"],
    },
    ensure_ascii=False,
)
NARRATION = (
    "The hatch groans up on its hinge — and the cold falls in like something that had waited.\n\n"
    'ONA: "Shut it! Do you want the whole sea in here?"\n\nAbove, nothing but stars.'
)


def _object(**properties: object) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: object, most: int) -> dict[str, object]:
    return {"type": "array", "items": items, "maxItems": most}


def _text(most: int) -> dict[str, object]:
    return {"type": "string", "maxLength": most}


SCHEMA = json.dumps(
    _object(
        changes=_list(
            {
                "anyOf": [
                    _object(op={"const": "open"}, what={"enum": ["hatch", "locker"]}),
                    _object(
                        op={"const": "pass_time"}, minutes={"type": "integer", "minimum": 0, "maximum": 600}
                    ),
                ]
            },
            4,
        ),
        memories=_list(
            _object(
                who={"enum": ["ona", "player"]},
                what=_text(200),
                weight={"type": "integer", "minimum": 1, "maximum": 10},
            ),
            3,
        ),
        suggestions=_list(_text(60), 3),
    )
)
