"""The service: everything that knows about players, turns and the network."""
