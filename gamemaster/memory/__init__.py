"""What characters keep of a turn: `witnessing` decides it, `persistence` writes it, `reflection` draws beliefs from it.

Storage, narration and play may import this room. What a memory is, and which one comes to mind, is decided in `npcs`.
"""

__all__ = ["persistence", "reflection", "witnessing"]
