import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import type { PostServicesNameRehearseAnswer } from '../../api/admin-api.js';
import type { Schema } from '../../components/schema.js';
import type { Edit } from '../services/change-text.js';

/** What each step gets: the values of the definition, and what came of them. */
export interface StepProps {
  /** Of the invoker. */
  readonly name: string;
  /** The part Requester of the definition. */
  readonly requester: Schema;
  /** That of definitions. */
  readonly schema: unknown;
  readonly change: (...edits: readonly Edit[]) => void;
  /** Undefined before the first answer. */
  readonly rehearsal: PostServicesNameRehearseAnswer | undefined;
}

interface StepFrameProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What it leads to. */
  readonly outcome: ComponentChildren;
}

export function Step({ title, children, outcome }: StepFrameProps) {
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <div class="columns side-by-side">
        <div class="form">{children}</div>
        <div class="stack">{outcome}</div>
      </div>
    </section>
  );
}

/** Leads to the field of what was just added: the last one that the selector finds. */
export function useAdded<Place extends HTMLElement>(selector: string) {
  const place = useRef<Place>(null);
  const isAdded = useRef(false);
  // With the render: the next key belongs there.
  useLayoutEffect(() => {
    const field = isAdded.current
      ? [...(place.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)
      : undefined;
    isAdded.current = false;
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  });
  return { place, note: () => (isAdded.current = true) };
}
