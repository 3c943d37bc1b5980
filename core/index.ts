// Peek's core as a library: everything but the desktop, pure TypeScript. What needs Node (tokenizer, model client, study
// files) is `peek/node`; what needs a window stays in app/.
//
// The words, as they are used in every name and text (and the ones to avoid):
//
//   context        the long external text that every query is about; never put whole into a prompt (corpus, document)
//   query          one question about the context, optionally with a ground-truth answer (task, prompt)
//   run            one query answered by the agent, then, while the map evolves, the update that follows
//   context map    the small artifact in the agent's prompt: sections of items, within budget B tokens (memory, notes)
//   section        Context Roadmap cr, Context Understanding cu, Domain Constants dc, Parsing Schema ps, Reusable Results
//                  rr, optionally Error Patterns ep
//   item           one short entry with a stable id such as cr-00001, a score, a tag history, an origin (entry, bullet)
//   agent          who answers: a model with a Python session over the context (RLM), or a coding agent
//   trajectory     everything a run's agent emitted: iterations, code, outputs, sub-calls, the answer (trace)
//   policy         what turns trajectories into maps (the paper's programmable cache policy): distill, propose, evict
//   Distiller      model call: trajectory and map to diagnosis, one tag per item, cache candidates
//   Cartographer   model call: the Distiller's findings and map to reasoning and edits (ADD, DELETE, REPLACE)
//   Evictor        code: enforces B by priority
//   m              evolve steps: after the first m queries the map is frozen and only reused
//   study          one file: a context, its queries, settings, and the whole history as a log of events (session, project)
//   version        one committed state of the map; versions form a tree, each knows its parent and its cause
//   branch         a named head in that tree
//   roll back      move a branch to an earlier version by a new event; nothing is deleted
//   replay, re-run replay uses recorded replies and calls no model; re-run calls the model again
//
// How they relate: a study's events are reduced to its state; the engine decides commands into events, runs the agent, and
// asks the policy; a policy is one small interface (core/methods/policy.ts), an agent another (core/agents/agent.ts).
// examples/own-policy.mjs runs a study with a policy of its own in some sixty lines.

export * from './result.ts';
export * from './map/index.ts';
export * from './lm/index.ts';
export * from './agents/index.ts';
export * from './methods/index.ts';
export * from './study/index.ts';
export * from './bench/index.ts';
export * from './interop/index.ts';
export * from './lm/offline/index.ts';

// Two folders call something Caps; the study's are the settings.
export type { Caps } from './study/index.ts';
