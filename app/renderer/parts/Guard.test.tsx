// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { Guard } from './Guard.tsx';

function Part({ broken }: { readonly broken: boolean }) {
  if (broken) throw new RangeError('too deep');
  return <p>whole</p>;
}

test('a part that fails says so in its own place, beside the others, and is tried again with what it shows next', () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // React tells of each fault on the console as well.
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const draw = (broken: boolean, at: string) =>
    act(() =>
      root.render(
        <>
          <p>beside</p>
          <Guard name="This view" at={at}>
            <Part broken={broken} />
          </Guard>
        </>,
      ),
    );
  draw(true, 'q1');
  expect(place.textContent).toContain('beside');
  expect(place.textContent).toContain('This view cannot be drawn');
  expect(place.textContent).toContain('RangeError: too deep');
  draw(false, 'q1');
  expect(place.textContent).toContain('cannot be drawn');
  draw(false, 'q2');
  expect(place.textContent).toBe('besidewhole');
  told.mockRestore();
  act(() => root.unmount());
});
