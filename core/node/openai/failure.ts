// Turns whatever went wrong with a call into a kind and words: what happened, where, what to do. What the server said is
// quoted short. Keys are taken out by the caller, in one place (openai-model.ts).

import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { LmErrorKind } from '#core/lm/index.ts';
import { isRecord, textOf } from './wire.ts';
import { placeWords, shownUrl } from './place.ts';
import type { ModelPlace } from './place.ts';

export interface Explained {
  readonly kind: LmErrorKind;
  readonly words: string;
  readonly status: number | null;
}

const QUOTED_CHARS = 300;

export function explain(error: unknown, place: ModelPlace, model: string, timeoutMs: number): Explained {
  if (error instanceof APIConnectionTimeoutError) return explainSilence(place, timeoutMs);
  if (error instanceof APIConnectionError) return explainConnection(error, place);
  if (error instanceof APIError) return explainAnswer(factsOf(error), place, model);
  if (error instanceof SyntaxError) return explainNotJson(place, 'a piece of its stream was no JSON');
  if (error instanceof Error) return explainConnection(error, place);
  throw error;
}

export function explainSilence(place: ModelPlace, timeoutMs: number): Explained {
  return {
    kind: 'timeout',
    words: `Nothing came from ${placeWords(place)} for ${secondsOf(timeoutMs)}. Try again, or raise the timeout in the model settings if the model thinks that long.`,
    status: null,
  };
}

export function explainNotJson(place: ModelPlace, what: string): Explained {
  return {
    kind: 'not-json',
    words: `${placeWords(place)} answered with something that is no model's reply: ${what}. Check the base URL ${shownUrl(place.baseUrl)}; most end in /v1.`,
    status: null,
  };
}

interface AnswerFacts {
  readonly status: number | null;
  readonly code: string;
  readonly message: string;
  readonly html: boolean;
  readonly location: string | null;
  readonly retryAfter: string | null;
}

/** What is read of the SDK's error. */
interface StatusError {
  readonly status: number | undefined;
  readonly error: unknown;
  readonly code: string | null | undefined;
  readonly headers: Headers | undefined;
  readonly message: string;
}

function factsOf(error: StatusError): AnswerFacts {
  const body = error.error;
  const inner = isRecord(body) && isRecord(body['error']) ? body['error'] : body;
  const said = isRecord(inner)
    ? textOf(inner['message']) || textOf(inner['detail']) || textOf(inner['error'])
    : textOf(inner);
  const message = said || error.message.replace(/^\d{3} /, '');
  return {
    status: error.status ?? null,
    code: error.code ?? (isRecord(inner) ? textOf(inner['code']) || textOf(inner['type']) : ''),
    message,
    html: /^\s*</.test(message),
    location: error.headers?.get('location') ?? null,
    retryAfter: error.headers?.get('retry-after') ?? null,
  };
}

/** Public for the error objects that Responses puts into its stream. */
export function explainReported(code: string | null, message: string, place: ModelPlace, model: string): Explained {
  return explainAnswer(
    { status: null, code: code ?? '', message, html: false, location: null, retryAfter: null },
    place,
    model,
  );
}

function explainAnswer(facts: AnswerFacts, place: ModelPlace, model: string): Explained {
  const { status, code } = facts;
  const at = placeWords(place);
  const said = quote(facts);
  const because = status === null ? '' : ` (${String(status)})`;
  const explained = (kind: LmErrorKind, words: string): Explained => ({ kind, words, status });

  if (/context_length|context_window|exceed_context|string_above_max/.test(code) || saysTooLong(facts)) {
    return explained(
      'too-long',
      `The prompt is longer than ${model} takes${because}.${said} Choose a model with a longer window, or shorten what the agent is shown.`,
    );
  }
  if (/content_filter|content_policy|moderation/.test(code)) {
    return explained(
      'content-filter',
      `The content filter of ${at} stopped this call${because}.${said} Change the query, or skip it.`,
    );
  }
  if (/insufficient_quota|billing|credit/.test(code) || status === 402) {
    return explained(
      'no-credit',
      `The account at ${at} has no credit left${because}.${said} Add credit there, then go on.`,
    );
  }
  if (/invalid_api_key/.test(code) || status === 401) {
    return explained('unauthorized', `${at} did not accept the key${because}.${said} ${keyAdvice(place)}`);
  }
  if (/model_not_found/.test(code)) return explained('model-not-found', noSuchModel(at, model, because, said));
  if (status === 429 || /rate_limit/.test(code)) {
    const wait = facts.retryAfter === null ? '' : ` It asks to wait ${waitWords(facts.retryAfter)}.`;
    return explained(
      'rate-limited',
      `${at} takes no more calls for now${because}.${said}${wait} Go on later, or lower the number of calls at once in the model settings.`,
    );
  }
  if (status === null) return explained('server-error', `${at} broke off the reply.${said} Try again.`);
  if (status >= 300 && status < 400) {
    const target = facts.location === null ? 'elsewhere' : redirectTarget(facts.location, place);
    return explained(
      'wrong-path',
      `${at} redirects to ${target}${because}. Peek does not follow, since the key would go along; if that address is right, make it the base URL.`,
    );
  }
  if (status === 403) {
    return explained(
      'forbidden',
      `${at} does not allow this call${because}.${said} The key may lack the right to ${model}, or this region or network is barred.`,
    );
  }
  if (status === 404 && !facts.html && namesModel(facts, model)) {
    return explained('model-not-found', noSuchModel(at, model, because, said));
  }
  if (status === 404 || status === 405) {
    return explained(
      'wrong-path',
      `${at} knows no such address${because}.${said} Check the base URL ${shownUrl(place.baseUrl)}; most end in /v1. Or the server does not speak this API: try the other one in the model settings.`,
    );
  }
  if (status >= 500) {
    return explained('server-error', `${at} failed${because}.${said} That is the server's fault; try again later.`);
  }
  return explained('bad-request', `${at} refused the call to ${model}${because}.${said} Check the model settings.`);
}

