"""Live tables: one log and one writer each, chairs that stay warm, computer players, envelopes; no page and no socket."""
