// The parameters of a call: filled in from a study's settings where the model takes them, and written down in one flat
// shape. Agents and policies leave them empty; the engine fills and records every request through here, so that what is
// on record is what was asked.

import type { ChatRequest, ModelParameters } from './chat-model.ts';

/** What a study's model settings say about parameters. */
export interface ParameterSettings {
  readonly temperature: number | null;
  readonly seed: number | null;
  readonly reasoningEffort: 'minimal' | 'low' | 'medium' | 'high' | null;
  readonly timeoutMs: number;
}

/** As an event holds it. */
export type RecordedParameters = Readonly<Record<string, string | number | boolean>>;

/**
 * OpenAI's reasoning models, by whatever provider: they refuse any temperature but their own. Other servers that refuse a
 * parameter say so in their answer, and the client asks again without it.
 */
const TAKES_NO_TEMPERATURE = /^(?:[\w-]+\/)?(?:o\d|gpt-5)(?!.*chat)/i;

export function takesTemperature(model: string): boolean {
  return !TAKES_NO_TEMPERATURE.test(model);
}

/** The request with every parameter of the settings that it does not set itself and its model takes. */
export function fillRequest(request: ChatRequest, settings: ParameterSettings): ChatRequest {
  const { model, role } = request;
  if (role === 'embedding') return { ...request, parameters: { timeoutMs: settings.timeoutMs, ...request.parameters } };
  const defaults: ModelParameters = {
    ...(settings.temperature !== null && takesTemperature(model) ? { temperature: settings.temperature } : {}),
    ...(settings.seed === null ? {} : { seed: settings.seed }),
    ...(settings.reasoningEffort === null ? {} : { reasoningEffort: settings.reasoningEffort }),
    timeoutMs: settings.timeoutMs,
  };
  return { ...request, parameters: { ...defaults, ...request.parameters } };
}

/** `model` is the one that was asked for; the reply names the one that answered. */
export function recordParameters({ model, parameters, jsonSchema }: ChatRequest): RecordedParameters {
  return {
    model,
    ...(parameters.temperature === undefined ? {} : { temperature: parameters.temperature }),
    ...(parameters.seed === undefined ? {} : { seed: parameters.seed }),
    ...(parameters.maxOutputTokens === undefined ? {} : { maxOutputTokens: parameters.maxOutputTokens }),
    ...(parameters.reasoningEffort === undefined ? {} : { reasoningEffort: parameters.reasoningEffort }),
    ...(parameters.timeoutMs === undefined ? {} : { timeoutMs: parameters.timeoutMs }),
    ...(jsonSchema === undefined ? {} : { jsonSchema: jsonSchema.name }),
  };
}
