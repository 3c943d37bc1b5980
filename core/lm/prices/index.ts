export { builtInPrices, costMicroUsd, readPriceList } from './price-list.ts';
export type { Price, PriceError, PriceList } from './price-list.ts';
