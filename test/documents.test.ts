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
  it('that sources name are there', () => {
    const named = sources.flatMap(
      (file) => readFileSync(join(ROOT, file), 'utf8').match(/\bdocs\/[\w./-]+\.md/g) ?? [],
    );
    expect([...new Set(named)].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  it('link to files that are there', () => {
    const broken = pages.flatMap((page) => {
      const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)];
      return links
        .map(([, link = '']) => link)
        .filter((link) => !existsSync(join(ROOT, dirname(page), link)))
        .map((link) => `${page}: ${link}`);
    });
    expect(broken).toEqual([]);
  });
});
