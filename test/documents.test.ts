import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { SCREENS } from '../scripts/screenshots/screens.mjs';
import { slugOf } from '../site/.vitepress/slug.mjs';

const ROOT = join(import.meta.dirname, '..');

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
    .map((name) => join(folder, name));
}

/** Links of the text, and those of the front page that the site reads from its settings. */
function linksOf(page: string): readonly string[] {
  const text = withoutBlocks(page);
  const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  const settings = [...text.matchAll(/^ +link: \/(\S+)$/gm)].map(([, link = '']) => `${link}.md`);
  return [...links, ...settings];
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, file))) return false;
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor);
}

/** The anchors of the headings of a page; those of headings that are there several times have a number. */
function anchorsOf(page: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const [, heading = ''] of withoutBlocks(page).matchAll(/^#+ (.+)$/gm)) {
    const slug = slugOf(heading.replace(/\[(.+?)\]\(.+?\)/g, '$1'));
    counts.set(slug, (counts.get(slug) ?? 0) + 1);
  }
  const numbered = [...counts].flatMap(([slug, count]) =>
    Array.from({ length: count }, (_none, place) => (place === 0 ? slug : `${slug}-${place}`)),
  );
  return new Set(numbered);
}

function withoutBlocks(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replace(/^```[^]*?^```/gm, '');
}

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...filesBelow('docs', /(?<!template)\.md$/),
  ...filesBelow('examples', /\.md$/),
];
const sources = [...filesBelow('packages', /\.ts$/), ...filesBelow('config', /\.yml$/)];

describe('documents', () => {
  it('that sources mention exist', () => {
    const named = sources.flatMap(
      (file) => readFileSync(join(ROOT, file), 'utf8').match(/\bdocs\/[\w./-]+\.md/g) ?? [],
    );
    expect([...new Set(named)].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  it('name only files and folders that exist', () => {
    const named = pages.flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`((?:packages|scripts|test)\/[\w./-]+)`/g)].map(
        ([, path = '']) => ({ page, path }),
      ),
    );
    // The changelog says where files were then.
    const gone = named.filter(({ page, path }) => page !== 'CHANGELOG.md' && !existsSync(join(ROOT, path)));
    expect(gone).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it('link to existing files, pictures and headings', () => {
    const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
    const broken = links.filter(({ page, link }) => !leadsSomewhere(page, link));
    expect(broken.map(({ page, link }) => `${page}: ${link}`)).toEqual([]);
    expect(links.filter(({ link }) => link.includes('#')).length).toBeGreaterThan(50);
  });

  it('show all pictures that there are, which one command makes', () => {
    const shown = pages.flatMap((page) => linksOf(page).filter((link) => link.includes('images/')));
    const files = readdirSync(join(ROOT, 'docs', 'images')).sort();
    expect([...new Set(shown.map((link) => basename(link)))].sort()).toEqual(files);
    expect(SCREENS.map(({ file }) => file).sort()).toEqual(files);
  });

  it('keep the cells of their tables short enough to read', () => {
    const wide = pages.flatMap((page) => {
      const rows = readFileSync(join(ROOT, page), 'utf8').matchAll(/^\|(.*)\|$/gm);
      const cells = [...rows].flatMap(([, row = '']) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
      return cells.filter((cell) => cell.length > 100 && !/^:?-+:?$/.test(cell)).map((cell) => `${page}: ${cell}`);
    });
    expect(wide).toEqual([]);
  });
});
