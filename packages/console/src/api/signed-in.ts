import { computed, signal } from '@preact/signals';

import type { Administrator } from './admin-api.js';
import { tellOtherTabs } from './other-tabs.js';

/** Undefined: not known yet; null: nobody is signed in. */
export const administrator = signal<Administrator | null | undefined>(undefined);
export const csrfToken = computed(() => administrator.value?.csrfToken ?? null);

/** Whether the user must sign in before the page can go on. What it shows stays. */
export const hasEnded = signal(false);

let waiting: PromiseWithResolvers<void> | undefined;

/** Milliseconds without a key after which nobody is typing. */
const PAUSE = 700;
let lastKey = 0;
window.addEventListener('keydown', () => (lastKey = Date.now()), { capture: true });

/** Nothing that is being typed should end up in the form of the sign-in. */
function askAfterPause(): void {
  const rest = lastKey + PAUSE - Date.now();
  if (rest > 0) setTimeout(askAfterPause, rest);
  else hasEnded.value = waiting !== undefined;
}

/** Resolves once somebody has signed in. */
export async function signInAgain(): Promise<void> {
  waiting ??= Promise.withResolvers();
  askAfterPause();
  await waiting.promise;
}

/** Tells the other tabs, which may wait for it. */
export function signedIn(who: Administrator): void {
  tellOtherTabs();
  administrator.value = who;
  hasEnded.value = false;
  waiting?.resolve();
  waiting = undefined;
}
