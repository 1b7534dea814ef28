import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { barriersAt, LONG, SCREENS, SCREENS_OF_ENTRIES } from '../console/barriers.js';
import { describeConsole, SERVICE } from '../console/console-case.js';
import { ROOT } from '../support/root.js';

const CONSOLE = join(ROOT, 'packages/console/src');

/** What the parts of paths of screens stand for, by the part before each. */
const EXAMPLES: Readonly<Record<string, string>> = {
  services: 'Shop',
  invokers: 'Tell',
  log: 'nothing',
  operations: 'Ticket%3A%3ATicketGet',
  agents: 'root%40localhost',
  roles: 'First%20level',
  groups: 'users',
  customers: 'carla',
  catalogue: 'Queues',
  Queues: 'Raw',
};

/** The patterns of all routes, as the console has them. */
function routes(): readonly string[] {
  const table = readFileSync(join(CONSOLE, 'app/screens.tsx'), 'utf8');
  return [...table.matchAll(/^ +\[?'(\/[\w/:-]*)',/gm)].map(([, pattern = '']) => pattern);
}

/** With an example for each part such as `:name`. */
function filledIn(pattern: string): string {
  const filled = pattern.replace(/(\w+)\/:\w+/, (_part, before: string) => `${before}/${EXAMPLES[before] ?? '?'}`);
  return filled === pattern ? filled : filledIn(filled);
}

/** Shows a screen with all that is folded, and says what people see or hear there in English, in German, and in English again. */
const VISIT = `async (path) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const settled = async () => {
    await frame();
    for (let frames = 0; frames < 600 && (document.querySelector('.skeleton') || !document.querySelector('h1')); frames += 1) await frame();
    await frame();
  };
  const switchTo = async (name, language) => {
    [...document.querySelectorAll('.side-foot button')].find(({ textContent }) => textContent === name).click();
    while (document.documentElement.lang !== language) await frame();
    await settled();
  };
  const texts = () => {
    const found = document.title.split(' · ');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const around = walker.currentNode.parentElement;
      const isName = around.closest('code, pre, .mono, .cm-editor, [lang=en]') || around.querySelector(':scope > wbr');
      if (!isName && around.value !== around.textContent) found.push(walker.currentNode.data);
    }
    for (const name of ['title', 'placeholder', 'aria-label']) {
      for (const each of document.querySelectorAll('[' + name + ']')) found.push(each.getAttribute(name));
    }
    return [...new Set(found.map((text) => text.trim()))].filter((text) => text !== '');
  };
  history.pushState({}, '', '/admin' + path);
  dispatchEvent(new PopStateEvent('popstate'));
  await settled();
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  await settled();
  const before = texts();
  await switchTo('Deutsch', 'de');
  const german = texts();
  await switchTo('English', 'en');
  return { before, german, after: texts() };
}`;

interface Visit {
  readonly before: readonly string[];
  readonly german: readonly string[];
  readonly after: readonly string[];
}

describeConsole('the screens of the console', { webServices: { Shop: SERVICE, [LONG]: SERVICE } }, (given) => {
  it.each(SCREENS_OF_ENTRIES)('have no barrier at %s in light at 1280 pixels', async (path) => {
    expect(await barriersAt(given, path)).toEqual([]);
  });

  describe.each([
    ['light', 390],
    ['dark', 390],
    ['dark', 1280],
    // A window of 1280 pixels at 200 %.
    ['light', 640],
    ['dark', 640],
  ] as const)('in %s at %i pixels', (colorScheme, width) => {
    it.each([...SCREENS, ...SCREENS_OF_ENTRIES])('have no barrier at %s', async (path) => {
      expect(await barriersAt(given, path, { colorScheme, viewport: { width, height: 900 } })).toEqual([]);
    });
  });

  it('speak one language, also after it is switched', async () => {
    const [toGerman, toEnglish] = dictionaries();
    const { page } = await given.open('/');
    const paths = [...routes().map(filledIn), ...SCREENS_OF_ENTRIES.filter((path) => path.includes('?'))];
    expect(paths.length).toBeGreaterThan(40);
    const left: string[] = [];
    for (const path of paths) {
      const { before, german, after } = await page.evaluate<Visit>(`(${VISIT})(${JSON.stringify(path)})`);
      const isEnglish = (text: string) => isOther(text, toGerman) && toEnglish(text) === undefined;
      const isGerman = (text: string) => isOther(text, toEnglish) && toGerman(text) === undefined;
      const found = [...german.filter(isEnglish), ...before.filter(isGerman), ...after.filter(isGerman)];
      left.push(...found.map((text) => `${path}: ${text}`));
    }
    expect(left).toEqual([]);
  }, 180_000);
});

type Translate = (text: string) => string | undefined;

function isOther(text: string, translate: Translate): boolean {
  return ![undefined, text].includes(translate(text));
}

/** Of all texts with more than a few letters of their own, from English to German and back. */
function dictionaries(): readonly [Translate, Translate] {
  const words = (name: string) => JSON.parse(readFileSync(join(CONSOLE, 'locales', name), 'utf8')) as object;
  const server = words('de-server.json') as { readonly texts: object; readonly titles: object };
  const all = Object.entries<string>({ ...server.texts, ...server.titles, ...words('de.json') });
  const known = all.filter(([text]) => !text.includes('{') || text.replaceAll(/\{\w+\}|\W/g, '').length >= 10);
  return [translatorOf(known), translatorOf(known.map(([english, german]) => [german, english]))];
}

/** A function that finds the text with the same words, where `{name}` stands for anything. */
function translatorOf(entries: readonly (readonly [string, string])[]): Translate {
  const escaped = (part: string) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const patterns = entries.map(([from, to]) => ({
    form: new RegExp(
      `^${from
        .split(/\{\w+\}/)
        .map(escaped)
        .join('[^]+?')}$`,
    ),
    isSame: from === to,
    to,
  }));
  return (text) => {
    const found = patterns.find(({ form }) => form.test(text));
    return found?.isSame === true ? text : found?.to;
  };
}
