// Builders for logs of the RLM library as it has written them since May 2026; every value is invented. Also for the bench.

type Fields = Readonly<Record<string, unknown>>;

export function aMetadataLine(over: Fields = {}): Fields {
  return {
    type: 'metadata',
    timestamp: '2026-07-01T09:15:02.100000',
    root_model: 'acme-large',
    max_depth: 2,
    max_iterations: 6,
    backend: 'openai',
    backend_kwargs: { model_name: 'acme-large', base_url: 'https://elsewhere.example/v1' },
    environment_type: 'local',
    environment_kwargs: {},
    other_backends: null,
    ...over,
  };
}

/** The first prompt of a completion that was asked this. */
export function aFirstPrompt(question: string): readonly Fields[] {
  return [
    { role: 'system', content: 'You have a REPL.' },
    {
      role: 'user',
      content: `Answer the following: ${question}\n\nThe context is a str of 30 characters. A sub-call takes some 100k tokens.`,
    },
    { role: 'user', content: 'Turn 1/6:' },
  ];
}

export function anIterationLine(over: Fields = {}): Fields {
  return {
    type: 'iteration',
    iteration: 1,
    timestamp: '2026-07-01T09:15:05',
    prompt: aFirstPrompt('How many owls are there?'),
    response: 'Let me look.\n```repl\nprint(len(context))\n```',
    code_blocks: [aBlock()],
    final_answer: null,
    iteration_time: 2.5,
    ...over,
  };
}

export function aBlock({ code = 'print(len(context))', ...over }: Fields = {}): Fields {
  return {
    code,
    result: {
      stdout: '30\n',
      stderr: '',
      locals: { answer: { content: '', ready: false }, context_0: CONTEXT, context: CONTEXT },
      execution_time: 0.5,
      rlm_calls: [],
      final_answer: null,
      ...over,
    },
  };
}

export const CONTEXT = 'an owl, a crow, an owl, a "jay"';

export function aCallOf(over: Fields = {}): Fields {
  return {
    root_model: 'acme-small',
    prompt: 'count owls',
    response: '2',
    usage_summary: usageOf(1, 900, 40),
    execution_time: 1.5,
    ...over,
  };
}

export function usageOf(calls: number, input: number, output: number): Fields {
  const usage = { total_calls: calls, total_input_tokens: input, total_output_tokens: output };
  return { model_usage_summaries: { 'acme-small': usage } };
}

/** A file of these lines; what is a text already stands as it is. */
export function aLog(...lines: readonly (Fields | string)[]): string {
  return lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}
