import { startTestServer, type TestServer, type TestServerOptions } from '../support/index.js';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { describePages, launchChromium } from '../browser/chromium.js';
import { watchedPage, type WatchedPage } from '../browser/watched-page.js';

/** A server with the console, and a browser for it. */
export interface ConsoleCase {
  readonly server: TestServer;
  /** A page of root@localhost at a path below `/admin`. */
  open(path: string, options?: ContextOptions): Promise<WatchedPage>;
  /** Without anybody signed in. */
  openAsStranger(path: string, options?: ContextOptions): Promise<WatchedPage>;
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

const DESKTOP = { viewport: { width: 1280, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' } as const;
/** Milliseconds until a server with many web services runs. */
const START = 120_000;

interface ConsoleOptions extends TestServerOptions {
  /** Default: in the process of the tests. */
  readonly start?: (options: TestServerOptions) => Promise<TestServer>;
}

/** Tests that share a server and a browser. Where its options have to be made first, a function gives them. */
export function describeConsole(
  title: string,
  options: ConsoleOptions | (() => Promise<ConsoleOptions>),
  tests: (given: ConsoleCase) => void,
): void {
  describePages(title, () => {
    const given = {} as ConsoleCase; // filled before the first test
    let started: StartedConsole;
    beforeAll(async () => {
      started = await startConsole(typeof options === 'function' ? await options() : options);
      Object.assign(given, started);
    }, START);
    // The server counts who listens to its events.
    afterEach(() => started.closePages());
    afterAll(() => started.stop());
    tests(given);
  });
}

interface StartedConsole extends ConsoleCase {
  closePages(): Promise<void>;
  stop(): Promise<void>;
}

async function startConsole({ start = startTestServer, ...options }: ConsoleOptions): Promise<StartedConsole> {
  const server = await start(options);
  const { prefix } = server.system.configuration.http;
  const browser = await launchChromium();
  const contexts: BrowserContext[] = [];
  // Later pages start with the cookies of the first sign-in.
  let signedIn: ContextOptions = {};
  const openAsStranger = async (path: string, given: ContextOptions = {}) => {
    const context = await browser.newContext({ ...DESKTOP, ...given });
    contexts.push(context);
    const watched = await watchedPage(context, server.url);
    await watched.page.goto(`${server.url}${prefix ?? ''}/admin${path}`);
    return watched;
  };
  return {
    server,
    openAsStranger,
    async open(path, given) {
      const watched = await openAsStranger(path, { ...signedIn, ...given });
      if (signedIn.storageState === undefined) {
        await signIn(watched.page, server.rootPassword);
        const { cookies } = await watched.page.context().storageState();
        signedIn = { storageState: { cookies, origins: [] } };
      } else await watched.page.locator('.shell').waitFor();
      return watched;
    },
    async closePages() {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

export async function signIn(page: Page, password: string, login = 'root@localhost'): Promise<void> {
  await page.getByLabel(/^(?:Login|Anmeldename)$/).fill(login);
  await page.getByLabel(/^(?:Password|Passwort)$/).fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.shell').waitFor();
}

/** A web service with one operation. */
export const SERVICE = `Debugger:
  DebugThreshold: debug
  TestMode: '0'
Description: Sessions for the shop. # kept
FrameworkVersion: 11.0.5
Provider:
  Operation:
    SessionGet:
      Description: Reads a session.
      Type: Session::SessionGet
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: '100000'
      RouteOperationMapping:
        SessionGet:
          RequestMethod: [POST]
          Route: /Session/Get
`;

/** That web service with another operation. */
export function serviceOf(operation: `${string}::${string}`, route: string): string {
  const name = operation.replace(/.*::/, '');
  return SERVICE.replace('Session::SessionGet', operation)
    .replaceAll('SessionGet', name)
    .replace('/Session/Get', route);
}

/** What must be shown as text wherever somebody wrote it. */
export const HOSTILE = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">';

/** The API of the administration, in the session of a page. */
export function apiOf(page: Page) {
  const api = new URL('/admin/api', page.url()).href;
  const read = async <Answer>(path: string) => (await (await page.request.get(api + path)).json()) as Answer;
  const change = async (method: 'PUT' | 'POST', path: string, data: object) => {
    const { csrfToken } = await read<{ csrfToken: string }>('/session');
    const changed = await page.request.fetch(api + path, { method, headers: { 'X-CSRF-Token': csrfToken }, data });
    expect(changed.status()).toBe(200);
  };
  return { read, change };
}
