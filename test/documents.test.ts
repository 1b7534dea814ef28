import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
    .map((name) => join(folder, name));
}

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesBelow('docs', /(?<!template)\.md$/)];
const sources = [...filesBelow('packages', /\.ts$/), ...filesBelow('config', /\.yml$/)];

describe('documents', () => {
  it('that sources mention exist', () => {
    const named = sources.flatMap(
      (file) => readFileSync(join(ROOT, file), 'utf8').match(/\bdocs\/[\w./-]+\.md/g) ?? [],
    );
    expect([...new Set(named)].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  it('link to existing files', () => {
    const broken = pages.flatMap((page) => {
      const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)];
      return links
        .map(([, link = '']) => link)
        .filter((link) => !existsSync(join(ROOT, dirname(page), link)))
        .map((link) => `${page}: ${link}`);
    });
    expect(broken).toEqual([]);
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
