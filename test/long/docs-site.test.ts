import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';

import { installMissing } from '../../scripts/install.mjs';
import { describePages, launchChromium } from '../browser/chromium.js';
import { barriers, watchedPage } from '../browser/watched-page.js';
import { untilHolds } from '../support/index.js';

const ROOT = join(import.meta.dirname, '..', '..');
/** What the build reads. */
const READ = ['CHANGELOG.md', 'docs', 'examples', 'package.json', 'scripts', 'site', 'packages/console/src/icon.svg'];
const BASE = '/ticketgate/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

let folder: string;
let built: string;
let server: Server;
let url: string;

/** A repository of its own, with a tag: the pages of today are those of version 0.0.9, too. */
function makeRepository(): void {
  for (const name of READ)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/[\\/](?:node_modules|dist)$/.test(path),
    });
  symlinkSync(join(ROOT, 'site', 'node_modules'), join(folder, 'site', 'node_modules'));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\ndist\n');
  const version = (text: string) => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as object;
    const repository = { type: 'git', url: 'git+https://git.example.org/ticketgate.git' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: text, repository }));
  };
  const git = (...words: readonly string[]) => {
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@localhost', ...words], { cwd: folder });
  };
  git('init', '--quiet');
  version('0.0.9');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Release');
  git('tag', 'v0.0.9');
  version('0.1.0');
}

async function build(): Promise<void> {
  const env = { ...process.env, DOCS_BASE: BASE };
  await promisify(execFile)('npm', ['run', 'docs'], { cwd: folder, env });
}

async function serve(): Promise<void> {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(BASE.length);
    const file = join(built, path.endsWith('/') || path === '' ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    return response.setHeader('Content-Type', TYPES[extname(file)] ?? 'text/plain').end(readFileSync(file));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`;
}

/** The pages of the newest version. */
function pagesOf(): readonly string[] {
  return readdirSync(built, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html') && !/^(?:404|0\.0\.9)/.test(name));
}

function attributesOf(page: string, name: string): readonly string[] {
  const html = readFileSync(join(built, page), 'utf8');
  return [...html.matchAll(new RegExp(` (?:${name})="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}

function leadsSomewhere(page: string, link: string): boolean {
  const { pathname, hash } = new URL(link, `http://localhost${BASE}${page}`);
  if (!pathname.startsWith(BASE)) return false;
  const path = pathname.slice(BASE.length);
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (!existsSync(join(built, file))) return false;
  return hash === '' || attributesOf(file, 'id').includes(decodeURIComponent(hash.slice(1)));
}

beforeAll(async () => {
  installMissing(join(ROOT, 'site'));
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-site-'));
  makeRepository();
  await build();
  // Another build empties its folder.
  built = join(folder, 'built');
  renameSync(join(folder, 'site', 'dist'), built);
  await serve();
}, 600_000);

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the built documentation site', () => {
  it('has pages for all files in docs, whose links, anchors and pictures exist', () => {
    const pages = pagesOf();
    const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
    const missing = docs
      .filter((name) => name.endsWith('.md') && !name.includes('0000-template'))
      .filter((name) => !pages.includes(name.replaceAll('\\', '/').replace(/md$/, 'html')));
    expect(missing).toEqual([]);
    const links = pages.flatMap((page) => attributesOf(page, 'href|src').map((link) => [page, link] as const));
    const inside = links.filter(([, link]) => !/^(?:https?|data|mailto):/.test(link));
    expect(inside.length).toBeGreaterThan(2000);
    expect(inside.filter(([page, link]) => !leadsSomewhere(page, link))).toEqual([]);
  });

  it('leads to the repository for files that are not pages', () => {
    const source = 'https://git.example.org/ticketgate/blob/v0.1.0/config/gateway.yml';
    expect(attributesOf('operating.html', 'href')).toContain(source);
  });

  it('has the version of each tag in a folder of its own', () => {
    expect(readFileSync(join(built, '0.0.9', 'attached.html'), 'utf8')).toContain(`${BASE}0.0.9/assets/`);
    expect(existsSync(join(built, '0.0.9', 'changelog.html'))).toBe(true);
  });

  it('ends the build at a dead link', async () => {
    appendFileSync(join(folder, 'docs', 'soap.md'), '\n[nowhere](no-page.md)\n');
    await expect(build()).rejects.toMatchObject({
      stderr: expect.stringContaining('Found dead link /no-page in file docs/soap.md') as unknown,
    });
  });
});

describePages('the built documentation site, in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser.close());

  it('asks no other host for anything, on any page', async () => {
    const { page, complaints } = await watchedPage(await browser.newContext(), url);
    const pages = pagesOf();
    for (const name of pages) await page.goto(url + name, { waitUntil: 'networkidle' });
    expect([pages.length > 40, complaints]).toEqual([true, []]);
  }, 300_000);

  it('finds a member of a request', async () => {
    const { page, complaints } = await watchedPage(await browser.newContext(), url);
    await page.goto(url);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('IncludeTicketData');
    await page.getByRole('option').first().click();
    await page.waitForURL(/\.html#/);
    await untilHolds(async () => expect(await page.getByRole('main').innerText()).toContain('IncludeTicketData'));
    expect(complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('has text that can be read in both themes: %s', async (colorScheme) => {
    const { page } = await watchedPage(await browser.newContext({ colorScheme }), url);
    await page.goto(url, { waitUntil: 'networkidle' });
    expect(await page.locator('html.dark').count()).toBe(colorScheme === 'dark' ? 1 : 0);
    expect((await barriers(page)).filter((each) => each.startsWith('color-contrast'))).toEqual([]);
  });

  it('leads from each version to the others', async () => {
    const { page } = await watchedPage(await browser.newContext(), url);
    await page.goto(`${url}attached.html`);
    for (const [from, to] of [
      ['0.1.0', '0.0.9'],
      ['0.0.9', '0.1.0'],
    ] as const) {
      await page.getByRole('banner').getByRole('button', { name: from }).click();
      await page.getByRole('link', { name: to, exact: true }).click();
      await page.getByRole('banner').getByRole('button', { name: to }).waitFor();
    }
    expect(page.url()).toBe(url);
  });
});
