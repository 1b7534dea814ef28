import type { Draft, SavedService } from '../../api/admin-api.js';

/** What this tab has loaded or saved: the server reports that, too. */
const known = new Set<string>();
/** A report of the server may come before the answer that is on its way. */
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

/** For a change that makes a version of the service on the page. */
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
