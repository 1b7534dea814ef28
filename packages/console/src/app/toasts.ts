import { signal } from '@preact/signals';

import { wordProblem } from '../api/call.js';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'good' | 'bad';
}

export const toasts = signal<readonly Toast[]>([]);
/** While there are some, they show the toasts: the page below cannot be used. */
export const openDialogs = signal(0);
let last = 0;
/** Milliseconds; longer for what went wrong. */
const SHOWN = { good: 4000, bad: 9000 } as const;

export function toast(text: string, kind: Toast['kind'] = 'good'): void {
  const id = (last += 1);
  toasts.value = [...toasts.value, { id, text, kind }].slice(-3);
  setTimeout(() => dismiss(id), SHOWN[kind]);
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
