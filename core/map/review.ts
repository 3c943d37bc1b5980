// A reviewer's decisions laid over proposed edits, before they are applied.

import type { ProposedEdit } from './edit.ts';

export interface EditDecision {
  readonly editId: string;
  readonly decision: 'accept' | 'refuse' | 'change';
  /** The reviewer's text, for `change`. */
  readonly content: string | null;
  readonly reason: string | null;
}

/**
 * The edits as decided: refused ones carry that as their refusal, changed ones the reviewer's text. The last decision on an
 * edit counts; one without a decision stays as proposed. An edit that could not be read stays refused whatever is decided.
 *
 * by  who decided, for the words
 */
export function applyDecisions(
  edits: readonly ProposedEdit[],
  decisions: readonly EditDecision[],
  by: string,
): readonly ProposedEdit[] {
  const last = new Map(decisions.map((decision) => [decision.editId, decision]));
  return edits.map((edit) => {
    const decided = last.get(edit.editId);
    if (decided === undefined || edit.refusal !== null) return edit;
    switch (decided.decision) {
      case 'accept':
        return edit;
      case 'change':
        return { ...edit, content: decided.content };
      case 'refuse': {
        const reason = decided.reason === null || decided.reason === '' ? '' : `: ${decided.reason}`;
        return { ...edit, refusal: { kind: 'refused-by-reviewer', words: `Refused by ${by}${reason}` } };
      }
    }
  });
}
