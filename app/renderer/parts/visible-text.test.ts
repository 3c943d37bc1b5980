import { expect, test } from 'vitest';
import { visible } from './visible-text.ts';

test('characters that rearrange or hide text are written out', () => {
  expect(visible('a\u202eb\u200bc\u0000d\u{e0041}e')).toBe('a⟨U+202E⟩b⟨U+200B⟩c⟨NUL⟩d⟨U+E0041⟩e');
});

test('a lone half of a character is named, a whole one stays', () => {
  expect(visible('\ud83d 😀')).toBe('⟨U+D83D⟩ 😀');
});

test('line ends, tabs, joined emoji and other scripts stay as they are', () => {
  const text = 'naïve\tשלום\r\n日本 👩‍🚀 <script>';
  expect(visible(text)).toBe(text);
});
