"""An engine of ours asked by messages, as a model server is: so that a proof asks every model in one way."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace

from inference.chat_template import ChatFormat
from inference.engine import Delta, Engine, GenerationRequest
from inference.remote.client import ChatMessage, ChatRequest, ChatServer


@dataclass(eq=False)
class EngineByMessages:
    """Implements `inference.remote.client.AsksByMessages` over token ids, by the model's own chat template."""

    engine: Engine
    chat: ChatFormat
    server: ChatServer

    async def generate(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """Raises as `Engine.generate`; no reasoning is asked for."""
        asked = GenerationRequest(
            request.request_id,
            self._prompt(request.messages),
            replace(request.sampling, stop_token_ids=self.chat.stops),
            json_schema=request.json_schema,
            deadline_s=request.deadline_s,
        )
        async with aclosing(self.engine.generate(asked)) as deltas:
            async for delta in deltas:
                yield delta

    def _prompt(self, messages: tuple[ChatMessage, ...]) -> tuple[int, ...]:
        chat, ids = self.chat, list(self.chat.before_system)
        before: str | None = None
        for message in messages:
            match before, message.role:
                case "system", "user":
                    ids += chat.system_to_user
                case "user", "assistant":
                    ids += (*chat.user_to_thought, *chat.thought_to_history)
                case "assistant", "user":
                    ids += chat.assistant_to_user
            ids += chat.encode(message.text)
            before = message.role
        return (*ids, *chat.user_to_answer)
