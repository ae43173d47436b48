"""The service: everything that knows about players, turns and the network.

A map, in the order in which a player's words meet the modules:

the service        cli, console, play, doctor, config, bootstrap (the only place where adapters are made), desk, logs,
                   version; servers, local_postgres, local_valkey, kept, keeper, unprivileged, secret_file (its own
                   Postgres and Valkey)
the network        app, api, docs_page, headers, serving; messages (the wire protocol), connection, parsing, session,
                   outbox, failures, tokens, rates
a story in play    hub, live, in_flight, history, turn (one turn, start to commit), telling, cadence, patience, view,
                   shown, opening, words
  its voice        voicing (where it comes from), voice_checks, voices (is there one, who hears), casting, speech (a
                   turn's sentences, one ahead), broadcast, hearing (where what was heard ends: pure), audio_codecs,
                   audio_frames; prologue (a new story's opening)
the store          store (contract), postgres, rows, stored, tables, database, queueing, migrate, versions, refit,
                   archive; redis_link, redis_batches, frames, leases
what is true       state, outcome, dice, conditions, scene (all pure)
the referee        referee, operations, dealings, improvising, performing, effects, deaths, bonds (relations and
                   promises), draft, clock (all pure)
what people keep   witnessing (memories of a turn, pure), remembering (in its transaction), afterthoughts and musing
                   (beliefs, beside the play); `npcs` decides what comes to mind and what travels
the narrators      narrator (the protocol);
  the understudy   understudy, planning, promising, recollecting, choosing, prose, phrases, paragraphs, reports,
                   suggestions
  its ears         understanding, reader, clauses, orders, moves, talking, aims, nouns, noun_phrases, pronouns, topics,
                   verbs, vocabulary, wording, phrases_of_rules, idiom_patterns; data: lexicon, idioms, idioms_people,
                   small_words
  the model        model_narrator, chat_narrator (over a model server), model_telling (what both share), models,
                   model_server, hosting, standby, handover, chat_format, grammar, script, guard, ladder,
                   scripted_model
  its prompts      prompt, asking, prompt_settings, briefing, ledger (what is true, in lines), chat_messages,
                   transcripts, rebuilding (from turn records), compaction, summarizing, answers, chronicle,
                   contract (what they promise)
for writers and QA explore, bots, understand_cli, archive; prompt_commands, prompt_cli, prompt_desk, prompt_view,
                   designer (prompts and people over REST); npcs_cli, npcs_show, npcs_view, recall_test
recording          recording (what one holds), tape and taking_down (what a story says for it), taping (its engine),
                   recorder (writes it, in a thread)
recordings         consents (who agreed), recordings (the folder: find, delete, keep within limits), skimming (lists),
                   record_cli, exporting; scrubbing, recorded_pieces, recorded_words, personal_data and
                   personal_names (what an export must not hold: pure)
played again       verifying (a session through today's pipeline), playback (line by line), replay_store,
                   replay_engine, replay_narrator (what it meets there), verdicts, verify_cli; replay_cli (all of
                   `gamemaster replay`), runs (what any replay comes to: pure), run_files
answered anew      regenerating (recordings, by today's narrator), answering (one turn, as the service would), epochs,
                   both_sides, comparing (pure), stamping, judging (a model's opinion), regenerate_cli;
                   shadowing (live turns, by a candidate beside the play), shadow_room, background, shadow_files,
                   shadow_cli
what no story has  invariants; told, claims, canon, company (who speaks and acts), deeds (what was refused or failed),
                   leaks, wellformed, repeats (all pure)
load               driving (recordings against a running service), driving_cli, driving_plan (what a recorded player
                   did), driving_player, driving_presence, driving_link (its socket), driving_screen (what it is shown),
                   driving_audio (what it hears), driving_truth and driving_check (is every turn there, once),
                   driving_refusals, driving_waiting, driving_meter, driving_run; goodput (objectives, and who met them)
what came of it    report, report_html, report_data, report_series, report_page/ (one page of a run), report_cli;
                   run_figures, run_verdict, run_turns, two_runs (in words, then and now: pure)
the gate           thresholds (from YAML), gating (a run held to them), gate_causes (the turns that fail it: pure)
other clients      web/ (the page), terminal, terminal_link, terminal_text
"""
