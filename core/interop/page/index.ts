export { collectPage, PAGE_LIMITS, pageJson, readPage } from './page-data.ts';
export type { PageData, PageLimits } from './page-data.ts';
export { inlineScript, PAGE_DATA_ID, pageHtml, pagePieces } from './page-html.ts';
