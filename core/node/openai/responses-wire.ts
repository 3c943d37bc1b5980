// Responses: OpenAI's newer dialect. Events have a type and a sequence number; the last one carries the whole response
// with its usage and status.

import type { ChatRequest } from '#core/lm/index.ts';
import { fieldsOf, Gathered, isRecord, repeatWords, textOf } from './wire.ts';
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
  const { model, messages, parameters, jsonSchema } = request;
  const { temperature, maxOutputTokens, reasoningEffort } = parameters;
  return fieldsOf(
    {
      model,
      input: messages.map(({ role, content }) => ({ role, content })),
      stream: true,
      store: false,
      temperature,
      max_output_tokens: maxOutputTokens,
      reasoning: reasoningEffort && { effort: reasoningEffort },
      text: jsonSchema && { format: { type: 'json_schema', ...jsonSchema, strict: true } },
    },
    refused,
  );
}

class ResponsesReader implements ReplyReader {
  readonly #gathered = new Gathered();
  #lastSequence = -1;
  #repeated = 0;

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
    this.#gathered.understood += 1;
    switch (event['type']) {
      case 'response.output_text.delta':
        return textOf(event['delta']);
      case 'response.refusal.delta':
        this.#gathered.refusal += textOf(event['delta']);
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
    this.#gathered.understood += 1;
    this.#take(reply);
    const parts = reply['output'].flatMap((item: unknown): readonly unknown[] =>
      isRecord(item) && Array.isArray(item['content']) ? item['content'] : [],
    );
    for (const part of parts) if (isRecord(part)) this.#gathered.refusal += textOf(part['refusal']);
    return parts
      .map((part: unknown) => (isRecord(part) && part['type'] === 'output_text' ? textOf(part['text']) : ''))
      .join('');
  }

  end(): ReadReply {
    return this.#gathered.read(this.#repeated > 0 ? [repeatWords(this.#repeated)] : []);
  }

  #take(response: unknown): void {
    if (!isRecord(response)) return;
    this.#gathered.note(response);
    const output: unknown = response['output'];
    if (Array.isArray(output) && output.some((item) => isRecord(item) && /_call$/.test(textOf(item['type'])))) {
      this.#gathered.calledTools = true;
    }
    const status = response['status'];
    if (status === 'completed') this.#gathered.finish = this.#gathered.calledTools ? 'tool_calls' : 'completed';
    if (status === 'incomplete') {
      const details = response['incomplete_details'];
      this.#gathered.finish = isRecord(details) ? textOf(details['reason']) : 'incomplete';
    }
    if (status === 'failed') {
      const error = isRecord(response['error']) ? response['error'] : {};
      this.#gathered.failure = { code: textOf(error['code']) || null, message: textOf(error['message']) };
    }
  }
}
