import { signal } from '@preact/signals';

import type { Diagnostic, SavedService } from '../api/admin-api.js';
import { wordProblem } from '../api/call.js';
import { messageText } from './language.js';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'good' | 'warn' | 'bad';
}

export const toasts = signal<readonly Toast[]>([]);
/** While there are some, they show the toasts: the page below cannot be used. */
export const openDialogs = signal(0);
let last = 0;
/** Milliseconds; longer for what went wrong. Warnings stay until somebody dismisses them. */
const SHOWN = { good: 4000, warn: Infinity, bad: 9000 } as const;

export function toast(text: string, kind: Toast['kind'] = 'good'): void {
  const id = (last += 1);
  toasts.value = [...toasts.value, { id, text, kind }].slice(-3);
  if (SHOWN[kind] !== Infinity) setTimeout(() => dismiss(id), SHOWN[kind]);
}

interface Warned {
  readonly warnings: SavedService['warnings'];
  readonly warningMessages?: SavedService['warningMessages'];
}

/** Shows what the server says of a change besides that it is done, without the diagnostics that were shown before it. */
export function toastWarnings({ warnings, warningMessages }: Warned, shown: readonly Diagnostic[] = []): void {
  const said = warningMessages ?? warnings.map((message) => ({ message }));
  const lines = new Set(shown.map(({ range, message }) => `Line ${range.start.line}: ${message}`));
  const others = said.filter(({ message }) => !lines.has(message));
  if (others.length > 0) toast(others.map(messageText).join('\n'), 'warn');
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}

/** Runs an action, and shows a toast if it fails. */
export async function attempt(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (cause) {
    toast(wordProblem(cause), 'bad');
  }
}
