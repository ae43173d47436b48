"""The real `sglang.Engine` in this process, behind the Engine protocol. Loaded by name, where SGLang is installed.
`http_engine` asks an SGLang server on another machine, and needs nothing of it here; `gateway` asks which ones stand
behind one address.
"""

__all__ = ["engine", "gateway", "http_engine", "start"]
