// Before anything is spent: which of the chosen models have a price, and how old the prices are.

import type { ModelSettings } from '#app/bridge/index.ts';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';

export function Prices({ models }: { readonly models: ModelSettings }) {
  const { preset, baseUrl, root, sub, distiller, cartographer, judge, embedding } = models;
  const key = JSON.stringify([preset, baseUrl, root, sub, distiller, cartographer, judge, embedding]);
  const prices = useRequest('models.prices', { models }, key, 200);
  if (prices.kind !== 'data') return null;
  const { unpriced, version, date } = prices.value;
  return (
    <p className="dim" data-testid="prices">
      {unpriced.length > 0 && (
        <span className="key-weak">
          No price is known for {unpriced.map(visible).join(', ')}: totals will miss{' '}
          {unpriced.length === 1 ? 'it' : 'them'} and say so, and a cap in dollars refuses such calls.{' '}
        </span>
      )}
      Prices of {date}, version {version}; a prices.json in Peek’s data folder is used in their place.
    </p>
  );
}
