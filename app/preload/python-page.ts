// Gives the page that model-written Python runs in its line to the host, and nothing else: one end of a channel goes to
// main, the other to the page's script.

import { ipcRenderer } from 'electron';

const { port1, port2 } = new MessageChannel();
ipcRenderer.postMessage('python', null, [port1]);
// By then the page's script listens.
addEventListener('DOMContentLoaded', () => postMessage('host', location.origin, [port2]));
