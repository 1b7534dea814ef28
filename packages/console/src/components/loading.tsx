import type { ComponentChildren } from 'preact';

import type { Loaded } from '../api/use-load.js';
import { t } from '../app/language.js';
import { Failure } from './note.js';

interface LoadingProps<Data> {
  readonly of: Omit<Loaded<Data>, 'set'>;
  readonly lines?: number | undefined;
  readonly children: (data: Data) => ComponentChildren;
}

export function Loading<Data>({ of: { data, problem, reload }, lines, children }: LoadingProps<Data>) {
  return (
    <>
      {problem !== undefined && <Failure problem={problem} onRetry={reload} />}
      {data !== undefined && children(data)}
      {data === undefined && problem === undefined && <Skeleton lines={lines} />}
    </>
  );
}

export function Skeleton({ lines = 6 }: { readonly lines?: number | undefined }) {
  return (
    <div class="skeleton" role="status" aria-label={t('Loading')}>
      {Array.from({ length: lines }, (_line, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
