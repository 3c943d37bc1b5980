// What stands in a line of the log, read tolerantly: the format has changed since December 2025, and a log may come from
// anywhere. What does not fit is told and passed over; nothing here throws.

export interface LogMetadata {
  readonly rootModel: string;
  readonly backend: string;
  readonly environment: string;
  readonly maxDepth: number | null;
  readonly maxIterations: number | null;
}

export interface LogIteration {
  /** Null where it has none that counts. */
  readonly number: number | null;
  /** As written. */
  readonly timestamp: string | null;
  readonly response: string;
  readonly blocks: readonly LogBlock[];
  /** What the completion ended with; the empty string is an answer. */
  readonly answer: string | null;
  /** Model call and code; null on the one extra record of a run out of iterations. */
  readonly elapsedMs: number | null;
}

export interface LogBlock {
  readonly code: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number | null;
  readonly calls: readonly LogCall[];
  readonly answer: string | null;
}

export interface LogCall {
  readonly model: string;
  readonly prompt: string;
  readonly response: string;
  readonly durationMs: number;
  /** Null where the log gives none, as for a call that failed. */
  readonly usage: LogUsage | null;
  /** What the sub-agent behind the call did; empty for a plain call. */
  readonly iterations: readonly LogIteration[];
}

export interface LogUsage {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly costMicroUsd: number | null;
}

/** Told of what was passed over. */
export type Tell = (words: string) => void;

export type Fields = Readonly<Record<string, unknown>>;

/** Sub-agents of sub-agents beyond this are left out: no run goes so deep. Ours. */
const MAX_AGENT_DEPTH = 20;

const ITERATION_FIELDS = fieldsOf('type iteration timestamp prompt response code_blocks final_answer iteration_time');
const RESULT_FIELDS = fieldsOf('stdout stderr locals execution_time rlm_calls final_answer');
const CALL_FIELDS = fieldsOf(
  'root_model prompt response usage_summary execution_time metadata error prompt_tokens completion_tokens',
);

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function metadataIn(fields: Fields): LogMetadata {
  return {
    rootModel: nameIn(fields['root_model']),
    backend: nameIn(fields['backend']),
    environment: nameIn(fields['environment_type']),
    maxDepth: countIn(fields['max_depth']),
    maxIterations: countIn(fields['max_iterations']),
  };
}

export function iterationIn(fields: Fields, tell: Tell, depth = 0): LogIteration {
  tellUnknown(fields, ITERATION_FIELDS, 'an iteration', tell);
  const timestamp = fields['timestamp'];
  return {
    number: countIn(fields['iteration']),
    timestamp: typeof timestamp === 'string' ? timestamp : null,
    response: textIn(fields['response']),
    blocks: listIn(fields['code_blocks'], 'code_blocks', tell).map((block) => blockIn(block, tell, depth)),
    answer: answerIn(fields['final_answer']),
    elapsedMs: millisecondsIn(fields['iteration_time']),
  };
}

function blockIn(block: Fields, tell: Tell, depth: number): LogBlock {
  const result = isFields(block['result']) ? block['result'] : {};
  if (!isFields(block['result'])) tell('A code block has no result; it is shown without one.');
  tellUnknown(result, RESULT_FIELDS, 'a result', tell);
  return {
    code: textIn(block['code']),
    stdout: textIn(result['stdout']),
    stderr: textIn(result['stderr']),
    durationMs: millisecondsIn(result['execution_time']),
    calls: listIn(result['rlm_calls'], 'rlm_calls', tell).map((call) => callIn(call, tell, depth)),
    answer: answerIn(result['final_answer']),
  };
}

function callIn(call: Fields, tell: Tell, depth: number): LogCall {
  tellUnknown(call, CALL_FIELDS, 'a sub-call', tell);
  const response = textIn(call['response']);
  return {
    model: nameIn(call['root_model']),
    prompt: textIn(call['prompt']),
    response: response === '' ? textIn(call['error']) : response,
    durationMs: millisecondsIn(call['execution_time']) ?? 0,
    usage: usageIn(call),
    iterations: childIn(call['metadata'], tell, depth + 1),
  };
}

function childIn(metadata: unknown, tell: Tell, depth: number): readonly LogIteration[] {
  if (metadata === undefined || metadata === null) return [];
  if (depth > MAX_AGENT_DEPTH) {
    tell(`Sub-agents deeper than ${String(MAX_AGENT_DEPTH)} levels were left out.`);
    return [];
  }
  const iterations = isFields(metadata) ? metadata['iterations'] : undefined;
  return listIn(iterations, 'iterations', tell).map((each) => iterationIn(each, tell, depth));
}

/** Of all models of the call together; old logs hold two numbers instead. */
function usageIn(call: Fields): LogUsage | null {
  const summary = isFields(call['usage_summary']) ? call['usage_summary'] : {};
  const models = isFields(summary['model_usage_summaries']) ? Object.values(summary['model_usage_summaries']) : [];
  const parts = models.filter(isFields).map((each) => ({
    calls: countIn(each['total_calls']) ?? 0,
    input: countIn(each['total_input_tokens']) ?? 0,
    output: countIn(each['total_output_tokens']) ?? 0,
    costMicroUsd: microUsdIn(each['total_cost']),
  }));
  if (parts.length === 0) {
    const input = countIn(call['prompt_tokens']);
    const output = countIn(call['completion_tokens']);
    return input === null || output === null ? null : { calls: 1, input, output, costMicroUsd: null };
  }
  const sum = (of: (part: LogUsage) => number) => capped(parts.reduce((total, part) => total + of(part), 0));
  const isPriced = parts.every((part) => part.costMicroUsd !== null);
  return {
    calls: sum((part) => part.calls),
    input: sum((part) => part.input),
    output: sum((part) => part.output),
    costMicroUsd: microUsdIn(summary['total_cost']) ?? (isPriced ? sum((part) => part.costMicroUsd ?? 0) : null),
  };
}

/** Files of January 2026 hold a pair of kind and text. */
function answerIn(value: unknown): string | null {
  if (Array.isArray(value) && value.length === 2) return textIn(value[1]);
  return value === undefined || value === null ? null : textIn(value);
}

/** A text as it is, nothing as the empty text, anything else as JSON. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function listIn(value: unknown, name: string, tell: Tell): readonly Fields[] {
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const fit = list.filter(isFields);
  if (fit.length < list.length || !Array.isArray(value)) tell(`Not all of ${name} has the shape that it should have.`);
  return fit;
}

/** Longest name of a model or a backend. Ours. */
const NAME_CHARS = 200;

function nameIn(value: unknown): string {
  const name = textIn(value).slice(0, NAME_CHARS);
  return name === '' ? 'unknown' : name;
}

function countIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Longest time that is believed: a year. */
const MAX_SECONDS = 31_536_000;

function millisecondsIn(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS ? value * 1_000 : null;
}

function microUsdIn(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? capped(Math.round(value * 1e6)) : null;
}

function capped(sum: number): number {
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

function fieldsOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

function tellUnknown(fields: Fields, known: ReadonlySet<string>, of: string, tell: Tell): void {
  for (const name of Object.keys(fields)) {
    if (!known.has(name)) tell(`${JSON.stringify(name.slice(0, 40))} of ${of} is not known to Peek and was left out.`);
  }
}
