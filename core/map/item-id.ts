// Item ids: `<section>-<5 digits>`, given by the program (DESIGN rule 1). Read tolerantly, written one way.

import { SECTIONS } from './sections.ts';
import type { SectionId } from './sections.ts';

/** `cr-00012`. Numbers past 99,999 simply take more digits. */
export function itemIdOf(section: SectionId, number: number): string {
  return `${section}-${String(number).padStart(5, '0')}`;
}

/**
 * The id a text means, or null: "cr-00012", "[cr-00012]", " CR-12 ", "`cr_00012`", "cr-00012: text" do.
 *
 * text  one id, with whatever stands around it
 */
export function readItemId(text: string): string | null {
  const match = /^[\s[("'`<#]*([a-z]{2})[-_ \u2010-\u2015]?(\d{1,9})(?!\w)/i.exec(text);
  const section = SECTIONS.find((each) => each.id === match?.[1]?.toLowerCase());
  return section === undefined ? null : itemIdOf(section.id, Number(match?.[2]));
}
