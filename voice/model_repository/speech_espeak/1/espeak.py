"""eSpeak NG through ctypes: as many synthesizers in one process as are wanted, each of which can be paused.

The library keeps all that it does in global variables, so that a process has one synthesizer and an utterance
cannot be interrupted by another. Loaded from a copy of its file it is a library of its own, with variables of its
own (about 1.3 MB and 4 ms each): `Espeak` is one such copy. A copy must be used by one thread at a time; while it
speaks, Python's lock is released, and the thread that waits in its callback stands still in mid-utterance.
"""

import bisect
import ctypes
import itertools
import math
import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import numpy

# speak_lib.h of eSpeak NG 1.52
AUDIO_OUTPUT_SYNCHRONOUS = 2
DONT_EXIT = 0x8000
EVENT_LIST_TERMINATED, EVENT_WORD = 0, 1
CHARS_UTF8 = 1
POS_CHARACTER = 1
PARAMETER_RATE, PARAMETER_PITCH = 1, 3
PHONEMES_IPA = 2
EE_OK = 0

WORDS_PER_MINUTE, PITCH = 175, 50  # eSpeak's own defaults, which a factor of 1.0 stands for
STEPS_OF_AN_OCTAVE, HIGHEST_PITCH = 50, 99
BUFFER_MS = 200
# Categories that no voice can say, and that eSpeak may take for commands (U+0001 introduces them): spoken as spaces.
UNSPEAKABLE = ("Cc", "Cs", "Co", "Cn")

# A word of more than 100 vowels makes eSpeak NG 1.52 write over its own stack.
LONGEST_WORD = 48
_STRETCH = re.compile(rf"\s+|\S{{1,{LONGEST_WORD}}}")
_WORD = re.compile(r"\w+")

Word = tuple[int, int, int]  # its sample in the utterance; its start and end in the text
Heard = Callable[["numpy.ndarray", list[Word]], bool]


class VoiceNotFound(ValueError):
    """A voice was asked for that eSpeak NG does not have; the message says what there is."""


class _Event(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", ctypes.c_char * 8),
    )


class _Voice(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("languages", ctypes.POINTER(ctypes.c_ubyte)),
        ("identifier", ctypes.c_char_p),
        ("gender", ctypes.c_ubyte),
        ("age", ctypes.c_ubyte),
        ("variant", ctypes.c_ubyte),
        ("xx1", ctypes.c_ubyte),
        ("score", ctypes.c_int),
        ("spare", ctypes.c_void_p),
    )


_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)


class Espeak:
    """One copy of the library. `sample_rate` is that of all it says, in Hz."""

    def __init__(self) -> None:
        import espeakng_loader

        self._copy, path = _copy_of(Path(espeakng_loader.get_library_path()))
        self._library = _declare_functions(ctypes.CDLL(path))
        data = espeakng_loader.get_data_path()
        self.sample_rate: int = self._library.espeak_Initialize(
            AUDIO_OUTPUT_SYNCHRONOUS, BUFFER_MS, data.encode(), DONT_EXIT
        )
        if self.sample_rate <= 0:
            raise RuntimeError(f"eSpeak NG cannot read its data in {data}")
        self._voice = ""
        # The library holds a bare pointer to it: it must live as long as the library.
        self._callback = _CALLBACK(self._hear)
        self._library.espeak_SetSynthCallback(self._callback)
        self._text = ""
        self._places: list[int] = []
        self._heard: Heard = lambda audio, words: True
        self._fault: BaseException | None = None

    def voices(self) -> dict[str, str]:
        """The names of all languages and dialects that it speaks, as `en-gb`, and the library's own name for each."""
        found = self._library.espeak_ListVoices(None)
        names: dict[str, tuple[int, str]] = {}
        for index in itertools.count():
            if not found[index]:
                break
            voice = found[index].contents
            own = voice.identifier.decode()
            # Those of MBROLA need programs and data that are not here.
            if own.startswith("mb"):
                continue
            # Several may speak a language: the lowest number is the one meant for it.
            for priority, name in _languages(voice.languages):
                names[name] = min(names.get(name, (priority, own)), (priority, own))
        return {name: own for name, (_, own) in names.items()}

    def variants(self) -> frozenset[str]:
        """What may be added to a voice's name after a plus sign, as `f3`: the same language in another timbre."""
        import espeakng_loader

        return frozenset(
            path.name for path in Path(espeakng_loader.get_data_path(), "voices", "!v").iterdir()
        )

    def speak(self, text: str, voice: str, rate: float, pitch: float, seed: int, heard: Heard) -> None:
        """Says `text`; `heard` gets the samples (int16) and the words that begin in them, and says whether to go on.

        A word is its sample in the utterance and its start and end, in characters of `text`. `voice` must be one that
        exists. Raises what `heard` raises.
        """
        self._choose(voice)
        library = self._library
        library.espeak_SetParameter(PARAMETER_RATE, round(WORDS_PER_MINUTE * rate), 0)
        library.espeak_SetParameter(
            PARAMETER_PITCH, min(HIGHEST_PITCH, round(PITCH + STEPS_OF_AN_OCTAVE * math.log2(pitch))), 0
        )
        library.espeak_ng_SetRandSeed(seed % (1 << 31))
        given, self._places = encode_text(text)
        self._text, self._heard, self._fault = text, heard, None
        library.espeak_Synth(given, len(given) + 1, 0, POS_CHARACTER, 0, CHARS_UTF8, None, None)
        if self._fault is not None:
            raise self._fault

    def phonemes(self, text: str, voice: str) -> list[str]:
        """The International Phonetic Alphabet's signs for `text`, one string for each clause."""
        self._choose(voice)
        rest = ctypes.c_char_p(encode_text(text)[0])
        clauses = []
        while rest.value:
            clauses.append(self._library.espeak_TextToPhonemes(ctypes.byref(rest), CHARS_UTF8, PHONEMES_IPA))
        return [clause.decode() for clause in clauses if clause]

    def _choose(self, voice: str) -> None:
        if voice == self._voice:
            return
        if self._library.espeak_SetVoiceByName(voice.encode()) != EE_OK:
            raise VoiceNotFound(f"eSpeak NG cannot load the voice {voice!r}")
        self._voice = voice

    def _hear(
        self, samples: "ctypes._Pointer[ctypes.c_short]", count: int, events: "ctypes._Pointer[_Event]"
    ) -> int:
        """eSpeak's callback: 0 to go on, 1 to stop. An exception would be lost in the library: it is kept."""
        if not samples:
            return 0
        try:
            audio = numpy.ctypeslib.as_array(samples, (count,)).copy()
            return 0 if self._heard(audio, _words(events, self._text, self._places)) else 1
        except BaseException as fault:
            self._fault = fault
            return 1


