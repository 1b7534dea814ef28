import type { Locator, Page } from 'playwright-core';

import { untilTrue } from '../support/index.js';

/** What has the focus, for the message of a test that fails. */
const FOCUSED = `(({ tagName, textContent }) => tagName + ' ' + textContent.slice(0, 20))(document.activeElement ?? document.body)`;
/** Most presses of Tab from one thing to another. */
const MOST_TABS = 80;
const MOST_ROUNDS = 3;

/** What somebody does at a page: with mouse and keyboard, or by keyboard alone. Each click and each key counts. */
export class Hands {
  readonly #page: Page;
  readonly #hasMouse: boolean;
  #presses = 0;

  constructor(page: Page, hasMouse = true) {
    this.#page = page;
    this.#hasMouse = hasMouse;
  }

  /** Clicks and keys so far. */
  get count(): number {
    return this.#presses;
  }

  /** A button, a link, or a row that opens. */
  async press(on: Locator): Promise<void> {
    await on.waitFor();
    if (this.#hasMouse) return this.#click(on);
    this.#presses += await tabTo(on);
    await this.key('Enter');
  }

  /** To another screen: by its link, or by the keys that stand for it. */
  async go(link: Locator, ...keys: readonly string[]): Promise<void> {
    if (this.#hasMouse) return this.press(link);
    for (const key of keys) await this.key(key);
  }

  /** Types over what a field has. */
  async type(into: Locator, text: string): Promise<void> {
    await into.waitFor();
    if (!(await isFocused(into))) {
      if (this.#hasMouse) await this.#click(into);
      else this.#presses += await tabTo(into);
    }
    this.#presses += text.length;
    await this.#page.keyboard.type(text);
  }

  async key(key: string): Promise<void> {
    this.#presses += 1;
    await this.#page.keyboard.press(key);
  }

  async #click(on: Locator): Promise<void> {
    this.#presses += 1;
    await on.click();
  }
}

/** Clicks and keys that a page hears from now on, as long as it is not loaded anew; it hears no keys of an open list of choices. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`presses = 0;
    for (const name of ['keydown', 'mousedown']) addEventListener(name, () => (presses += 1), true);`);
  return () => page.evaluate<number>('presses');
}

/**
 * Presses Tab until something has the focus, and returns how often. Begins again where the page was drawn anew meanwhile: nobody presses Tab while
 * a page is loading.
 */
export async function tabTo(on: Locator): Promise<number> {
  const passed: string[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    passed.length = 0;
    while (passed.length < MOST_TABS && !(await isFocused(on))) {
      await on.waitFor();
      await on.page().keyboard.press('Tab');
      passed.push(await on.page().evaluate<string>(FOCUSED));
    }
    if (await isFocused(on)) return passed.length;
  }
  throw new Error(`Tab never came to ${String(on)}, but to: ${passed.join(', ')}`);
}

export async function untilFocused(on: Locator): Promise<void> {
  await untilTrue(() => isFocused(on));
}

async function isFocused(on: Locator): Promise<boolean> {
  return (await on.and(on.page().locator(':focus')).count()) === 1;
}
