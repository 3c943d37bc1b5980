export { writeStudyPage } from './study-page.ts';
