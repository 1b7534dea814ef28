import { AuditLog } from '@ticketgate/database';
import { anything, optionalMembers, integer, named, objectOf, text } from '@ticketgate/sdk/schema';

import { pageBefore, pageMembers, toPage } from '../tasks/pages.js';
import { moment, momentIn, readMoment, word } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';
import { PAST, readPast } from '../tasks/words.js';

const entry = named('AuditEntry', {
  id: integer('Number of the entry; later ones are greater.'),
  at: moment('When it was changed.'),
  author: text('Login of the author of the change; `cli:<name>` for a command.'),
  action: text('What was done, for example "published".'),
  subject: text('What was changed, for example the name of a web service.'),
  comment: text('Why it was changed.'),
  before: anything('What it was before.'),
  after: anything('What it was afterwards.'),
  source: text('From where: address, and by session or key.'),
});

export const listAudit = task({
  at: 'GET /audit',
  needs: 'look',
  summary: 'Lists who changed what, when, from what to what, and from where; the newest first.',
  input: optionalMembers({
    ...pageBefore,
    subject: word('What was changed, for example the name of a web service.'),
    author: word('Login of the author of the change.'),
    action: word('the beginning of what was done: `service disabled`, or `agent` for all that was done to agents'),
    text: word('part of the action, the subject, the comment or a value before or after, in any case'),
    since: momentIn(),
    until: momentIn(),
  }),
  answer: objectOf({ ...pageMembers(entry, integer()), total: integer('How many there are on all pages.') }),
  async run({ limit, before, since, until, ...search }, { system }) {
    const log = new AuditLog(system.reader());
    const filter = { ...search, since: readMoment(since), until: readMoment(until) };
    const found = await log.list({ ...filter, limit: limit + 1, beforeID: before });
    return { ...toPage(found, limit, ({ id }) => id), total: await log.count(filter) };
  },
  command: {
    usage: 'audit list',
    group: 'show who changed what',
    about: 'list changes: when, by whom, what, from what to what, and from where; the newest first',
    words: {
      limit: ['--limit <count>', 'most changes to list'],
      before: ['--before <id>', 'only changes older than this one'],
      subject: ['--subject <name>', 'only changes of this service, agent, key …'],
      author: ['--author <login>', 'only changes by this agent'],
      since: { flags: '--since <time>', about: `only changes since this time: ${PAST}`, read: readPast },
      until: { flags: '--until <time>', about: 'only changes before this time', read: readPast },
      action: ['--action <words>', 'only what begins so: "service disabled", or agent for all that was done to agents'],
      text: ['--text <text>', 'only changes with this text in action, subject, comment or values'],
    },
    table: {
      headings: 'ID TIME BY WHAT SUBJECT CHANGE FROM COMMENT',
      cells({ id, at, author, action, subject, before, after, source, comment }) {
        const states = [before, after].map((state) => (state === null ? '-' : JSON.stringify(state))).join(' → ');
        const change = states.length > LONGEST ? `${states.slice(0, LONGEST)}…` : states;
        return [String(id), at, author, action, subject, change, source, comment ?? ''];
      },
    },
  },
});

/** Characters of a state in a table; JSON has all of them. */
const LONGEST = 160;
