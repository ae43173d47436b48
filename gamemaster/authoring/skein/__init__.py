"""The skein: plays of a world that its writer kept as text, played again to see what an edit changed.

`play_file` is the file of one play, `comparison` plays it again, `ending_paths` follows the `path` of every ending,
`written_inputs` reads what threads offer to players, `bot_runs` sends bots, `forks` shares out the work, and `report`
says what came of all of them.
"""

__all__ = ["bot_runs", "comparison", "ending_paths", "forks", "play_file", "report", "written_inputs"]
