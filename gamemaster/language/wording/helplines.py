"""Where somebody finds help who speaks of their own life: one line by country, or the operator's own. Data."""

from __future__ import annotations

_EMERGENCY_EUROPE = "In danger, call 112."
# By ISO country code: free lines that answer day and night, as their operators publish them.
_BY_COUNTRY: dict[str, str] = {
    "US": "Call or text 988, at any hour; in danger, call 911.",
    "CA": "Call or text 988, at any hour; in danger, call 911.",
    "GB": "Samaritans answer on 116 123, at any hour; in danger, call 999.",
    "IE": "Samaritans answer on 116 123, at any hour; in danger, call 112.",
    "AU": "Lifeline answers on 13 11 14, at any hour; in danger, call 000.",
    "NZ": "Call or text 1737, at any hour; in danger, call 111.",
    "DE": f"TelefonSeelsorge answers on 0800 111 0 111, at any hour. {_EMERGENCY_EUROPE}",
    "AT": f"TelefonSeelsorge answers on 142, at any hour. {_EMERGENCY_EUROPE}",
    "CH": f"Die Dargebotene Hand answers on 143, at any hour. {_EMERGENCY_EUROPE}",
    "FR": f"Call 3114, at any hour. {_EMERGENCY_EUROPE}",
    "ES": f"Call 024, at any hour. {_EMERGENCY_EUROPE}",
    "NL": f"Call 113, at any hour. {_EMERGENCY_EUROPE}",
    "BE": f"Zelfmoordlijn answers on 1813, at any hour. {_EMERGENCY_EUROPE}",
    "IN": "Tele-MANAS answers on 14416, at any hour; in danger, call 112.",
}
ANYWHERE = (
    "findahelpline.com lists free lines in your country, many of them open at any hour; in danger, call your emergency"
    " number (112 in Europe, 911 in North America)."
)


def helpline(country: str = "", own: str = "") -> str:
    """The operator's own line, or that of a country ("GB", "en-GB"), or where lines of any country are listed."""
    return own.strip() or _BY_COUNTRY.get(country.replace("_", "-").rpartition("-")[2].upper()[:2], ANYWHERE)
