/** #fff as #ffffff: the built style sheet shortens colours, and Monaco takes none that are short. Others stay as they are. */
export function longHex(colour: string): string {
  return /^#[0-9a-f]{3,4}$/i.test(colour) ? colour.replace(/[0-9a-f]/gi, (digit) => digit + digit) : colour;
}
