// What a page may not do, tried in the real window in several spellings.
import { expect, test, type Page } from '@playwright/test';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requests } from '../app/bridge/index.ts';
import { launchPeek } from './launch-peek.ts';

let peek: Awaited<ReturnType<typeof launchPeek>>;
let page: Page;
test.beforeAll(async () => {
  peek = await launchPeek();
  page = peek.page;
  // An address that is tried before the window is drawn ends its loading, and the tries would be on an empty page.
  await expect(page.getByTestId('start-demo')).toBeVisible();
});
test.afterAll(() => peek.close());

const windowCount = () => peek.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Where a page must not get; those that the browser itself keeps a page from never come to the guard. */
const ELSEWHERE = {
  byGuard: ['https://example.com/', 'app://py/sandbox/page/index.html', 'app://ui.example.com/index.html'],
  byBrowser: ['file:///etc/passwd', 'data:text/html,<h1>elsewhere</h1>', 'blob:app://ui/1234'],
} as const;

/** Tries to leave for an address, by a link and by script, after this has returned: a page that leaves answers nothing. */
function tryToLeave(from: Page, address: string): Promise<void> {
  return from.evaluate((target) => {
    setTimeout(() => {
      const link = document.createElement('a');
      link.href = target;
      document.body.append(link);
      link.click();
      link.remove();
      try {
        window.location.assign(target);
      } catch (error) {
        // Some addresses are refused by the browser itself.
        if (!(error instanceof DOMException)) throw error;
      }
    });
  }, address);
}

/** Counts what a page asks for elsewhere: at the door of the session, and at a server of this machine. */
async function watchRequests() {
  const server = createServer((_request, response) => response.end('<h1>elsewhere</h1>')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let served = 0;
  server.on('request', () => (served += 1));
  await peek.app.evaluate(({ session }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    session.defaultSession.webRequest.onBeforeRequest(({ url }, go) => {
      if (!url.startsWith('app://ui/') && !url.startsWith('devtools:')) asked.push(url);
      go({});
    });
  });
  return {
    address: `http://127.0.0.1:${port}/`,
    asked: () => peek.app.evaluate(() => Reflect.get(globalThis, 'asked') as readonly string[]),
    served: () => served,
    async end() {
      await peek.app.evaluate(({ session }) => session.defaultSession.webRequest.onBeforeRequest(null));
      server.close();
    },
  };
}

test('the page cannot navigate to another address, and nothing is asked for there', async () => {
  const elsewhere = await watchRequests();
  const before = page.url();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await peek.app.evaluate(({ BrowserWindow }) => {
    const blocked: string[] = [];
    Object.assign(globalThis, { blocked });
    const contents = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().startsWith('app://ui'));
    // Behind the guard, so that it is seen what the guard has said.
    contents?.webContents.on('will-frame-navigate', ({ defaultPrevented, url }) => {
      if (defaultPrevented) blocked.push(url);
    });
  });
  const blocked = () => peek.app.evaluate(() => Reflect.get(globalThis, 'blocked') as readonly string[]);
  for (const address of ELSEWHERE.byBrowser) await tryToLeave(page, address);
  for (const address of [...ELSEWHERE.byGuard, elsewhere.address]) {
    await tryToLeave(page, address);
    await expect.poll(blocked, address).toContain(address);
  }
  expect(await elsewhere.asked()).toEqual([]);
  expect(elsewhere.served()).toBe(0);
  // A navigation that was let through would replace the document, this property with it.
  expect(page.url()).toBe(before);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  await elsewhere.end();
});

test('a page without the guard does leave, by the same tries: the test above can see it', async () => {
  const elsewhere = await watchRequests();
  for (const address of [...ELSEWHERE.byGuard, elsewhere.address]) {
    const opened = peek.app.waitForEvent('window');
    await peek.app.evaluate(({ BrowserWindow }) => {
      const unguarded = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
      for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const)
        unguarded.webContents.removeAllListeners(name);
      return unguarded.loadURL('app://ui/no-such-page');
    });
    const unguarded = await opened;
    await tryToLeave(unguarded, address);
    await expect.poll(elsewhere.asked, address).toContain(address);
    if (address === elsewhere.address) await expect.poll(elsewhere.served).toBeGreaterThan(0);
    await unguarded.close();
  }
  await elsewhere.end();
});

test('the page cannot open windows, by call or by link', async () => {
  const count = await windowCount();
  const opened = await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'https://example.com/';
    link.target = '_blank';
    document.body.append(link);
    link.click();
    link.remove();
    return [window.open('https://example.com/'), window.open('app://ui/index.html'), window.open('about:blank')].map(
      (each) => each === null,
    );
  });
  expect(opened).toEqual([true, true, true]);
  expect(await windowCount()).toBe(count);
});

