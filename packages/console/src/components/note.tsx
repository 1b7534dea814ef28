import type { ComponentChildren } from 'preact';

import { ApiError, wordProblem } from '../api/call.js';
import { t } from '../app/language.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

export type NoteTone = 'plain' | 'good' | 'warn' | 'bad';

interface NoteProps {
  readonly tone?: NoteTone;
  readonly children: ComponentChildren;
  /** A button beside it. */
  readonly action?: ComponentChildren;
}

export function Note({ tone = 'plain', children, action }: NoteProps) {
  const icon = tone === 'good' ? 'check' : tone === 'plain' ? 'services' : tone === 'warn' ? 'warning' : 'error';
  return (
    <div class={`note ${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      {tone !== 'plain' && <Icon name={icon} />}
      <div class="grow break">{children}</div>
      {action}
    </div>
  );
}

/** Answers that another try does not change. */
const FINAL: readonly unknown[] = [400, 403, 404];

export function Failure({ problem, onRetry }: { readonly problem: unknown; readonly onRetry: () => void }) {
  const retry = () => {
    // The button is about to go.
    document.getElementById('main')?.focus({ preventScroll: true });
    onRetry();
  };
  const isFinal = problem instanceof ApiError && FINAL.includes(problem.status);
  return (
    <Note tone="bad" action={!isFinal && <Button onClick={retry} text={t('Try again')} />}>
      {wordProblem(problem)}
    </Note>
  );
}
