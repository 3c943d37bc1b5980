export { startFakeOpenAiServer, status } from './fake-openai-server.ts';
export type { FakeOpenAiServer, Scripted } from './fake-openai-server.ts';