function noSuchModel(at: string, model: string, because: string, said: string): string {
  return `${at} has no model ${model}${because}.${said} Choose another; "Test connection" lists those it has.`;
}

function namesModel(facts: AnswerFacts, model: string): boolean {
  return facts.message.includes(model) || /\bmodel\b/i.test(facts.message);
}

function saysTooLong(facts: AnswerFacts): boolean {
  if (facts.status !== 400 && facts.status !== 413 && facts.status !== 422) return false;
  return /context (length|window|size)|prompt is too long|too many (input )?tokens|maximum.{0,20}tokens|input is too long/i.test(
    facts.message,
  );
}

function keyAdvice(place: ModelPlace): string {
  const variable = place.keyVariable === null ? '' : `, or ${place.keyVariable} in the environment`;
  const lead = place.key === null ? 'No key is set. Set' : 'Correct';
  return `${lead} the key for ${place.label} in the model settings${variable}.`;
}

function quote(facts: AnswerFacts): string {
  if (facts.html) return ' It sent a web page instead of JSON.';
  const said = facts.message.replace(/\s+/g, ' ').trim();
  if (said === '' || said === 'status code (no body)') return '';
  const short = said.length > QUOTED_CHARS ? `${said.slice(0, QUOTED_CHARS)}…` : said;
  return ` It said: "${short}"${/[.!?…]$/.test(short) ? '' : '.'}`;
}

function redirectTarget(location: string, place: ModelPlace): string {
  return URL.canParse(location, place.baseUrl) ? shownUrl(new URL(location, place.baseUrl).href) : 'elsewhere';
}

function waitWords(retryAfter: string): string {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) ? secondsOf(seconds * 1_000) : `until ${retryAfter.slice(0, 40)}`;
}

function secondsOf(ms: number): string {
  const seconds = Math.round(ms / 100) / 10;
  return seconds === 1 ? '1 second' : `${String(seconds)} seconds`;
}

/** Codes by which Node and its fetch tell what failed, innermost cause first. */
function codesOf(error: unknown): readonly string[] {
  const codes: string[] = [];
  const seen = new Set<unknown>();
  let at: unknown = error;
  while (at instanceof Error && !seen.has(at)) {
    seen.add(at);
    const code: unknown = 'code' in at ? at.code : undefined;
    if (typeof code === 'string') codes.unshift(code);
    // Several addresses were tried: each has its own error.
    const several: unknown = 'errors' in at ? at.errors : undefined;
    at = at.cause ?? (Array.isArray(several) ? several[0] : undefined);
  }
  return codes;
}

function explainConnection(error: Error, place: ModelPlace): Explained {
  const codes = codesOf(error);
  const code = codes[0] ?? '';
  const at = placeWords(place);
  const url = shownUrl(place.baseUrl);
  const mark = code === '' ? '' : ` (${code})`;
  const explained = (kind: LmErrorKind, words: string): Explained => ({ kind, words, status: null });

  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') {
    return explained(
      'unreachable',
      `The name of ${at} cannot be resolved${mark}. Check the base URL ${url} for a typing error, and the network.`,
    );
  }
  if (code === 'ECONNREFUSED') {
    return explained(
      'unreachable',
      `Nothing listens at ${at}${mark}. ${place.hint ?? 'Start the server there.'} Or correct the base URL ${url}.`,
    );
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return explained(
      'unreachable',
      `${at} cannot be reached${mark}. Check the network, a VPN or proxy, and the base URL ${url}.`,
    );
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return explained(
      'timeout',
      `${at} was silent for five minutes${mark}, which is the longest this program waits. Try again.`,
    );
  }
  if (code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED') {
    return explained(
      'tls',
      `The certificate of ${at} is not valid at this time${mark}. Check this computer's date and clock; if they are right, the server's certificate must be renewed.`,
    );
  }
  if (isTlsCode(code)) {
    return explained(
      'tls',
      `No secure connection to ${at}${mark}. If the server speaks plain HTTP, write http:// in the base URL ${url}; if its certificate is your own, name it in NODE_EXTRA_CA_CERTS.`,
    );
  }
  if (error instanceof TypeError && /invalid (header|url)/i.test(error.message)) {
    return explained(
      'bad-request',
      `The base URL ${url} or the key cannot be used as they are. Check both for stray characters.`,
    );
  }
  if (isBroken(codes, error)) {
    return explained(
      'unreachable',
      `${at} closed the connection without an answer${mark}. Check that ${url} is the right address, then try again.`,
    );
  }
  return explained('unreachable', `No connection to ${at}${mark}. Check the network and the base URL ${url}.`);
}

function isTlsCode(code: string): boolean {
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|EPROTO/.test(code);
}

function isBroken(codes: readonly string[], error: Error): boolean {
  return (
    codes.some((code) => code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') ||
    /terminated|socket/i.test(error.message)
  );
}