test('the page gets no permissions but writing to the clipboard', async () => {
  const answers = await page.evaluate(async () => {
    const ask = async (request: () => Promise<unknown>) => {
      try {
        return String(await request());
      } catch (error) {
        return error instanceof Error ? error.name : 'refused';
      }
    };
    return {
      camera: await ask(() => navigator.mediaDevices.getUserMedia({ video: true })),
      notifications: await ask(() => Notification.requestPermission()),
      place: await ask(
        () =>
          new Promise((resolve) =>
            navigator.geolocation.getCurrentPosition(
              () => resolve('given'),
              (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
            ),
          ),
      ),
      clipboardRead: await ask(() => navigator.clipboard.readText()),
      midi: await ask(() => navigator.requestMIDIAccess({ sysex: true })),
    };
  });
  expect(answers).toMatchObject({ notifications: 'denied', place: 'denied' });
  expect(answers.camera).toMatch(/NotAllowedError|NotFoundError/);
  expect(answers.clipboardRead).toMatch(/NotAllowedError/);
  expect(answers.midi).toMatch(/NotAllowedError|SecurityError/);
});

test('the page has no Node, no eval, no network and no foreign frames', async () => {
  const found = await page.evaluate(async () => {
    const attempt = async (act: () => unknown) => {
      try {
        await act();
        return 'worked';
      } catch {
        return 'refused';
      }
    };
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    document.body.append(frame);
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    const result = {
      node: ['require', 'process', 'module', 'global', 'Buffer'].filter((name) => name in window),
      // In a timer: what the test itself evaluates is exempt from the policy.
      eval: await attempt(
        () =>
          new Promise((resolve, reject) => {
            setTimeout(() => {
              try {
                resolve(window.eval('1'));
              } catch (error) {
                reject(error instanceof Error ? error : new Error('refused'));
              }
            });
          }),
      ),
      network: await attempt(() => fetch('https://example.com/')),
      localFile: await attempt(() => fetch('file:///etc/passwd')),
      pythonHost: await attempt(() => fetch('app://py/sandbox/page/index.html')),
      inline: 'inlineRan' in window,
    };
    frame.remove();
    script.remove();
    return result;
  });
  expect(found).toEqual({
    node: [],
    eval: 'refused',
    network: 'refused',
    localFile: 'refused',
    pythonHost: 'refused',
    inline: false,
  });
});

test('files outside the build cannot be reached by any spelling of a path', async () => {
  const answers = await page.evaluate(() =>
    Promise.all(
      [
        'app://ui/../package.json',
        'app://ui/..%2f..%2fpackage.json',
        'app://ui/renderer/..%2f..%2f..%2fpackage.json',
        'app://ui/%2e%2e/%2e%2e/package.json',
        'app://ui/assets/..%5c..%5cpackage.json',
        'app://ui/sandbox/page/index.html',
        'app://ui/%00',
        'app://ui/%E0%A4%A',
      ].map(async (address) => {
        const response = await fetch(address);
        return response.status;
      }),
    ),
  );
  for (const status of answers) expect([400, 404]).toContain(status);
});

test('the bridge is three functions, and neither Electron nor a channel', async () => {
  const shape = await page.evaluate(() => {
    const host: unknown = Reflect.get(window, 'peek');
    if (typeof host !== 'object' || host === null) return null;
    return Object.entries(host).map(([name, value]) => `${name}: ${typeof value}`);
  });
  expect(shape?.sort()).toEqual(['on: function', 'pathOf: function', 'request: function']);
});

/** Asks main by the page's own bridge. */
function ask(name: string, input: unknown): Promise<{ ok: boolean; error?: { kind: string; words: string } }> {
  return page.evaluate(
    ([asked, given]) => (window as unknown as { peek: { request: Ask } }).peek.request(asked, given),
    [name, input] as const,
  );
}
type Ask = (name: string, input: unknown) => Promise<{ ok: boolean; error?: { kind: string; words: string } }>;

test('main answers requests of the contract and refuses everything else as data', async () => {
  expect(await ask('app.info', {})).toMatchObject({ ok: true });
  expect(await ask('app.exit', {})).toMatchObject({ ok: false, error: { kind: 'bad-input' } });
  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect(await ask(name, {})).toMatchObject({ ok: false, error: { kind: 'bad-input' } });
  }
  expect(await ask('study.search', { handle: 'x', text: '', limit: 5, before: null })).toMatchObject({
    ok: false,
    error: { kind: 'bad-input' },
  });
  expect(await ask('study.events', { handle: 'not-mine', afterSeq: 0, limit: 1 })).toMatchObject({
    ok: false,
    error: { kind: 'not-found' },
  });
});

