export { collectPage, PAGE_LIMITS, readPage } from './page-data.ts';
export type { PageData, PageLimits } from './page-data.ts';
export { inlineScript, PAGE_DATA_ID, pageHtml } from './page-html.ts';
