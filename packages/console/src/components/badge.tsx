import type { ComponentChildren } from 'preact';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

export interface Toned {
  readonly tone: Tone;
  readonly text: string;
}

/** A state in a word, with a dot in its colour. */
export function State({ tone, text }: Toned) {
  return <span class={`state ${tone}`}>{text}</span>;
}

function chooseTone(status: number, errorCode: string | null = null): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 || errorCode !== null ? 'warn' : 'good';
}

export function Badges({ of }: { readonly of: readonly string[] }) {
  return (
    <span class="row tight">
      {of.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
    </span>
  );
}

/** An HTTP status; many services answer errors with 200. */
export function Status({ of, errorCode }: { readonly of: number; readonly errorCode?: string | null }) {
  return <Badge tone={chooseTone(of, errorCode)}>{of}</Badge>;
}
