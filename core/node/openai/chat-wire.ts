// Chat Completions: what nearly every server speaks. Text comes in choices[0].delta, usage in any chunk (most often in a
// last one without choices), the end in finish_reason.

import type { ChatReply, ChatRequest } from '#core/lm/index.ts';
import { readUsage } from '#core/lm/index.ts';
import { RepeatWatch, isRecord, textOf } from './wire.ts';
import type { ReadReply, ReplyReader, Wire } from './wire.ts';

/** OpenAI's newer models take only the first name, most other servers only the second. */
export type OutputLimitField = 'max_completion_tokens' | 'max_tokens';

export function createChatWire(outputLimitField: OutputLimitField): Wire {
  return {
    path: '/chat/completions',
    body: (request, refused) => chatBody(request, refused, outputLimitField),
    optional: [
      { field: 'temperature', named: /\btemperature\b/i, words: 'temperature' },
      { field: 'seed', named: /\bseed\b/i, words: 'seed' },
      { field: 'reasoning_effort', named: /reasoning[_ .]?effort/i, words: 'reasoning effort' },
      {
        field: 'response_format',
        named: /response_format|json_schema|grammar|structured output/i,
        words: 'a JSON schema',
      },
      { field: 'stream_options', named: /stream_options|include_usage/i, words: 'usage in the stream' },
      { field: 'max_completion_tokens', named: /max_completion_tokens/i, words: 'max_completion_tokens' },
      { field: 'max_tokens', named: /max_tokens/i, words: 'max_tokens' },
    ],
    createReader: () => new ChatReader(),
  };
}

function chatBody(
  request: ChatRequest,
  refused: ReadonlySet<string>,
  preferred: OutputLimitField,
): Readonly<Record<string, unknown>> {
  const { parameters, jsonSchema } = request;
  const body: Record<string, unknown> = {
    model: request.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    stream: true,
  };
  const put = (field: string, value: unknown): void => {
    if (value !== undefined && !refused.has(field)) body[field] = value;
  };
  put('stream_options', { include_usage: true });
  put('temperature', parameters.temperature);
  put('seed', parameters.seed);
  put('reasoning_effort', parameters.reasoningEffort);
  const other = preferred === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  put(refused.has(preferred) ? other : preferred, parameters.maxOutputTokens);
  if (jsonSchema !== undefined) {
    put('response_format', {
      type: 'json_schema',
      json_schema: { name: jsonSchema.name, schema: jsonSchema.schema, strict: true },
    });
  }
  return body;
}

class ChatReader implements ReplyReader {
  readonly #repeats = new RepeatWatch();
  #refusal = '';
  #usage: unknown = null;
  #finish: string | null = null;
  #calledTools = false;
  #model: string | null = null;
  #understood = 0;

  accept(event: unknown): string {
    if (!isRecord(event)) return '';
    this.#note(event);
    const choice = firstChoice(event);
    if (choice === null) return '';
    if (typeof choice['finish_reason'] === 'string') this.#finish = choice['finish_reason'];
    // Some servers stream whole messages, or answer an asked-for stream with one object.
    const piece = isRecord(choice['delta']) ? choice['delta'] : isRecord(choice['message']) ? choice['message'] : {};
    const text = contentOf(piece['content']);
    const mark = textOf(event['obfuscation']) || null;
    if (this.#repeats.isRepeat(text, mark)) return '';
    this.#refusal += textOf(piece['refusal']);
    const tools = piece['tool_calls'];
    if ((Array.isArray(tools) && tools.length > 0) || isRecord(piece['function_call'])) this.#calledTools = true;
    return text;
  }

  acceptWhole(reply: unknown): string {
    return this.accept(reply);
  }

  end(): ReadReply {
    return {
      refusal: this.#refusal,
      usage: readUsage(this.#usage),
      finishReason: this.#finish === null ? null : finishReasonOf(this.#finish),
      calledTools: this.#calledTools,
      model: this.#model,
      understood: this.#understood,
      warnings: this.#repeats.warnings(),
      failure: null,
    };
  }

  #note(event: Readonly<Record<string, unknown>>): void {
    if (Array.isArray(event['choices'])) this.#understood += 1;
    if (typeof event['model'] === 'string') this.#model = event['model'];
    // Each report replaces the one before: they are running totals, never parts.
    if (event['usage'] !== undefined && event['usage'] !== null) this.#usage = event['usage'];
  }
}

function firstChoice(event: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const choices: unknown = event['choices'];
  if (!Array.isArray(choices)) return null;
  const wanted: unknown = choices.find((choice) => isRecord(choice) && (choice['index'] ?? 0) === 0);
  return isRecord(wanted) ? wanted : null;
}

function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content.map((part: unknown) => (isRecord(part) ? textOf(part['text']) : '')).join('');
}

export function finishReasonOf(word: string): ChatReply['finishReason'] {
  switch (word) {
    case 'stop':
    case 'eos':
    case 'end_turn':
    case 'completed':
      return 'stop';
    case 'length':
    case 'max_tokens':
    case 'max_output_tokens':
      return 'length';
    case 'content_filter':
      return 'content-filter';
    case 'tool_calls':
    case 'function_call':
      return 'tool-calls';
    default:
      return 'unknown';
  }
}
