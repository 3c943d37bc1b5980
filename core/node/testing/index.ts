export { startFakeOpenAiServer, status } from './fake-openai-server.ts';
export type { FakeOpenAiServer, Scripted } from './fake-openai-server.ts';
export { chatEvents, sse } from './scripted-stream.ts';
export { listenOnLoopback, type OnLoopback } from './loopback.ts';
export { CANNOT_LOSE, loseFile } from './lost-file.ts';
export { NO_SMALL_DISK, smallDisk, type SmallDisk } from './small-disk.ts';