def _copy_of(library: Path) -> tuple[int, str]:
    """A file descriptor of a copy in memory, and a path for it. The loader knows libraries by their paths.

    The descriptor must stay open: another copy would get the same number and path, and be taken for this one.
    """
    descriptor = os.memfd_create(library.name)
    os.write(descriptor, library.read_bytes())
    return descriptor, f"/proc/self/fd/{descriptor}"


def _declare_functions(library: ctypes.CDLL) -> ctypes.CDLL:
    c = ctypes
    library.espeak_Initialize.argtypes = [c.c_int, c.c_int, c.c_char_p, c.c_int]
    library.espeak_SetSynthCallback.argtypes = [_CALLBACK]
    library.espeak_SetSynthCallback.restype = None
    library.espeak_SetVoiceByName.argtypes = [c.c_char_p]
    library.espeak_SetParameter.argtypes = [c.c_int, c.c_int, c.c_int]
    library.espeak_ng_SetRandSeed.argtypes = [c.c_long]
    library.espeak_Synth.argtypes = [
        *(c.c_char_p, c.c_size_t, c.c_uint, c.c_int, c.c_uint, c.c_uint, c.c_void_p, c.c_void_p)
    ]
    library.espeak_TextToPhonemes.argtypes = [c.POINTER(c.c_char_p), c.c_int, c.c_int]
    library.espeak_TextToPhonemes.restype = c.c_char_p
    library.espeak_ListVoices.argtypes = [c.c_void_p]
    library.espeak_ListVoices.restype = c.POINTER(c.POINTER(_Voice))
    return library


def _languages(data: "ctypes._Pointer[ctypes.c_ubyte]") -> list[tuple[int, str]]:
    """eSpeak's list: a priority byte and a string ended by a zero each, until a priority of zero."""
    found, at = [], 0
    while priority := data[at]:
        name = ctypes.string_at(ctypes.addressof(data.contents) + at + 1)
        found.append((priority, name.decode().lower()))
        at += len(name) + 2
    return found


def _words(events: "ctypes._Pointer[_Event]", text: str, places: list[int]) -> list[Word]:
    words = []
    for index in itertools.count():
        event = events[index]
        if event.type == EVENT_LIST_TERMINATED:
            break
        if event.type == EVENT_WORD:
            start = event.text_position - 1  # eSpeak counts characters from one
            start -= bisect.bisect_left(places, start)
            # Of a word before a typographic quote it tells no length.
            run = _WORD.match(text, max(start, 0)) if not event.length else None
            words.append((event.sample, start, run.end() if run else start + event.length))
    return words


def speakable(text: str) -> str:
    """`text` with a space in place of each character that is no text; as long as it was."""
    return "".join(" " if unicodedata.category(character) in UNSPEAKABLE else character for character in text)


def with_short_words(text: str) -> tuple[str, list[int]]:
    """`text` with a space after each LONGEST_WORD characters of a word, and the places of those in what comes back."""
    parts: list[str] = []
    places: list[int] = []
    length = 0
    for part in _STRETCH.findall(text):
        if parts and not parts[-1][-1:].isspace() and not part[0].isspace():
            places.append(length)
            parts.append(" ")
            length += 1
        parts.append(part)
        length += len(part)
    return "".join(parts), places


def encode_text(text: str) -> tuple[bytes, list[int]]:
    """What the library is given, and where it has spaces that `text` has not."""
    spaced, places = with_short_words(speakable(text))
    return spaced.encode(), places
