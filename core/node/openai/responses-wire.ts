// Responses: OpenAI's newer dialect. Events have a type and a sequence number; the last one carries the whole response
// with its usage and status.

import type { ChatRequest } from '#core/lm/index.ts';
import { readUsage } from '#core/lm/index.ts';
import { finishReasonOf } from './chat-wire.ts';
import { isRecord, repeatWords, textOf } from './wire.ts';
import type { ReadReply, ReplyReader, Wire } from './wire.ts';

export function createResponsesWire(): Wire {
  return {
    path: '/responses',
    body: responsesBody,
    optional: [
      { field: 'temperature', named: /\btemperature\b/i, words: 'temperature' },
      { field: 'reasoning', named: /reasoning([_. ]effort)?/i, words: 'reasoning effort' },
      { field: 'text', named: /text\.format|json_schema|structured output/i, words: 'a JSON schema' },
      { field: 'store', named: /\bstore\b/i, words: 'the request not to store' },
      { field: 'max_output_tokens', named: /max_output_tokens/i, words: 'max_output_tokens' },
    ],
    createReader: () => new ResponsesReader(),
  };
}

function responsesBody(request: ChatRequest, refused: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const { parameters, jsonSchema } = request;
  const body: Record<string, unknown> = {
    model: request.model,
    input: request.messages.map(({ role, content }) => ({ role, content })),
    stream: true,
  };
  const put = (field: string, value: unknown): void => {
    if (value !== undefined && !refused.has(field)) body[field] = value;
  };
  put('store', false);
  put('temperature', parameters.temperature);
  put('max_output_tokens', parameters.maxOutputTokens);
  if (parameters.reasoningEffort !== undefined) put('reasoning', { effort: parameters.reasoningEffort });
  if (jsonSchema !== undefined) {
    put('text', { format: { type: 'json_schema', name: jsonSchema.name, schema: jsonSchema.schema, strict: true } });
  }
  return body;
}

class ResponsesReader implements ReplyReader {
  #lastSequence = -1;
  #repeated = 0;
  #refusal = '';
  #usage: unknown = null;
  #finish: string | null = null;
  #calledTools = false;
  #model: string | null = null;
  #understood = 0;
  #failure: ReadReply['failure'] = null;

  accept(event: unknown): string {
    if (!isRecord(event) || typeof event['type'] !== 'string') return '';
    const sequence = event['sequence_number'];
    if (typeof sequence === 'number') {
      if (sequence <= this.#lastSequence) {
        this.#repeated += 1;
        return '';
      }
      this.#lastSequence = sequence;
    }
    this.#understood += 1;
    switch (event['type']) {
      case 'response.output_text.delta':
        return textOf(event['delta']);
      case 'response.refusal.delta':
        this.#refusal += textOf(event['delta']);
        return '';
      case 'response.created':
      case 'response.in_progress':
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#take(event['response']);
        return '';
      default:
        return '';
    }
  }

  acceptWhole(reply: unknown): string {
    if (!isRecord(reply) || !Array.isArray(reply['output'])) return '';
    this.#understood += 1;
    this.#take(reply);
    const parts = reply['output'].flatMap((item: unknown): readonly unknown[] =>
      isRecord(item) && Array.isArray(item['content']) ? item['content'] : [],
    );
    for (const part of parts) if (isRecord(part)) this.#refusal += textOf(part['refusal']);
    return parts
      .map((part: unknown) => (isRecord(part) && part['type'] === 'output_text' ? textOf(part['text']) : ''))
      .join('');
  }

  end(): ReadReply {
    return {
      refusal: this.#refusal,
      usage: readUsage(this.#usage),
      finishReason: this.#finish === null ? null : finishReasonOf(this.#finish),
      calledTools: this.#calledTools,
      model: this.#model,
      understood: this.#understood,
      warnings: this.#repeated > 0 ? [repeatWords(this.#repeated)] : [],
      failure: this.#failure,
    };
  }

  #take(response: unknown): void {
    if (!isRecord(response)) return;
    if (typeof response['model'] === 'string') this.#model = response['model'];
    if (response['usage'] !== undefined && response['usage'] !== null) this.#usage = response['usage'];
    const output: unknown = response['output'];
    if (Array.isArray(output) && output.some((item) => isRecord(item) && /_call$/.test(textOf(item['type'])))) {
      this.#calledTools = true;
    }
    const status = response['status'];
    if (status === 'completed') this.#finish = this.#calledTools ? 'tool_calls' : 'completed';
    if (status === 'incomplete') {
      const details = response['incomplete_details'];
      this.#finish = isRecord(details) ? textOf(details['reason']) : 'incomplete';
    }
    if (status === 'failed') {
      const error = isRecord(response['error']) ? response['error'] : {};
      this.#failure = { code: textOf(error['code']) || null, message: textOf(error['message']) };
    }
  }
}
