import type { Locator, Page } from 'playwright-core';

import { untilTrue } from '../support/index.js';

/** Most presses of Tab from one thing to another. */
const MOST_TABS = 80;

/** What somebody does at a page: with mouse and keyboard, or by keyboard alone. Each click and key is counted by the page. */
export class Hands {
  readonly #page: Page;
  readonly #hasMouse: boolean;

  private constructor(page: Page, hasMouse: boolean) {
    this.#page = page;
    this.#hasMouse = hasMouse;
  }

  /** Counts from now on, as long as the page is not loaded anew. */
  static async at(page: Page, hasMouse = true): Promise<Hands> {
    await page.evaluate(`presses = 0;
      for (const name of ['keydown', 'mousedown']) addEventListener(name, () => (presses += 1), true);`);
    return new Hands(page, hasMouse);
  }

  /** Clicks and keys so far. */
  count(): Promise<number> {
    return this.#page.evaluate<number>('presses');
  }

  /** A button, a link, or a row that opens. */
  async press(on: Locator): Promise<void> {
    await on.waitFor();
    if (this.#hasMouse) return on.click();
    await tabTo(on);
    await this.#page.keyboard.press('Enter');
  }

  /** To another screen: by its link, or by the keys that stand for it. */
  async go(link: Locator, ...keys: readonly string[]): Promise<void> {
    if (this.#hasMouse) return this.press(link);
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Types over what a field has. */
  async type(into: Locator, text: string): Promise<void> {
    await into.waitFor();
    if (!(await isFocused(into))) {
      if (this.#hasMouse) await into.click();
      else await tabTo(into);
    }
    await this.#page.keyboard.type(text);
  }

  key(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }
}

/** Presses Tab until something has the focus. */
export async function tabTo(on: Locator): Promise<void> {
  await on.waitFor();
  for (let tabs = 0; tabs < MOST_TABS && !(await isFocused(on)); tabs += 1) await on.page().keyboard.press('Tab');
  await untilFocused(on);
}

export async function untilFocused(on: Locator): Promise<void> {
  await untilTrue(() => isFocused(on));
}

async function isFocused(on: Locator): Promise<boolean> {
  return (await on.and(on.page().locator(':focus')).count()) === 1;
}
