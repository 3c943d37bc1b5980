// Chat Completions: what nearly every server speaks. Text comes in choices[0].delta, usage in any chunk (most often in a
// last one without choices), the end in finish_reason.

import type { ChatRequest } from '#core/lm/index.ts';
import { fieldsOf, Gathered, RepeatWatch, isRecord, textOf } from './wire.ts';
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
  const { model, messages, parameters, jsonSchema } = request;
  const other = preferred === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const limitField = refused.has(preferred) ? other : preferred;
  return fieldsOf(
    {
      model,
      messages: messages.map(({ role, content }) => ({ role, content })),
      stream: true,
      stream_options: { include_usage: true },
      temperature: parameters.temperature,
      seed: parameters.seed,
      reasoning_effort: parameters.reasoningEffort,
      [limitField]: parameters.maxOutputTokens,
      response_format: jsonSchema && { type: 'json_schema', json_schema: { ...jsonSchema, strict: true } },
    },
    refused,
  );
}

class ChatReader implements ReplyReader {
  readonly #repeats = new RepeatWatch();
  readonly #gathered = new Gathered();

  accept(event: unknown): string {
    if (!isRecord(event)) return '';
    const gathered = this.#gathered;
    gathered.note(event);
    if (Array.isArray(event['choices'])) gathered.understood += 1;
    const choice = firstChoice(event);
    if (choice === null) return '';
    if (typeof choice['finish_reason'] === 'string') gathered.finish = choice['finish_reason'];
    // Some servers stream whole messages, or answer an asked-for stream with one object.
    const piece = isRecord(choice['delta']) ? choice['delta'] : isRecord(choice['message']) ? choice['message'] : {};
    const text = contentOf(piece['content']);
    const mark = textOf(event['obfuscation']) || null;
    if (this.#repeats.isRepeat(text, mark)) return '';
    gathered.refusal += textOf(piece['refusal']);
    const tools = piece['tool_calls'];
    if ((Array.isArray(tools) && tools.length > 0) || isRecord(piece['function_call'])) gathered.calledTools = true;
    return text;
  }

  acceptWhole(reply: unknown): string {
    return this.accept(reply);
  }

  end(): ReadReply {
    return this.#gathered.read(this.#repeats.warnings());
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
