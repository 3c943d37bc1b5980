// The root system prompt in our own words. It carries every fact of the paper's RLM prompt (what the REPL holds, what
// sub-calls can take, that output is cut, how to chunk, how to end) and what is particular to this REPL. The context map
// goes in one place, as the last thing of the system prompt, so that everything before it stays the same between queries.

import type { Protocol } from '../python.ts';
import type { RlmSettings } from '../agent.ts';
import { MAP_BLOCK, PROMPT_TITLE } from './prompt-blocks.ts';
import { thousands } from './thousands.ts';

type OwnPromptSettings = Pick<RlmSettings, 'protocol' | 'maxDepth' | 'shownOutputChars' | 'maxSubcallChars'>;
type PromptSettings = OwnPromptSettings & Pick<RlmSettings, 'systemPrompt'>;

/**
 * The whole system message of the agent.
 *
 * mapText   the exact text of the context map, or null when the method puts none there
 * depth     0 for the root agent; a child agent may be too deep to have children of its own
 */
export function systemPrompt(settings: PromptSettings, mapText: string | null, depth: number): string {
  const prompt = settings.systemPrompt ?? ownSystemPrompt(settings, depth);
  if (mapText === null) return prompt;
  return `${prompt}\n\n${MAP_INTRODUCTION}\n\n${MAP_BLOCK.open}${mapText}${MAP_BLOCK.close}`;
}

const MAP_INTRODUCTION = `## Context map

Earlier queries about this same context left the notes below: where things stand in it, what it is about, its constants,
how it is best parsed, and results worth keeping. Start from them instead of exploring anew. They are short and can be
incomplete or out of date: check what your answer rests on against \`context\` itself, and where the two differ believe
\`context\`.`;

/** Our instructions for the agent under these settings, without a map: what a study's own prompt stands in for. */
export function ownSystemPrompt(settings: OwnPromptSettings, depth = 0): string {
  const parts = [
    PROMPT_TITLE[settings.protocol],
    task(),
    names(settings, depth),
    output(settings),
    method(settings),
    examples(settings.protocol),
    settings.protocol === 'final' ? ENDING_BY_FINAL : ENDING_BY_ANSWER,
    CLOSING,
  ];
  return parts.join('\n\n');
}

function task(): string {
  return `You work turn by turn. In each turn you write your thoughts and Python code; the code runs in a REPL that keeps its
variables from turn to turn, and you are shown what it printed. The REPL can also ask other language models, and you are
encouraged to let them do as much of the reading as possible. This goes on until you give a final answer.`;
}

function names(settings: OwnPromptSettings, depth: number): string {
  const chars = thousands(settings.maxSubcallChars);
  const child =
    depth + 1 < settings.maxDepth
      ? `
- \`rlm_query(prompt)\` gives the prompt to an agent like you, which has it as its own \`context\` in a REPL of its own;
  \`rlm_query_batched(prompts)\` does so for many. Slower and dearer than \`llm_query\`: for parts that need code.`
      : '';
  const ending =
    settings.protocol === 'answer'
      ? `
- \`answer\`, a dict with the keys "content" and "ready", by which you end (below).`
      : '';
  return `## What the REPL holds

- \`context\`: the material the query is about. Everything you need is in there. Find out first what kind of thing it is,
  and look through enough of it to answer well.
- \`llm_query(prompt)\` asks a language model and returns its reply as a str. One prompt may have up to ${chars}
  characters. The model sees the prompt and nothing else: no REPL, no context, no earlier prompts.
- \`llm_query_batched(prompts)\` takes a list of prompts, asks them at the same time and returns the replies in the same
  order. Much faster than one call after the other when prompts do not depend on each other. A prompt that fails gives a
  reply that begins with "Error: "; the others are not affected.${child}
- \`SHOW_VARS()\` returns the names and types of the variables you have made; print it when you are unsure what exists.${ending}
- \`print()\` is how you see anything: the value of a bare expression is not shown.

Python's standard library is there. Files and the network are not part of the task and may not be reachable. An exception
ends its block, but what was assigned before it stays. The names above are put back after every block, so keep what you
derive from \`context\` under a name of your own.`;
}

