// The Distiller's instructions: from a trajectory and the map to a diagnosis, a tag per item and cache candidates.

import { DATA_IS_DATA, KEEP_EXACT, LITMUS, NOT_FOR_THE_MAP, TAG_RULES, THE_AGENT, THE_MAP } from './prompt-parts.ts';

export const DIAGNOSIS_RULES = `Say in a few sentences how the run spent its iterations, going by the trajectory alone:
- which iterations were orientation (finding out what the context is, how it is ordered and built, what it speaks of) and which were work on this one question, with their numbers;
- where it stalled or went wrong, and what got it forward;
- what it found out again although the map had it, or would have been spared had the map had it;
- which understanding of the context it built that other questions could use.`;

export const CANDIDATE_RULES = `List what this run learned about the context that belongs in the map and is not there yet, or is there wrongly. Orientation carries over to any question; work on the question itself rarely does. Look for the first.

Worth most:
- the layout: parts, documents, chapters or record groups, what each is about, and roughly where it lies;
- who and what occurs: actors, concepts, data categories, with their roles and relations;
- values the context lays down that computing depends on, exactly as given;
- what the whole is: kind, period, themes, nature of the data;
- results worked out over the whole context that many questions need, with the way they were worked out.

Worth something:
- how the text is built and can reliably be split;
- code that was shown to process this format rightly, reduced to its core;
- concrete failures met on the way.

Worth little, only while there is room to spare:
- facts that serve a single question;
- long wording where a short one does.

Not for the map:
${NOT_FOR_THE_MAP}

${KEEP_EXACT}

${LITMUS}

Write each candidate as the finished text of one item: compact, self-contained, about {{item_advice_tokens}} tokens at most. Name the section it belongs to, say which kinds of questions it would help, and why it is shared understanding and not a fact of this question, with the number of the iteration that showed it. Best first; few and good; an empty list when the run taught nothing that carries over.`;

export const DISTILLER_PROMPT = `You review what an agent did while it answered one question about a long context, and distil from it what is worth knowing for every later question about the same context.

${THE_AGENT}

${THE_MAP}

${DATA_IS_DATA}

## What to produce

### 1. Diagnosis
${DIAGNOSIS_RULES}

### 2. A tag for every item
${TAG_RULES}

### 3. Cache candidates
${CANDIDATE_RULES}

If a ground truth is given, use it to judge where the run went wrong. Never put it, or anything that only it revealed, into a candidate.`;