test('a page cannot have a file opened that was not dropped on it', async () => {
  for (const name of ['study.openDropped', 'context.dropped']) {
    expect(await ask(name, { path: '/etc/passwd' })).toMatchObject({ ok: false, error: { kind: 'refused' } });
  }
  const made = await page.evaluate(() => {
    const { peek } = window as unknown as { peek: { pathOf: (file: File) => string | null } };
    return peek.pathOf(new File(['x'], '/etc/passwd'));
  });
  expect(made).toBeNull();
});

test('a page of another origin is not heard, even with our own preload', async () => {
  const answer = await peek.app.evaluate(async ({ BrowserWindow }) => {
    const path = `${process.cwd()}/out/preload/index.cjs`;
    const stranger = new BrowserWindow({ show: false, webPreferences: { preload: path, sandbox: true } });
    await stranger.loadURL('data:text/html,<p>stranger</p>');
    const said: unknown = await stranger.webContents.executeJavaScript(
      "window.peek.request('app.info', {}).then(() => 'answered', () => 'refused')",
    );
    stranger.destroy();
    return said;
  });
  expect(answer).toBe('refused');
});

test('the page comes from our own scheme under a policy without eval, and a frame or a webview gets nowhere', async () => {
  const found = await page.evaluate(async () => {
    const answer = await fetch('app://ui/index.html');
    const view = document.createElement('webview');
    view.setAttribute('src', 'https://example.com/');
    document.body.append(view);
    const frame = document.createElement('iframe');
    frame.srcdoc = '<script>parent.framed = true</script>';
    document.body.append(frame);
    await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)));
    const seen = {
      protocol: location.protocol,
      policy: answer.headers.get('content-security-policy') ?? '',
      sniffing: answer.headers.get('x-content-type-options'),
      webview: 'loadURL' in view || 'executeJavaScript' in view,
      framed: 'framed' in window,
    };
    view.remove();
    frame.remove();
    return seen;
  });
  expect(found).toMatchObject({ protocol: 'app:', sniffing: 'nosniff', webview: false, framed: false });
  expect(found.policy).toContain("script-src 'self';");
  expect(found.policy).toContain("default-src 'none'");
  expect(found.policy).not.toContain('unsafe-eval');
});

test('nothing is downloaded, whatever the page asks for', async () => {
  // Main has to listen before the page asks: what is sent to the two of them keeps no order.
  await peek.app.evaluate(({ session }) => {
    session.defaultSession.once('will-download', (event) =>
      Object.assign(globalThis, { refused: event.defaultPrevented }),
    );
  });
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'data:text/plain,anything';
    link.download = 'anything.txt';
    document.body.append(link);
    link.click();
    link.remove();
  });
  await expect.poll(() => peek.app.evaluate(() => Reflect.get(globalThis, 'refused') === true)).toBe(true);
});

test('an address dropped on the window leads nowhere', async () => {
  const before = page.url();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const session = await page.context().newCDPSession(page);
  const data = {
    items: [{ mimeType: 'text/uri-list', data: 'https://example.com/' }],
    dragOperationsMask: 1,
  };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  await session.detach();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(page.url()).toBe(before);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

test('every request with odd arguments is answered as data, and none of them ends the app', async () => {
  const odd: readonly unknown[] = [
    null,
    undefined,
    0,
    '',
    'javascript:alert(1)',
    [],
    { handle: { toString: 'x' } },
    { handle: '__proto__', path: '../../etc/passwd', text: 'x'.repeat(100_000) },
    { handle: '<script>', command: { do: 'constructor' }, versionId: '//example.com', callId: '\ud800' },
  ];
  const names = Object.keys(requests).filter((name) => !ASKS_A_PERSON.has(name));
  const answers = await page.evaluate(
    async ([all, inputs]) => {
      const { peek: host } = window as unknown as { peek: { request: Ask } };
      const kinds: string[] = [];
      for (const name of all)
        for (const input of inputs) {
          const answer = await host.request(name, input);
          kinds.push(typeof answer.ok);
        }
      return kinds;
    },
    [names, odd] as const,
  );
  expect(new Set(answers)).toEqual(new Set(['boolean']));
  expect(answers.length).toBe(names.length * odd.length);
  // By script: the drop that was refused before keeps locators waiting for a page that never comes.
  expect(await page.evaluate(() => document.querySelector('[data-testid="start-demo"]') !== null)).toBe(true);
});

/** These open a dialog of the system, whatever they are given. */
const ASKS_A_PERSON: ReadonlySet<string> = new Set(['study.openDialog', 'context.choose', 'queries.choose']);
