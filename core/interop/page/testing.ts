// A few updates of a made-up study, for tests of the page.

import type { ProposedEdit } from '#core/map/index.ts';
import type { PlayedStep } from '#core/study/insight/testing/index.ts';

export function madeUpUpdates(count: number): readonly PlayedStep[] {
  return Array.from({ length: count }, (_, at) => ({ kind: 'update', tags: ['helpful'], edits: [anAddition(at)] }));
}

function anAddition(at: number): ProposedEdit {
  return {
    editId: '',
    kind: 'ADD',
    section: 'cr',
    itemId: null,
    content: `Fact ${at}.`,
    candidateId: null,
    refusal: null,
    raw: '{}',
  };
}
