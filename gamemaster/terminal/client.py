"""The same stories in a terminal: streams the telling, shows rolls and needs, takes words, numbers and /commands.

With a pipe for standard input it reads lines from it and stops at its end, for scripts.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.input import create_input
from prompt_toolkit.keys import Keys
from rich.console import Console
from rich.text import Text

from gamemaster.config.sources import default_data_dir
from gamemaster.protocol.client import Frame
from gamemaster.protocol.messages import CONSENT_TEXT
from gamemaster.terminal import player_commands, story_requests
from gamemaster.terminal.connection import LONGEST_WAIT_S, Link, LinkError
from gamemaster.terminal.rendering import (
    Prose,
    needs_line,
    recording_text,
    show_roll,
    story_text,
    surroundings,
    world_text,
)
from gamemaster.terminal.typing_notices import TypingNotices

TRIES = 3  # at something for which the service wants us to wait
TOKEN_FILE = "terminal.token"  # noqa: S105 - the name of a file, not a secret
FORMATS = ("", "markdown", "html", "epub")
HELP = """\
Say what you do in your own words, or give the number of a suggestion.
  /look           where you are, who is here, what you carry and know
  /undo           take the last turn back         /retry   play it again with fresh dice
  /branch NAME    keep this moment as a story of its own
  /rename NAME    call this story something else
  /export [html]  save this story to read, as Markdown, as a web page or (epub) as a book
  /keep NAME      (with play --watch) keep this play in the world's folder
  /stories        your stories; /open NUMBER goes to one, /delete NUMBER ends one for good
  /new WORLD      begin another
  /record yes|no  whether your play may be recorded; /record forget deletes what was
  /lines          what your stories leave out; /lines add spiders, /lines drop spiders, /lines violence mild
  /report [WHY]   the last answer was not all right: tell whoever runs this service
  /data save      all that is kept of you, as a file; /data delete deletes you and all of it
  /help           this                            /quit    leave; your story is kept
