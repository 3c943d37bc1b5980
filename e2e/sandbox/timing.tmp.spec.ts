import { test } from '@playwright/test';
import { launchSandbox } from './launch-sandbox.ts';
for (const headless of [false, true]) {
test(`timing headless=${String(headless)}`, async () => {
  const s = await launchSandbox({ headless });
  for (let i = 0; i < 4; i++) {
    let t = performance.now();
    const job = await s.open({ context: 'abc'.repeat(100) });
    console.log('open', (performance.now() - t).toFixed(0));
    const times = [];
    for (let k = 0; k < 20; k++) times.push((await s.run(job, 'x = 1')).wallMs.toFixed(1));
    console.log('trivial', times.join(' '));
    console.log('llm', JSON.stringify(await s.run(job, 'import time\nt=time.perf_counter()\nfor i in range(200): llm_query("x")\nprint((time.perf_counter()-t)/200*1000)')));
    console.log('sys', (await s.run(job, 'import sys, time\nprint(sys.version)\nt=time.time(); time.sleep(0.5); print(time.time()-t)\nimport asyncio\nasync def f():\n  await asyncio.sleep(0.1)\n  return 5\nprint(asyncio.run(f()))')).stdout);
    for (const code of ['import js', 'import pyodide', 'import numpy', 'import threading\nthreading.Thread(target=print).start()', 'import os\nprint(os.system("echo hi"))', 'x = bytearray(1500*10**6)', 'input("?")', 'import os; os.write(1, b"raw"); print(2)', 'time.sleep(10)']) console.log(JSON.stringify(code), JSON.stringify(await s.run(job, code, 1000)).slice(0, 300));
    console.log('swallow', JSON.stringify(await s.run(job, 'while True:\n  try:\n    while True: pass\n  except BaseException: pass', 100)).slice(0, 300));
    console.log('next', JSON.stringify(await s.run(job, 'print(1)')).slice(0, 300));
    t = performance.now();
    await s.closeJob(job);
    console.log('close', (performance.now() - t).toFixed(0));
    if (i > 1) await new Promise((r) => setTimeout(r, 4000));
  }
  await s.close();
});
}
