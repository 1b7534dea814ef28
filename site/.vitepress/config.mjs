import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

import { pageOf, pagesAsInRepository } from './pages-as-in-repository.mjs';
import { sidebarOf } from './sidebar.mjs';
import { slugOf } from './slug.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const { version, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(ROOT, 'packages/console/src/icon.svg'), 'utf8'))}`;

/** The newest one first; `scripts/docs.mjs` builds each into a folder of the newest. */
const versions = process.env.DOCS_VERSIONS?.split(' ') ?? [version];
const newest = version === versions[0] ? '' : '/..';
const source = repository?.url.replace(/^git\+|\.git$/g, '');

/** Pages outside this folder would not find it. */
const vueForPages = {
  name: 'vue-for-pages',
  enforce: 'pre',
  resolveId(name, page) {
    const isForPage = /^vue(?:\/|$)/.test(name) && page?.endsWith('.md');
    return isForPage ? this.resolve(name, import.meta.filename, { skipSelf: true }) : undefined;
  },
};

export default defineConfig({
  title: 'Ticketgate',
  description:
    'Web-service definitions of OTOBO, Znuny and OTRS as fast HTTP services, with a ticket system behind them.',
  lang: 'en',
  srcDir: ROOT,
  srcExclude: ['!(docs|examples|CHANGELOG.md)/**', 'docs/adr/0000-template.md'],
  rewrites: pageOf,
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  vite: { plugins: [vueForPages] },
  head: [['link', { rel: 'icon', href: icon }]],
  markdown: {
    anchor: { slugify: slugOf },
    image: { lazyLoading: true },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => md.use(pagesAsInRepository, { root: ROOT, source: source && `${source}/blob/v${version}` }),
  },
  themeConfig: {
    logo: icon,
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sidebarOf(join(ROOT, 'docs')),
    nav: [
      { text: 'From OTOBO, Znuny or OTRS', link: '/guides/from-a-host' },
      { text: 'From nothing', link: '/guides/from-nothing' },
      {
        text: version,
        items: [
          { text: 'Changelog', link: '/changelog' },
          ...versions
            .filter((each) => each !== version)
            .map((each) => ({
              text: each,
              link: `${newest}/${each === versions[0] ? '' : `${each}/`}`,
              target: '_self',
            })),
        ],
      },
    ],
    ...(source && { socialLinks: [{ icon: 'github', link: source }] }),
  },
});
