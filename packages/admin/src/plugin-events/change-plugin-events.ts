import { EventAdministration, type EventChoice } from '@ticketgate/database';

import { changeAudited } from '../audit/audited-change.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, integer, objectOf, rowID, word } from '../tasks/schemas.js';
import { commentSchema } from '../services/service-schemas.js';

const ids = { type: 'array', minItems: 1, maxItems: 1000, items: rowID } as const;

type Change = (events: EventAdministration, choice: EventChoice, now: Date) => Promise<number>;

function changeOf(summary: string, action: string, change: Change) {
  return defineAction({
    summary,
    input: {
      ...inputObject(
        {},
        {
          ids,
          all: { const: true },
          consumer: {
            ...word,
            description: 'only those of this plugin, or of the invokers of a web service: service:<name>',
          },
          comment: commentSchema,
        },
      ),
      oneOf: [{ required: ['ids'] }, { required: ['all'] }],
    },
    answer: objectOf({ events: integer }),
    async run({ ids, consumer, comment }, { system, author }) {
      const events = await changeAudited(system.accounts, author, {
        action,
        subject: [ids?.join(' ') ?? 'all', ...(consumer === undefined ? [] : [`of ${consumer}`])].join(' '),
        comment,
        change: ({ transaction }) => change(new EventAdministration(transaction), { ids, consumer }, system.now()),
        after: (count) => ({ events: count }),
      });
      return { events };
    },
  });
}

export const retryPluginEvents = changeOf(
  'Tries events again now, as if they were new: those with these ids, or all dead ones.',
  'events retried',
  (events, choice, now) => events.retry(choice, now),
);

export const dropPluginEvents = changeOf(
  'Deletes events for good: those with these ids, or all dead ones.',
  'events dropped',
  (events, choice) => events.drop(choice),
);
