// The sections of a context map, in the order in which the map is written (paper, appendix "Initial Context Map").
// The one-line meanings are ours; they stand under each heading in the prompt.

export type SectionId = 'cr' | 'cu' | 'dc' | 'ps' | 'rr' | 'ep';

export interface Section {
  readonly id: SectionId;
  /** The name models use for it in their replies. */
  readonly key: string;
  readonly title: string;
  /** A single word for narrow places. */
  readonly short: string;
  /** The exact heading line in the prompt text. */
  readonly heading: string;
  readonly meaning: string;
}

export const SECTIONS: readonly Section[] = [
  {
    id: 'cr',
    key: 'context_roadmap',
    title: 'Context Roadmap',
    short: 'Roadmap',
    heading: '## CONTEXT ROADMAP',
    meaning: '(What the context holds and where each part lies)',
  },
  {
    id: 'cu',
    key: 'context_understanding',
    title: 'Context Understanding',
    short: 'Understanding',
    heading: '## CONTEXT UNDERSTANDING',
    meaning: '(What the context is, how it hangs together, who and what matters in it)',
  },
  {
    id: 'dc',
    key: 'domain_constants',
    title: 'Domain Constants',
    short: 'Constants',
    heading: '## DOMAIN CONSTANTS',
    meaning:
      '(Values the context fixes, kept exact: parameters, formulas, thresholds, value sets, required output fields)',
  },
  {
    id: 'ps',
    key: 'parsing_schema',
    title: 'Parsing Schema',
    short: 'Schema',
    heading: '## PARSING SCHEMA',
    meaning: '(How to split and read its format)',
  },
  {
    id: 'rr',
    key: 'reusable_results',
    title: 'Reusable Results',
    short: 'Results',
    heading: '## REUSABLE RESULTS',
    meaning: '(Results worked out over the context that more than one query needs, each with its method)',
  },
  {
    id: 'ep',
    key: 'error_patterns',
    title: 'Error Patterns',
    short: 'Errors',
    heading: '## ERROR PATTERNS',
    meaning: '(Concrete failures met while processing it)',
  },
];

/** The sections a new study has: all but the optional Error Patterns. */
export const DEFAULT_SECTIONS: readonly SectionId[] = ['cr', 'cu', 'dc', 'ps', 'rr'];

export function sectionOf(id: SectionId): Section {
  const section = SECTIONS.find((each) => each.id === id);
  if (section === undefined) throw new Error(`no section ${id}`);
  return section;
}
