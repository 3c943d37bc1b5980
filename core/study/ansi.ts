// eslint-disable-next-line no-control-regex -- the escape character begins every colour code
const ANSI = /\u001b\[[0-9;:?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

/** Terminal colour codes say nothing to a reader or to a search; the recorded text keeps them. */
export function withoutAnsi(text: string): string {
  return text.includes('\u001b') ? text.replace(ANSI, '') : text;
}
