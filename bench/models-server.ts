// The scripted server of bench/models.ts, in its own process: answers every call with the same stream.

import { startFakeOpenAiServer } from '#core/node/testing/index.ts';

const pieces = Number(process.argv[2]);
const server = await startFakeOpenAiServer();
server.script(() => ({ kind: 'text', text: 'owls... '.repeat(pieces) }));
process.send?.(server.baseUrl);
process.on('disconnect', () => process.exit(0));
