// Texts that broke other tools, by kind. `shows` is what a reader must be able to see of each, wherever it stands.

export interface HostileText {
  readonly name: string;
  readonly text: string;
  readonly shows: string;
  /** The same as an item of the map, where control characters cannot stand. */
  readonly showsInMap?: string;
  /** Words by which Find must find it; null where it holds none. */
  readonly find: string | null;
}

/** Sets this on the window if any of it runs. */
const RUN = "window['hostileRan']=1";

export const HOSTILE_TEXTS: readonly HostileText[] = [
  {
    name: 'A: a million letters without a space',
    text: 'a'.repeat(1_000_000),
    shows: 'a'.repeat(100),
    find: null,
  },
  {
    name: 'A: one unbroken word of five thousand letters',
    text: `id=${'x9'.repeat(2_500)}`,
    shows: 'id=x9x9x9',
    find: 'id=x9x9',
  },
  {
    name: 'A: JSON a hundred thousand levels deep',
    text: `${'['.repeat(100_000)}"deep"${']'.repeat(100_000)}`,
    shows: '[[[[[[[[',
    find: null,
  },
  {
    name: 'B: words in angle brackets, tags that would run',
    text: `use <placeholder> here <script>${RUN}</script><img src=x onerror="${RUN}"><style>*{display:none}</style>`,
    shows: 'use <placeholder> here <script>',
    find: '<placeholder>',
  },
  {
    name: 'B: letters that are stored as escapes',
    text: 'the naïve count “Ünïcödé” naïve',
    shows: 'naïve',
    find: 'naïve',
  },
  {
    name: 'B: colours of a terminal',
    text: '\u001b[31mred words\u001b[0m \u001b]0;a title\u0007and plain ones',
    shows: 'red words',
    find: 'red words',
  },
  {
    name: 'B: text from right to left with digits and ids',
    text: 'המחיר 1,234 של cr-00001 הוא (₪) سعر ٣',
    shows: 'המחיר 1,234 של',
    find: 'המחיר',
  },
  {
    name: 'B: an ampersand, and one that was escaped',
    text: 'A & B &amp; C &lt;d&gt;',
    shows: 'A & B &amp; C',
    find: 'A & B',
  },
  {
    name: 'B: characters of two and more halves, and half of one',
    text: '😀 family 👩‍🚀 𝒳 and a half \ud83d here',
    shows: '😀 family 👩‍🚀 𝒳 and a half ⟨U+D83D⟩ here',
    showsInMap: '😀 family 👩‍🚀 𝒳 and a half \ufffd here',
    find: 'family',
  },
  {
    name: 'B: invisible letters and turned order',
    text: 'visible\u{e0041}\u{e0042}\u202egnihton\u202c zero\u200bwidth nul\u0000bell\u0007',
    shows: 'visible⟨U+E0041⟩⟨U+E0042⟩⟨U+202E⟩gnihton⟨U+202C⟩ zero⟨U+200B⟩width nul⟨NUL⟩bell⟨BEL⟩',
    showsInMap: 'visible⟨U+E0041⟩⟨U+E0042⟩⟨U+202E⟩gnihton⟨U+202C⟩ zero⟨U+200B⟩width nul\ufffdbell\ufffd',
    find: 'gnihton',
  },
  {
    name: 'F: links, formulas and pictures that would run or load',
    text: `![see](https://example.com/i.png) $$\\href{javascript:${RUN}}{x}$$ [go](javascript:${RUN}) file:///etc/passwd`,
    shows: '![see](https://example.com/i.png)',
    find: 'example.com',
  },
  {
    name: 'D: names that every object has',
    text: '__proto__ constructor toString hasOwnProperty',
    shows: '__proto__ constructor toString',
    find: '__proto__',
  },
  {
    name: 'H: the end of a script',
    text: `</script><script>${RUN}</script>]]> --> <!-- </textarea></title> \u2028 \u2029`,
    shows: '</script><script>',
    find: '</textarea>',
  },
  {
    name: 'E: numbers that are none',
    text: 'NaN Infinity -0 1e309 12345678901234567890 -0.01 00012',
    shows: '12345678901234567890',
    find: '12345678901234567890',
  },
];
