import { describe, expect, it } from 'vitest';
import { createOwnEcho } from './own-echo.ts';

describe('an editor’s own echo', () => {
  it('is known although more was typed before it came back', () => {
    const echo = createOwnEcho();
    echo.told('a');
    echo.told('ab');
    echo.told('abc');
    expect([echo.isEcho('a'), echo.isEcho('abc')]).toEqual([true, true]);
  });

  it('is known when the state skipped some keystrokes', () => {
    const echo = createOwnEcho();
    echo.told('a');
    echo.told('ab');
    expect(echo.isEcho('ab')).toBe(true);
  });

  it('is not a text that somebody else set, nor an old text set again after it came back', () => {
    const echo = createOwnEcho();
    echo.told('a');
    expect(echo.isEcho('reverted')).toBe(false);
    expect(echo.isEcho('a')).toBe(false);
  });
});
