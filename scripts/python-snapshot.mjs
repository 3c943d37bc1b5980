// Writes a snapshot of Pyodide's memory just after its start, with the usual modules loaded, so that the sandbox page need
// not go through the start itself: `node scripts/python-snapshot.mjs FILE`. Kept by version, since it takes some seconds;
// zipped, since the way into the page costs more than unzipping there.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadPyodide, version } from 'pyodide';

/** What model-written code commonly imports; anything else is loaded when asked for. */
const MODULES = [
  'asyncio, bisect, collections, concurrent.futures.thread, copy, csv, ctypes, dataclasses, datetime, decimal, difflib, enum, fractions',
  'functools, hashlib, heapq, html, io, itertools, json, linecache, math, operator, os, pathlib, pprint, random, re',
  'signal, statistics, string, tempfile, textwrap, threading, time, traceback, types, typing, unicodedata, uuid, zlib',
];

const target = process.argv[2];
if (target === undefined) throw new Error('say where to write it');

const root = path.dirname(import.meta.dirname);
const key = createHash('sha256')
  .update(version)
  .update(fs.readFileSync(import.meta.filename))
  .digest('hex');
const cached = path.join(root, 'node_modules', '.cache', 'peek', `python-${key.slice(0, 16)}.bin.gz`);

if (!fs.existsSync(cached)) {
  process.argv[1] = 'python'; // becomes part of the snapshot's environment
  const python = await loadPyodide({
    _makeSnapshot: true,
    // As in the page (app/sandbox/page/python.worker.ts): a snapshot only fits an interpreter configured alike.
    jsglobals: Object.create(null),
    env: { HOME: '/home/pyodide', LANG: 'C.UTF-8', PYTHONHASHSEED: '0' },
  });
  for (const names of MODULES) python.runPython(`import ${names}\ndel ${names.replace(/\.\w+/g, '')}`);
  fs.mkdirSync(path.dirname(cached), { recursive: true });
  fs.writeFileSync(`${cached}.part`, gzipSync(python.makeMemorySnapshot()));
  fs.renameSync(`${cached}.part`, cached);
}
fs.copyFileSync(cached, target);
