import type { Draft, SavedService } from '../../api/admin-api.js';

/** What this tab has loaded or saved: the server tells of that, too. */
const known = new Set<string>();
/** What the server tells may come before the answer that is on its way. */
let underWay: Promise<unknown> = Promise.resolve();

function receive<Answer>(asked: Promise<Answer>, describe: (answer: Answer) => string): Promise<Answer> {
  const received = asked.then((answer) => {
    known.add(describe(answer));
    return answer;
  });
  underWay = received.catch(() => undefined);
  return received;
}

export function receiveDraft<Answer extends Draft | null>(name: string, asked: Promise<Answer>): Promise<Answer> {
  return receive(asked, (draft) => `${name} ${draft?.changedAt}`);
}

/** Of a change that makes a version of the service that one looks at. */
export function receiveVersion(asked: Promise<SavedService>): Promise<SavedService> {
  return receive(asked, ({ name, number }) => `${name} ${number}`);
}

export async function awaitOwnChange(): Promise<void> {
  await underWay;
}

/** @param mark when the draft was saved, or the number of the version */
export async function isOwnChange(name: string, mark: string | number): Promise<boolean> {
  await underWay;
  return known.has(`${name} ${mark}`);
}
