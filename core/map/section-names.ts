// Reads a section's name in any spelling a model or a person may use.

import { SECTIONS } from './sections.ts';
import type { SectionId } from './sections.ts';

const byName = new Map<string, SectionId>();
for (const section of SECTIONS) {
  for (const name of [section.id, section.key, section.title, section.short]) byName.set(letters(name), section.id);
}
/** Other words that were seen to be used, and singulars. */
const OTHER_NAMES: readonly (readonly [string, SectionId])[] = [
  ['contextmap', 'cr'],
  ['tableofcontents', 'cr'],
  ['toc', 'cr'],
  ['index', 'cr'],
  ['domainconstant', 'dc'],
  ['constant', 'dc'],
  ['parsing', 'ps'],
  ['format', 'ps'],
  ['reusableresult', 'rr'],
  ['result', 'rr'],
  ['errorpattern', 'ep'],
  ['error', 'ep'],
];
for (const [name, id] of OTHER_NAMES) byName.set(name, id);

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

/**
 * The section a name means, or null.
 *
 * name  "context_roadmap", "Context Roadmap", "## CONTEXT ROADMAP", "cr", "cr (optional)", "contextRoadmap" …
 */
export function readSection(name: string): SectionId | null {
  return byName.get(letters(name.replace(/\([^)]*\)/g, ''))) ?? byName.get(letters(name)) ?? null;
}