function output(settings: OwnPromptSettings): string {
  return `## What you are shown

Of each block's output you see at most ${thousands(settings.shownOutputChars)} characters, its beginning and its end, with
the cut marked. So do not print long texts to read them yourself: give them to \`llm_query\`, above all where meaning
matters and string search is not enough, and collect the replies in variables as you build up the answer.`;
}

function method(settings: OwnPromptSettings): string {
  const chars = thousands(settings.maxSubcallChars);
  return `## How to go about it

Look at the context, decide how to cut it into sensible pieces, ask a model about each piece with a precise question,
collect the replies in a list, and ask once more to draw the answer from them. Go through all of the context before you
answer unless you know where the answer stands. The models you ask are strong and take about ${chars} characters each: do
not feed them crumbs. Ten documents in one prompt are fine, and often the whole of what matters fits in a few prompts;
work that out from the sizes first.`;
}

const FENCE = '```';

function examples(protocol: Protocol): string {
  const end =
    protocol === 'final'
      ? 'and, having read the output, in the next reply, outside any code: FINAL_VAR(verdict)'
      : 'and, once the output looks right, in a later block: answer["content"] = verdict; answer["ready"] = True';
  return `## Code

Code that is to run stands in triple backticks marked \`repl\`; blocks with any other mark are not run. A first look, when
the context is one long text:
${FENCE}repl
print(type(context), len(context))
piece = context[:20_000]
print(llm_query(f"What kind of text is this, and how is it divided? Quote one heading or record.\\n\\n{piece}"))
${FENCE}

Reading a list of parts in order, carrying what is known so far:
${FENCE}repl
known = "nothing yet"
for number, part in enumerate(context, start=1):
    last = "This is the last part: conclude." if number == len(context) else "More parts follow."
    known = llm_query(f"Question: who paid for the bridge?\\nKnown so far: {known}\\n{last}\\nPart {number}:\\n{part}")
    print(number, known[:200])
${FENCE}

The same question to all parts at once, ten large pieces rather than hundreds of small ones, then one call that weighs
the replies:
${FENCE}repl
size = -(-len(context) // 10)
pieces = [context[at:at + size] for at in range(0, len(context), size)]
question = "Which towns are named as having a harbour? Say 'none' unless the text says so."
replies = llm_query_batched([f"{question}\\n\\n{piece}" for piece in pieces])
verdict = llm_query("Merge these partial replies into one list without repetition:\\n" + "\\n".join(replies))
print(verdict)
${FENCE}

Cutting a text by its own structure and summing up each part:
${FENCE}repl
import re
parts = re.split(r"^## (.+)$", context, flags=re.M)
notes = [f"{parts[i]}: " + llm_query(f"Sum up in two sentences:\\n{parts[i + 1]}") for i in range(1, len(parts), 2)]
verdict = llm_query("From these notes, what changed between the two editions?\\n" + "\\n".join(notes))
print(verdict)
${FENCE}
${end}`;
}

const ENDING_BY_FINAL = `## How to end

End only when you are done, in one of two ways. Both are plain text on lines of their own, never inside a code block:
1. FINAL(the answer itself) gives the answer as written between the parentheses.
2. FINAL_VAR(name) gives the value of a variable that exists in the REPL.

The common mistake is FINAL_VAR with a variable that was never made. Make it first:
${FENCE}repl
result = ", ".join(sorted(found))
print(result)
${FENCE}
read the output, and in the next reply write FINAL_VAR(result). A FINAL(…) in the same reply as code does not count, since
the output of that code has not been seen yet.`;

const ENDING_BY_ANSWER = `## How to end

End only when you are done, by code: set \`answer["content"]\` to the answer and then \`answer["ready"] = True\`. Until
ready is set you may change the content as often as you like. Print and read what you are about to answer in an earlier
turn, so that you never submit something you have not seen.`;

const CLOSING = `Think step by step, make a plan, and carry it out in the same reply: do not only announce what you will do. Use the REPL and
the models behind it as much as you can. The final answer must answer the query itself, in full.`;
