import { openToRead, withStudy, type Finding, type PeekVerb, type Tools } from '../tools.ts';

export const doctor: PeekVerb = {
  name: 'doctor',
  summary: 'check that everything works here (Python, tokenizer, storage, keys), or look over a study file',
  details: 'Exit code 0 when all is well, 1 when something is not.',
  positionals: [{ name: 'STUDY', required: false, words: 'a .peek file to look over' }],
  options: {},
  examples: ['peek doctor', 'peek doctor logs.peek', 'peek doctor --json'],
  async run(input, tools) {
    const path = input.optional('STUDY');
    const findings = path === null ? await tools.host.doctor() : await lookOver(path, tools);
    const { terminal } = tools;
    for (const { name, ok, words } of findings) {
      if (input.flag('json')) terminal.printJson({ name, ok, words });
      else terminal.print(`${ok ? terminal.paint('green', 'ok  ') : terminal.paint('red', 'FAIL')}  ${name}: ${words}`);
    }
    return findings.every((finding) => finding.ok) ? 0 : 1;
  },
};

function lookOver(path: string, tools: Tools): Promise<readonly Finding[]> {
  return withStudy(openToRead(path, tools), async (study) => {
    const report = await study.file.check();
    const { state } = study.engine;
    const counts = `${report.events} events, ${report.texts} long texts, ${state.queries.length} queries, ${state.versions.size} versions`;
    return [
      { name: 'file', ok: report.ok, words: report.ok ? `whole: ${counts}` : counts },
      ...report.problems.map((words) => ({ name: 'problem', ok: false, words })),
      ...report.warnings.map((words) => ({ name: 'odd', ok: true, words })),
    ];
  });
}
