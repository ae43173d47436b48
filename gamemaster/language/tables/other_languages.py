"""The commonest small words of other languages: data, to tell that a text is not English. Pure."""

from __future__ import annotations

import re

_SMALL_WORDS = frozenset(
    """ich und oder aber nicht kein keine der das dem ein eine einen einem mit zum zur vom ist sind bist wir ihr wer wo
    wie warum wann wohin gehe kannst habe hast mich mir auf nach bitte danke nein sag öffne nehme auch deutsch
    je tu nous vous et mais pas le la les une des du dans avec est suis êtes où qui quoi pourquoi veux peux parle
    regarde prends ouvre bonjour merci cherche français
    yo él nosotros pero el los las una del con soy estoy está eres qué quién dónde donde cómo cuándo quiero puedo hola
    gracias habla hablar mira abre voy ir español
    lui noi il lo gli nel sei chi dove perché quando voglio posso ciao grazie guarda apri prendi andare
    ik jij hij zij wij maar niet het een van bent zijn waar waarom kijk
    eu você ele não uma um com quero olá obrigado falar onde nie jest są jestem gdzie jak dlaczego chcę mogę cześć
    jag och inte är var vem hur varför vill""".split()
)
_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[a-zà-öø-ÿāăąćĉċčďđēęěğĩīįĺłńňŋőœŕřśşšţťũūůűųŵŷźżžß]", re.IGNORECASE)


def is_in_another_language(text: str, names: frozenset[str]) -> bool:
    """Whether a text is plainly not English: every second or third word is another language's; `names` tell nothing."""
    words = _WORD.findall(text.casefold())
    if words and not any(_LATIN.search(word) for word in words):
        return True
    told = [word for word in words if word not in names]
    other = [word for word in told if word in _SMALL_WORDS]
    return bool(other) and (len(other) > 1 or len(words) <= 2) and len(other) * 3 >= len(told)
