import type { ComponentChildren } from 'preact';

import type { Loaded } from '../api/use-load.js';
import { Failure, Skeleton } from './empty.js';

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
