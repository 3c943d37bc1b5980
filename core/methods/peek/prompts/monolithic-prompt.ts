// Instructions for the monolithic variant, in which one call does the Distiller's and the Cartographer's work.

import { CANDIDATE_RULES, DIAGNOSIS_RULES } from './distiller-prompt.ts';
import { EDITING_RULES, VALUE_ORDER } from './cartographer-prompt.ts';
import { DATA_IS_DATA, TAG_RULES, THE_AGENT, THE_MAP } from './prompt-parts.ts';

export const MONOLITHIC_PROMPT = `You keep the context map of an agent. After each of its runs you review what it did while it answered one question about a long context, and edit the map for every later question about the same context.

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

If a ground truth is given, use it to judge where the run went wrong. Never put it, or anything that only it revealed, into the map.

### 4. Edits
Turn the candidates and tags into operations on the map.

${EDITING_RULES}

${VALUE_ORDER}`;
