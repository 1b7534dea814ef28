import { FailureKinds, type DebugLogContent, type RecordedRequest } from '@ticketgate/database';
import { integer, listOf, named, orNull, textOrNull } from '@ticketgate/sdk/schema';

import { moment } from '../tasks/schemas.js';
import type { TaskSystem } from '../tasks/task.js';
import { NO_DATA } from './recorded-traffic.js';

/** Callers that are named of a kind of failure. */
const MOST_CALLERS = 50;

export const failureCounts = {
  caller: textOrNull('Login of the sender.'),
  apiKey: textOrNull('The name of the API key that they came with; null for other credentials.'),
  failures: integer('How often it failed, with those that were only counted.'),
  first: moment('When it failed first, as far as the debug log goes back.'),
  last: moment('When it failed last.'),
};

export const failureSchema = named('Failure', {
  reason: textOrNull('Why it failed, in a sentence.'),
  callers: orNull(
    listOf(named('FailedCaller', failureCounts), 'To whom the same has happened, those to whom it did most first.'),
    'Null where counting took too long.',
  ),
});

interface RequestWithContents extends RecordedRequest {
  readonly contents: readonly DebugLogContent[];
}

/** Why a request failed, and to whom the same has happened; null if it did not fail. */
export async function seeFailure(system: TaskSystem, { contents, ...request }: RequestWithContents) {
  if (request.errorCode === null && request.status < 400) return null;
  const callers = await new FailureKinds(system.reader()).listCallers(request, MOST_CALLERS);
  return { reason: findReason(contents), callers: callers ?? null };
}

/** Points at the level `error` that say what was sent, not why it failed. */
const NO_REASON = /^(?:Request that failed$|Returning provider data to remote system)/;
/** Subjects whose content says it all: codes of errors, and the title of what was only counted. */
const HEADING = /^(?:[\w:]+\.\w+|Further failures)$/;

/** The first error causes the others: a refused login, for example, comes before the error of the operation. */
export function findReason(contents: readonly Pick<DebugLogContent, 'level' | 'subject' | 'content'>[]): string | null {
  const first = contents.find(({ level, subject }) => level === 'error' && !NO_REASON.test(subject));
  if (first === undefined) return null;
  const { subject, content } = first;
  if (content === null || content === NO_DATA || content === subject || /^\s*[[{]/.test(content)) return subject;
  return HEADING.test(subject) ? content : `${subject}${/[.!?:]$/.test(subject) ? '' : ':'} ${content}`;
}