While the story is told, Esc cuts in."""


class Quit(Exception):
    """The player leaves."""


class Terminal:
    """One player at a terminal. `run` plays until the player leaves; returns the exit status."""

    def __init__(self, link: Link, world: str | None, story: str | None) -> None:
        self.link, self.wanted_world, self.wanted_story = link, world, story
        self.console = Console(highlight=False)
        self.prose = Prose(self.console)
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.session: PromptSession[str] | None = PromptSession() if self.interactive else None
        self.notices = TypingNotices(link.send, time.monotonic)
        if self.session is not None:
            self.notices.watch(self.session)
        self.worlds: list[Frame] = []
        self.stories: list[Frame] = []
        self.story = ""
        self.epoch = self.offset = -1
        self.shown = 0  # offset of the last text that was written
        self.view: dict[str, Any] = {}
        self.asked: dict[str, Any] | None = None  # what was said and is not settled
        self.wait_s: float | None = None  # until what was refused is said again
        self.tries_left = 0
        self.next_input = ""  # while the story was being told
        self.choices: list[str] = []  # offered by the last turn's aside, instead of the suggestions
        self.changed: list[str] = []  # by the turn that is being told
        self.rolls: list[dict[str, Any]] = []  # of the turn, until they are shown
        self.set_off = False  # whether an empty line stands between the player's words and the turn
        self.lines: dict[str, Any] | None = (
            None  # what the player's stories leave out, as far as it was asked
        )
        self.recording: dict[str, Any] | None = None  # what `welcome` says of it; None: nothing is recorded

    async def run(self) -> int:
        try:
            await self._until("welcome")
            await self._choose()
            while True:
                await self._drain()
                self._show_choices()
                await self._obey(await self._read())
        except (Quit, EOFError, KeyboardInterrupt):
            self._say("\nYour story is kept." if self.story else "")
            return 0

    # ---- what the player says ----

    async def _read(self, prompt: str = "› ") -> str:
        if self.session is not None:
            typed, self.next_input = self.next_input, ""
            self.notices.begin_line()
            styled = ANSI(f"\x1b[36m{prompt}\x1b[0m")
            return str(await self.session.prompt_async(styled, default=typed)).strip()
        line: str = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            raise EOFError
        self.console.print(Text(f"{prompt}{line.strip()}", style="cyan"))
        return line.strip()

    async def _obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        if line.lower() == "quit":  # as in every game of this kind; nobody in a story says only this
            command = line = "/quit"
        rest = rest.strip()
        suggestions = self.choices or self.view.get("suggestions", [])
        if not line:
            return
        if command.isdecimal() and not rest and 1 <= int(command) <= len(suggestions):
            await self._ask(type="act", text=suggestions[int(command) - 1])
        elif not line.startswith("/"):
            await self._ask(type="act", text=line)
        elif command in {"/undo", "/retry"}:
            await self._ask(type=command[1:])
        elif command == "/branch" and rest:
            await self._ask(type="branch", name=rest[:60])
        elif command == "/rename" and rest:
            await self._rename(rest[:60])
        elif command == "/keep" and rest:
            await self._keep_play(rest[:60])
        elif command == "/export" and rest in FORMATS:
            await self._export(rest)
        elif command == "/stories":
            await self._list_stories()
        elif command == "/open" and rest.isdecimal() and 1 <= int(rest) <= len(self.stories):
            await self._open(self.stories[int(rest) - 1]["id"])
        elif command == "/delete" and rest.isdecimal() and 1 <= int(rest) <= len(self.stories):
            await self._delete(self.stories[int(rest) - 1])
        elif command == "/new":
            await self._begin(rest or self.wanted_world or "")
        elif command == "/look":
            for text in surroundings(self.view):
                self.console.print(text)
        elif command == "/record":
            await self._answer_recording(rest)
        elif command == "/data" and rest == "save":
            await player_commands.save_everything(self.link, self._say)
        elif command == "/data" and rest == "delete":
            if await player_commands.delete_everything(self.link, self._say, self._read):
                self.story = ""
                raise Quit
        elif command == "/lines":
            await self._draw_lines(rest)
        elif command == "/report":
            last = self.view.get("turn", 0)
            await player_commands.report(self.link, self.story, last, rest, self._say, self._read)
        elif command in {"/quit", "/exit", "/q"}:
            raise Quit
        else:
            self.console.print(HELP)

    async def _rename(self, name: str) -> None:
        try:
            await story_requests.rename(self.link, self.story, name)
        except story_requests.StoryRequestError as error:
            self._say(str(error))
        else:
            self._say(f"This story is called “{name}” now.")

    async def _delete(self, story: Frame) -> None:
        if story["id"] == self.story:
            self._say("You are in this story. Go to another one first, with /open or /new.")
            return
        self.console.print(Text("Delete for good: ") + story_text(story))
        if await self._read("yes or no? ") != "yes":
            self._say("It is kept.")
            return
        try:
            await story_requests.delete(self.link, story["id"])
        except story_requests.StoryRequestError as error:
            self._say(str(error))
        else:
            self.stories.remove(story)
            self._say("It is deleted.")

    async def _keep_play(self, name: str) -> None:
        try:
            path = await story_requests.keep_play(self.link, self.story, name)
        except story_requests.StoryRequestError as error:
            self._say(str(error))
        else:
            self._say(f"Kept as {path}; played again by: gamemaster world plays {Path(path).parent.parent}")

    async def _export(self, form: str) -> None:
        try:
            path = await story_requests.save(self.link, self.story, form or "markdown", Path.cwd())
        except story_requests.StoryRequestError as error:
            self._say(str(error))
        else:
            self._say(f"Saved as {path}.")

    async def _choose(self) -> None:
        """The story to play: the one named, the player's latest in the world named, or what the player picks."""
        await self._ask(type="stories")
        if self.wanted_story:
            await self._open(self.wanted_story)
        elif self.wanted_world:
            known = [one for one in self.stories if one["world"] == self.wanted_world and not one["ended"]]
            if known:
                self._say("Going on with your story; /new begins another.")
                await self._open(known[0]["id"])
            else:
                await self._begin(self.wanted_world)
        while not self.story:
            self._menu()
            choice = await self._read("Which? ")
            options = [*self.stories, *self.worlds]
            if choice in {"/quit", "/q"}:
                raise Quit
            if choice.startswith(("/record", "/lines", "/data")):
                await self._obey(choice)
                continue
            if choice.isdecimal() and 1 <= int(choice) <= len(options):
                chosen = options[int(choice) - 1]
                await (self._open(chosen["id"]) if "world" in chosen else self._begin(chosen["id"]))
            else:
                await self._begin(choice)

    def _menu(self) -> None:
        number = 0
        stories = [story_text(story) for story in self.stories]
        worlds = [world_text(world) for world in self.worlds]
        for title, texts in (("Go on with a story", stories), ("Begin in a world", worlds)):
            if texts:
                self.console.print(Text(f"\n{title}", style="bold"))
            for text in texts:
                number += 1
                self.console.print(Text(f"{number:>3}  ") + text)
        self.console.print()

    async def _begin(self, world: str) -> None:
        if not any(one["id"] == world for one in self.worlds):
            names = ", ".join(one["id"] for one in self.worlds)
            self._say(f"There is no world {world!r} here. Give its number or name: {names}.", "red")
            return
        await self._ask(type="new_story", world=world)

    async def _open(self, story: str) -> None:
        await self._ask(type="open", story=story)

    async def _list_stories(self) -> None:
        await self._ask(type="stories")
        for number, story in enumerate(self.stories, 1):
            here = Text("  ← you are here", style="green") if story["id"] == self.story else Text()
            self.console.print(Text(f"{number:>3}  ") + story_text(story) + here)
        self._say("/open NUMBER goes to one, /delete NUMBER ends one for good.")

    async def _answer_recording(self, answer: str) -> None:
        """Whether the player's play may be recorded: says so, or how it stands and what may be answered."""
        offer = self.recording
        if offer is None:
            self._say("This service records nothing.")
        elif answer not in {"yes", "no", "forget"}:
            self._say(recording_text(offer["keep_days"], offer["allowed"] if offer["asked"] else None))
        else:
            allowed = offer["allowed"] if answer == "forget" else answer == "yes"
            await self.link.send(type="consent", record=allowed, forget=answer == "forget", text=CONSENT_TEXT)
            self.asked = {"type": "consent"}
            while self.asked is not None:
                await self._handle(await self.link.next())

    async def _draw_lines(self, said: str) -> None:
        """What the player's stories leave out: says it, or changes it."""
        await self._ask(type="boundaries")
        if not said or self.lines is None:
            return
        changed = player_commands.changed_lines(self.lines, said)
        if changed is None:
            self._say(player_commands.LINES_HELP)
        else:
            await self._ask(type="boundaries", lines=changed)

    def _on_boundaries(self, frame: Frame) -> None:
        self.lines = frame["lines"]
        for line in player_commands.lines_told(frame):
            self._say(line)
        self.asked = None

    # ---- what the service says ----

    async def _ask(self, **message: Any) -> None:
        """Says something and shows what comes of it, to its end. A broken line is waited for and it is said again, as
        it is after the time for which the service refuses it."""
        if message["type"] not in {"open", "stories", "boundaries"}:
            message["id"] = secrets.token_hex(12)
        for self.tries_left in reversed(range(TRIES)):
            await self._ask_once(message)
            if self.wait_s is None:
                return
            await asyncio.sleep(self.wait_s)

    async def _ask_once(self, message: dict[str, Any]) -> None:
        self.asked, self.wait_s = message, None
        if message["type"] != "stories":
            self.choices = []
        await self.link.send(**message)
        with self._cutting_in() if message["type"] in {"act", "retry"} else contextlib.nullcontext():
            while self.asked is not None:
                await self._handle(await self.link.next())

    async def _until(self, kind: str) -> None:
        while True:
            frame = await self.link.next()
            await self._handle(frame)
            if frame["type"] == kind:
                return

    async def _drain(self) -> None:
        while self.link.waiting():
            await self._handle(await self.link.next())

    async def _handle(self, frame: Frame) -> None:
        kind, epoch, offset = frame["type"], frame.get("epoch", -1), frame.get("offset", -1)
        if kind not in {"story", "resumed"} and offset >= 0:
            if epoch == self.epoch and offset <= self.offset:
                return  # seen before the line broke
            self.epoch, self.offset = epoch, offset  # another epoch: another process tells the story now
        handler: Callable[[Frame], Any] | None = getattr(self, f"_on_{kind}", None)
        if handler is not None:
            result = handler(frame)
            if asyncio.iscoroutine(result):
                await result

    async def _on_welcome(self, frame: Frame) -> None:
        self.worlds = list(frame["worlds"])
        first, self.recording = self.recording is None, frame["recording"]
        if first and self.recording is not None and not self.recording["asked"]:
            self._say(recording_text(self.recording["keep_days"], None))
        if self.asked is not None and self.asked["type"] == "consent":
            self._say("(Your answer to /record may be lost; give it again.)")
            self.asked = None
        if self.story:
            await self.link.send(type="open", story=self.story, epoch=self.epoch, offset=self.offset)
        elif self.asked is not None:
            await self.link.send(**self.asked)

    def _on_lost(self, frame: Frame) -> None:
        self.prose.end()
        self._say("(The line to the service broke. Finding the way back; your words are kept.)")

    def _on_waiting(self, frame: Frame) -> None:
        ahead, wait_s = frame["ahead"], frame["estimate_s"]
        self._say(
            f"(Many come at once: {ahead} are served before you, in about {wait_s:.0f} s. Nothing is lost.)"
        )

    def _on_refused(self, frame: Frame) -> None:
        self._say(f"{frame['message']} (Coming again in {frame['retry_after_s']:.0f} s.)")

    def _on_stories(self, frame: Frame) -> None:
        self.stories = list(frame["stories"])
        if self.asked is not None and self.asked["type"] == "stories":
            self.asked = None

    async def _on_story(self, frame: Frame) -> None:
        came_anew = frame["story"] != self.story
        self.story, self.epoch, self.offset = frame["story"], frame["epoch"], frame["offset"]
        self.view = frame["view"]
        self.prose.end()
        self.rolls, self.set_off = [], False
        asked = self.asked
        if came_anew:
            self._show_story(frame)
        elif asked is not None and asked["type"] in {"undo", "retry"}:
            self._say("(The last turn was taken back.)")
        if asked is not None and asked["type"] in {"new_story", "open", "undo"}:
            self.asked = None
        elif asked is not None and asked["type"] == "act":
            await self._say_again(asked, frame)

    async def _say_again(self, act: dict[str, Any], story: Frame) -> None:
        """After the line broke: is the act known to the story?"""
        played = next((turn for turn in story["turns"] if turn["act_id"] == act["id"]), None)
        if played is not None:
            await self._show_turn(played)
            self.asked = None
        elif (story["pending"] or {}).get("act_id") != act["id"]:
            await self.link.send(**act)

    async def _on_resumed(self, frame: Frame) -> None:
        if self.asked is not None and self.asked["type"] not in {"open", "new_story"}:
            await self.link.send(**self.asked)  # the same id: it is never played twice

    async def _on_ruling(self, frame: Frame) -> None:
        """While a model thinks, what the player sets about is told before: its dice fall once that sentence is over."""
        self.changed, self.rolls = frame["changed"], list(frame["checks"])
        if self.prose.span is None:
            await self._show_rolls()

    async def _show_rolls(self) -> None:
        self._set_off()
        rolls, self.rolls = self.rolls, []
        for roll in rolls:
            await show_roll(self.console, roll)

    def _set_off(self) -> None:
        if not self.set_off:
            self.console.print()
        self.set_off = True

    async def _on_text(self, frame: Frame) -> None:
        self._set_off()
        if self.rolls and frame["span"] != self.prose.span:
            self.prose.end()
            await self._show_rolls()
        self.prose.piece(frame["span"], frame["kind"], frame["speaker"], frame["name"], frame["text"])
        if frame["choices"]:
            self.choices = frame["choices"]
        self.shown = frame["offset"]

    def _on_state(self, frame: Frame) -> None:
        self.view = frame["view"]

    async def _on_commit(self, frame: Frame) -> None:
        self.prose.end()
        await self._show_rolls()
        self.set_off = False
        for line in self.changed:
            self._say(f"· {line}")
        self.changed = []
        if self.asked is not None and frame["act_id"] == self.asked.get("id"):
            self.asked = None

    def _on_branched(self, frame: Frame) -> None:
        self._say(f"Kept as “{frame['name']}”; /stories lists it.")
        self.asked = None

    def _on_consent(self, frame: Frame) -> None:
        if self.recording is not None:
            self.recording = {**self.recording, "asked": True, "allowed": frame["allowed"]}
        deleted = f" Deleted: {frame['deleted']}." if frame["deleted"] else ""
        self._say(("Your play is recorded." if frame["allowed"] else "Nothing is recorded.") + deleted)
        self.asked = None

    def _on_delayed(self, frame: Frame) -> None:
        self._say(frame["message"])

    def _on_world_edited(self, frame: Frame) -> None:
        """The writer saved the world."""
        if frame["fits"]:
            self._say("(The world was saved, and is in the story.)")
        else:
            self._say("(The world was saved with faults; the story goes on in it as it was.)", "red")
        for note in frame["notes"]:
            self._say(f"· {note}")
        for fault in frame["faults"]:
            hint = f" ({fault['hint']})" if fault["hint"] else ""
            self._say(f"· {fault['file']}:{fault['line']}: {fault['message']}{hint}", "red")

    def _on_plays_compared(self, frame: Frame) -> None:
        """The kept plays were played again."""
        if frame["changed"]:
            self._say(
                f"(Told otherwise now: {', '.join(frame['changed'])}. See: gamemaster world plays FOLDER)",
                "red",
            )
        for fault in frame["faults"]:
            self._say(f"· {fault}", "red")

    def _on_bots_returned(self, frame: Frame) -> None:
        """Bots went through the world again."""
        if frame["lost"]:
            self._say(f"(No bot comes any more to: {', '.join(frame['lost'])}.)", "red")

    def _on_error(self, frame: Frame) -> None:
        self.prose.end()
        wait_s, again = frame.get("retry_after_s"), ""
        if self.asked is not None and self.tries_left and wait_s is not None and wait_s <= LONGEST_WAIT_S:
            self.wait_s, again = wait_s, f" (It is said again in {math.ceil(wait_s)} s.)"
        self._say(frame["message"] + again, "red")
        self.asked = None

    # ---- what is shown ----

    def _say(self, text: str, style: str = "dim") -> None:
        self.console.print(Text(text, style=style))

    def _show_story(self, frame: Frame) -> None:
        title = next((one["title"] for one in self.worlds if one["id"] == frame["world"]), frame["world"])
        name = f" · {frame['name']}" if frame["name"] else ""
        self.console.print(Text(f"\n{title}{name}\n", style="bold"))
        if not frame["turns"]:
            self._show_spans(frame["opening"])
        for turn in frame["turns"][-2:]:
            self.console.print(Text(f"› {turn['words']}\n", style="cyan"))
            self._show_spans(turn["spans"])

    async def _show_turn(self, turn: Frame) -> None:
        for roll in turn["checks"]:
            await show_roll(self.console, roll)
        self._show_spans(turn["spans"])

    def _show_spans(self, spans: list[Frame]) -> None:
        for number, span in enumerate(spans):
            self.prose.piece(number, span["kind"], span["speaker"], span["name"], span["text"])
        self.choices = next((span["choices"] for span in spans if span["choices"]), [])
        self.prose.end()

    def _show_choices(self) -> None:
        self.console.print(needs_line(self.view))
        if self.view["ended"]:
            self.console.print(Text(f"The end: {self.view['ended']}.  /undo, /new or /quit", style="bold"))
        for number, suggestion in enumerate(self.choices or self.view["suggestions"], 1):
            self.console.print(Text.assemble((f"  {number} ", "cyan"), (suggestion, "dim")))

    @contextlib.contextmanager
    def _cutting_in(self) -> Iterator[None]:
        """While the story is told, Esc cuts in, and what is typed waits for the next prompt."""
        if not self.interactive:
            yield
            return
        source, loop = create_input(), asyncio.get_running_loop()
        tasks: set[asyncio.Task[None]] = set()

        def on_keys() -> None:
            for press in (*source.read_keys(), *source.flush_keys()):
                if press.key in {Keys.Escape, Keys.ControlC}:
                    tasks.add(loop.create_task(self.link.send(type="interrupt", shown=self.shown)))
                elif press.data.isprintable():
                    self.next_input += press.data

        with source.raw_mode(), source.attach(on_keys):
            yield
        source.close()


async def play_in_terminal(
    address: str, world: str | None = None, story: str | None = None, data_dir: Path | None = None
) -> int:
    """Plays the service at `address` until the player leaves. The player's token is kept in `data_dir`.

    Returns the exit status: 0 when the player left, 1 when the service would not have them (and says why).
    """
    async with Link(address, (data_dir or default_data_dir()) / TOKEN_FILE) as link:
        try:
            return await Terminal(link, world, story).run()
        except LinkError as error:
            Console(stderr=True, highlight=False).print(Text(str(error), style="red"))
            return 1
