import { inspect } from 'node:util';
import type { Data } from '@ticketgate/sdk';

interface FailedRequest {
  readonly id: string;
  /** The error that its operation threw. */
  readonly thrown: unknown;
  /** The whole log, as JSON. */
  readonly log: readonly string[];
}

/** Explains why a request failed: the error with its stack and causes, and the log. */
export function explainFailure({ id, thrown, log }: FailedRequest): string {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  const logged = log.flatMap((line) => {
    const entry = JSON.parse(line) as Data; // the collecting logger writes objects
    const { level, message, requestId, ...fields } = entry;
    if (requestId !== id) return [];
    const others = Object.entries(fields).filter(([, value]) => value !== stack);
    return [
      `log ${textOf(level)}: ${textOf(message)}`,
      ...others.map(([name, value]) => `  ${name}: ${textOf(value)}`),
    ];
  });
  return [...(thrown === undefined ? [] : [inspect(thrown)]), ...logged].join('\n');
}

/** Texts are not quoted, so that stacks keep their line breaks. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
