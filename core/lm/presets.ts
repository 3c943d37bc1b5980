// The providers a person can choose by name, all spoken to alike: what to fill in for each, and what it wants different.

export interface Preset {
  readonly id: string;
  /** For people. */
  readonly label: string;
  /** Null: to be typed. */
  readonly baseUrl: string | null;
  /** The environment variable that holds its key; null for servers that want none. */
  readonly keyVariable: string | null;
  readonly needsKey: boolean;
  /** Dialects it speaks; the first is the one to begin with. */
  readonly apis: readonly ('chat' | 'responses')[];
  /** How it calls the limit of output tokens in Chat Completions. */
  readonly outputLimitField: 'max_completion_tokens' | 'max_tokens';
  /** Runs on one's own machine as a rule. */
  readonly local: boolean;
  /** What to know before the first call. */
  readonly hint: string;
}

const remote = { needsKey: true, apis: ['chat'], outputLimitField: 'max_tokens', local: false } as const;
const local = {
  needsKey: false,
  keyVariable: null,
  apis: ['chat'],
  outputLimitField: 'max_tokens',
  local: true,
} as const;

export const PRESETS: readonly Preset[] = [
  {
    ...remote,
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    apis: ['chat', 'responses'],
    outputLimitField: 'max_completion_tokens',
    hint: 'Reasoning models take no temperature; Responses gives them a little more.',
  },
  {
    ...remote,
    id: 'together',
    label: 'Together',
    baseUrl: 'https://api.together.xyz/v1',
    keyVariable: 'TOGETHER_API_KEY',
    hint: 'Model names have an owner, such as Qwen/Qwen3-Coder-Next-FP8.',
  },
  {
    ...remote,
    id: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    hint: 'Model names have an owner, such as openai/gpt-5-mini. Prices may differ from the owner’s.',
  },
  {
    ...local,
    id: 'ollama',
    label: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    hint: 'Start it with "ollama serve". Its window of context is small unless num_ctx is raised; longer prompts are cut without a word.',
  },
  {
    ...local,
    id: 'lm-studio',
    label: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    hint: 'Start the server in its Developer tab and load a model.',
  },
  {
    ...local,
    id: 'vllm',
    label: 'vLLM',
    baseUrl: 'http://127.0.0.1:8000/v1',
    apis: ['chat', 'responses'],
    hint: 'Start it with "vllm serve MODEL". A server with --api-key wants that key.',
    keyVariable: 'PEEK_API_KEY',
  },
  {
    ...local,
    id: 'llama-cpp',
    label: 'llama.cpp',
    baseUrl: 'http://127.0.0.1:8080/v1',
    hint: 'Start it with "llama-server -m MODEL.gguf". It answers with its one model, whatever name is asked for.',
  },
  {
    ...remote,
    id: 'custom',
    label: 'Custom server',
    baseUrl: null,
    keyVariable: 'PEEK_API_KEY',
    needsKey: false,
    apis: ['chat', 'responses'],
    hint: 'Any server that speaks OpenAI’s protocol. The base URL ends in /v1 as a rule.',
  },
];

export function findPreset(id: string): Preset | null {
  return PRESETS.find((preset) => preset.id === id) ?? null;
}

/**
 * The name under which a server's key is kept. A provider's key belongs to the provider's own address, any other key to
 * the one host it was given for: a study comes from anywhere, and its base URL must never draw a key elsewhere.
 */
export function keyNameOf(settings: { readonly preset: string; readonly baseUrl: string | null }): string {
  const preset = findPreset(settings.preset);
  const address = settings.baseUrl ?? preset?.baseUrl ?? '';
  if (preset !== null && preset.needsKey && hostOf(address) === hostOf(preset.baseUrl ?? '')) return preset.id;
  return `host:${hostOf(address)}`;
}

/** Scheme, host and port; core knows no URL class, and this much of one is plain. */
function hostOf(url: string): string {
  const [, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)/i.exec(url.trim()) ?? [];
  return `${scheme}://${authority.slice(authority.lastIndexOf('@') + 1)}`.toLowerCase();
}
