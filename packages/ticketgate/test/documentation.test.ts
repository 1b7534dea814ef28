import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '../../../test/support/index.js';

import { runCommand } from './run-command.js';

const SERVICES = join(import.meta.dirname, '..', '..', '..', 'config', 'webservices');
const shipped = readFileSync(join(SERVICES, 'TicketService.yml'), 'utf8');
const hidden = shipped.replace('Answer: envelope', 'Answer: envelope\n  Documentation: "off"');
const shown = shipped.replace('Answer: envelope', 'Answer: envelope\n  Documentation: public');

describe('the documentation of web services', () => {
  let server: TestServer;

  beforeAll(async () => {
    const configuration = { http: { trustedProxies: ['127.0.0.1'] } };
    server = await startTestServer({
      configuration,
      webServices: { Tickets: shipped, 'A & B': shipped, Hidden: hidden },
    });
  });

  afterAll(() => server.stop());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${server.url}${path}`, { headers, redirect: 'manual' });

  it('is an OpenAPI document with a tag that saves sending it again', async () => {
    const json = await get('/docs/Tickets/openapi.json');
    const document = (await json.json()) as { openapi: string; servers: unknown };
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/Webservice/Tickets' }] });
    const environment = { DATABASE_URL: server.system.location.url };
    const command = await runCommand(['openapi', 'Tickets'], { environment });
    expect(JSON.parse(command.output)).toEqual(document);
    const again = await get('/docs/Tickets/openapi.json', { 'If-None-Match': json.headers.get('ETag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('has the addresses below the path of a proxy', async () => {
    const via = { 'X-Forwarded-Prefix': '/helpdesk', 'X-Forwarded-Proto': 'https' };
    for (const headers of [via, {}, via]) {
      const document: unknown = await (await get('/docs/Tickets/openapi.json', headers)).json();
      const prefix = headers === via ? '/helpdesk' : '';
      expect(document).toMatchObject({ servers: [{ url: `${prefix}/Webservice/Tickets` }] });
    }
    const { host } = new URL(server.url);
    expect(await (await get('/docs/', via)).text()).toContain(`https://${host}/helpdesk/Webservice/Tickets/`);
  });

  it('follows what is published', async () => {
    const { services, formatTime } = server.system;
    const [name, time] = ['Changing', formatTime(new Date())];
    const until = async (text: string) => {
      for (;;) {
        const answer = await get(`/docs/${name}/openapi.json`);
        if ((await answer.text()).includes(text)) return answer.status;
      }
    };
    await services.save({ name, config: shipped, userID: 1, time });
    expect(await until('Creates a ticket together')).toBe(200);
    await services.save({ name, config: shipped.replaceAll('Creates a ticket', 'Makes a ticket'), userID: 1, time });
    expect(await until('Makes a ticket together')).toBe(200);
    await services.remove(name);
    expect(await until('Server.NotFound')).toBe(404);
  });

  it('has a page for each service and one that lists them, without external resources', async () => {
    const list = await get('/docs/');
    expect(list.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const html = await list.text();
    expect(html).toContain('<a href="A%20%26%20B/">A &amp; B</a>');
    expect(html).not.toContain('Hidden');
    const page = await (await get('/docs/Tickets/')).text();
    expect(page).toContain('<h1 id="service">Tickets</h1>');
    expect(`${html}${page}`).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const [, ...assets] = [...page.matchAll(/(?:src|href)="\.\.\/(assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    for (const path of assets) expect([path, (await get(`/docs/${path}`)).status]).toEqual([path, 200]);
  });

  it('comes compressed to clients that accept it, the library of its pages too', async () => {
    for (const path of ['/docs/Tickets/openapi.json', '/docs/assets/swagger-ui-bundle.js']) {
      const [plain, packed] = await Promise.all(
        ['identity', 'gzip'].map((coding) => get(path, { 'Accept-Encoding': coding })),
      );
      expect([path, plain?.headers.get('Content-Encoding')]).toEqual([path, null]);
      expect([path, packed?.headers.get('Content-Encoding')]).toEqual([path, 'gzip']);
      expect(await packed?.text()).toBe(await plain?.text());
    }
  });

  it('is at paths that end with a slash', async () => {
    for (const path of ['/docs', '/docs/Tickets', '/docs/A%20%26%20B']) {
      const answer = await get(path);
      expect(answer.status).toBe(308);
      const target = new URL(answer.headers.get('Location') ?? '', `${server.url}${path}`);
      expect(target.pathname).toBe(`${path}/`);
    }
  });

  it('is missing for unknown services, and for those that hide it', async () => {
    for (const path of ['/docs/Nobody/', '/docs/Hidden/', '/docs/Hidden/openapi.json', '/docs/assets/package.json']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  it('is linked from the front page, which is JSON for programs', async () => {
    const browser = await get('/', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(browser.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    const html = await browser.text();
    expect(html).toContain('<a href="docs/">');
    expect(html).toContain('<a href="readyz">');
    expect(html).toContain('<a href="admin/">');
    expect(await (await get('/')).json()).toMatchObject({ product: 'Ticketgate' });
    expect((await get('/', { Accept: 'application/json' })).headers.get('Content-Type')).toMatch(/^application\/json/);
  });
});

describe('documentation: off', () => {
  let server: TestServer;

  beforeAll(async () => {
    const configuration = { documentation: 'off' } as const;
    server = await startTestServer({ configuration, webServices: { Tickets: shipped, Shown: shown } });
  });

  afterAll(() => server.stop());

  it('hides all services except those that set it', async () => {
    const statuses = await Promise.all(
      ['/docs/Tickets/', '/docs/Tickets/openapi.json', '/docs/Shown/', '/docs/Shown/openapi.json'].map(
        async (path) => (await fetch(`${server.url}${path}`)).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 200, 200]);
    expect(await (await fetch(`${server.url}/docs/`)).text()).not.toContain('"Tickets/"');
  });
});
