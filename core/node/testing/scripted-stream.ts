// What a good server streams for a text, in both dialects.

export interface TextOptions {
  /** Characters per piece; 8 where absent. */
  readonly pieceChars?: number;
  readonly finish?: string | null;
  /** null: none is sent. Anything else is sent as it stands. Absent: counted by words. */
  readonly usage?: unknown;
  readonly model?: string;
}

export interface ScriptedUsage {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly reasoning?: number;
}

/** Usage in the shape of Chat Completions. */
export function chatUsage({ input, output, cached = 0, reasoning = 0 }: ScriptedUsage): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

/** Usage in the shape of Responses. */
export function responsesUsage({ input, output, cached = 0, reasoning = 0 }: ScriptedUsage): object {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

export function chatChunk(delta: object, extra: object = {}): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'fake-1-2026-01-01',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...extra,
  };
}

export function chatFinish(reason: string | null): object {
  return chatChunk({}, { choices: [{ index: 0, delta: {}, finish_reason: reason }] });
}

export function* chatEvents(text: string, options: TextOptions = {}): Generator {
  const extra = options.model === undefined ? {} : { model: options.model };
  yield chatChunk({ role: 'assistant', content: '' }, extra);
  for (const piece of pieces(text, options.pieceChars)) yield chatChunk({ content: piece }, extra);
  yield chatFinish(options.finish === undefined ? 'stop' : options.finish);
  const usage = options.usage === undefined ? chatUsage({ input: 10, output: words(text) }) : options.usage;
  if (usage !== null) yield { ...chatChunk({}, extra), choices: [], usage };
  yield '[DONE]';
}

export function* responsesEvents(text: string, options: TextOptions = {}): Generator {
  let sequence = 0;
  const event = (type: string, fields: object): object => ({ type, sequence_number: sequence++, ...fields });
  const response = { id: 'resp_1', model: options.model ?? 'fake-1-2026-01-01', error: null, output: [], usage: null };
  yield event('response.created', { response: { ...response, status: 'in_progress' } });
  for (const delta of pieces(text, options.pieceChars)) {
    yield event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta });
  }
  const usage = options.usage === undefined ? responsesUsage({ input: 10, output: words(text) }) : options.usage;
  const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }];
  if (options.finish === undefined || options.finish === 'stop') {
    yield event('response.completed', { response: { ...response, status: 'completed', output, usage } });
  } else {
    const details = { reason: options.finish };
    yield event('response.incomplete', {
      response: { ...response, status: 'incomplete', incomplete_details: details, output, usage },
    });
  }
}

/** Events on the wire; strings are sent as they stand after "data:". */
export function* sse(events: Iterable<unknown>): Generator<string> {
  for (const event of events) {
    const named = typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
    const name = named ? `event: ${String(event.type)}\n` : '';
    yield `${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
  }
}

function* pieces(text: string, size = 8): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

function words(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
