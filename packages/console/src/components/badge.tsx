import type { ComponentChildren } from 'preact';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A state in a word, with a dot in its colour. */
export function State({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`state ${tone}`}>{children}</span>;
}

/** The tone of an HTTP status; many services answer errors with 200. */
export function toneOfStatus(status: number, errorCode: string | null = null): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 || errorCode !== null ? 'warn' : 'good';
}
