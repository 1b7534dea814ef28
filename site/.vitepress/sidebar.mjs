import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const GROUPS = {
  Guides: ['guides/from-a-host', 'guides/from-nothing'],
  'Using it': ['web-services', 'soap', 'http-clients', 'ticket-operations', 'contract', 'compatibility', 'invokers'],
  'Running it': [
    'attached',
    'administration',
    'operating',
    'several-machines',
    'stability',
    'diagnostics',
    'errors',
    'security',
    'reliability',
    'performance',
  ],
  'Extending it': ['writing-an-operation', 'request-lifecycle', 'architecture'],
};

/** All pages of a folder, with their headings. */
export function sidebarOf(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.replaceAll('\\', '/').slice(0, -'.md'.length));
  const decisions = pages.filter((name) => /^adr\/(?!0000)/.test(name)).sort();
  const groups = { ...GROUPS, Decisions: decisions };
  const grouped = new Set(Object.values(groups).flat());
  const missing = pages.filter((name) => !name.startsWith('adr/') && !grouped.has(name));
  if (missing.length > 0) throw new Error(`These pages are in no group of site/.vitepress/sidebar.mjs: ${missing}`);
  return Object.entries(groups).map(([text, names]) => ({
    text,
    collapsed: text === 'Decisions' ? true : undefined,
    items: names.map((name) => ({ text: headingOf(join(folder, `${name}.md`)), link: `/${name}` })),
  }));
}

function headingOf(file) {
  return /^# (.+)$/m.exec(readFileSync(file, 'utf8'))[1];
}
