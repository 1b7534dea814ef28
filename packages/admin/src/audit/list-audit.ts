import { AuditLog } from '@ticketgate/database';
import { inputObject, anything, integer, named, objectOf, text } from '@ticketgate/sdk/schema';

import { defineAction } from '../tasks/action.js';
import { momentIn, readMoment, moment, word } from '../tasks/schemas.js';
import { pageBefore, pageMembers, toPage } from '../tasks/pages.js';

const entry = named(
  'AuditEntry',
  objectOf({
    id: integer,
    at: moment,
    author: text,
    action: text,
    subject: text,
    comment: text,
    before: anything,
    after: anything,
    source: text,
  }),
);

export const listAudit = defineAction({
  summary: 'Lists who changed what, when, from what to what, and from where; the newest first.',
  input: inputObject(
    {},
    {
      ...pageBefore,
      subject: word,
      author: word,
      action: {
        ...word,
        description: 'the beginning of what was done: `service disabled`, or `agent` for all that was done to agents',
      },
      text: {
        ...word,
        description: 'part of the action, the subject, the comment or a value before or after, in any case',
      },
      since: momentIn,
      until: momentIn,
    },
  ),
  answer: objectOf({ ...pageMembers(entry, integer), total: integer }),
  async run({ limit, before, since, until, ...search }, { system }) {
    const log = new AuditLog(system.database);
    const filter = { ...search, since: readMoment(since), until: readMoment(until) };
    const found = await log.list({ ...filter, limit: limit + 1, beforeID: before });
    return { ...toPage(found, { limit }, ({ id }) => id), total: await log.count(filter) };
  },
});
