import { offMainThread, compilePatterns } from '@ticketgate/definition';
import { FATES, previewMapping } from '@ticketgate/gateway';
import { inSteps } from '@ticketgate/sdk';
import {
  anything,
  inputObject,
  integer,
  listOf,
  named,
  objectOf,
  oneOf,
  optional,
  text,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { DefinitionInvalid } from '../services/service-errors.js';
import { InputInvalid } from '../tasks/task-errors.js';
import { requireReadable } from '../services/definition-text.js';
import { task } from '../tasks/task.js';
import { definitionSchema, mappedEntry, sideSchema } from '../services/service-schemas.js';

/** Keys below the Config of the mapping. */
const rule = { type: ['array', 'null'], items: text() } as const;

const member = named(
  'MappedMember',
  objectOf({
    from: textOrNull('Its name before; null where the mapping has made it.'),
    to: textOrNull('Its name behind the mapping; null where it was dropped.'),
    fate: oneOf(FATES, 'What became of it.'),
    keyRule: {
      ...rule,
      description: 'The rule for its name, as keys below the Config of the mapping; null where there is none.',
    },
    valueRule: { ...rule, description: 'The rule for its value; null where there is none.' },
  }),
);

/** Counted from 1. */
const place = objectOf({ line: integer('From 1.'), column: integer('From 1.') });

const pattern = objectOf({
  rule: listOf(text(), 'Keys on the way to the pattern.'),
  problem: text('Why it does not compile.'),
});

export const previewDefinitionMapping = task({
  at: 'POST /mapping/preview',
  summary:
    'Shows what a mapping of an operation or an invoker does to data, and which rule did what to each member. Nothing is called.',
  input: {
    ...inputObject(
      {
        definition: definitionSchema,
        side: sideSchema,
        data: { type: 'object', description: 'What the mapping gets.' },
      },
      mappedEntry,
    ),
    oneOf: [{ required: ['operation'] }, { required: ['invoker'] }],
  },
  answer: objectOf({
    result: anything('What the mapping makes of the data.'),
    notices: listOf(text(), 'What the mapping did that may surprise.'),
    error: textOrNull('Why it failed; null where it did not.'),
    place: { ...optional(place), description: 'Where the template has the error; absent for other errors.' },
    patterns: listOf(pattern, 'Regular expressions that do not compile.'),
    members: listOf(member, 'What became of each member; none unless data and result are objects.'),
  }),
  errors: [DefinitionInvalid],
  async run({ definition, operation, invoker, side, data }, { system }) {
    await requireReadable(system, definition);
    const { webService } = await offMainThread('load', definition);
    const found =
      invoker === undefined
        ? webService?.operations.get(operation ?? '')
        : webService?.requester?.invokers.get(invoker);
    if (found !== undefined) {
      await inSteps(compilePatterns([found[side]]));
      return previewMapping(found[side], data);
    }
    const entry = invoker === undefined ? `operation "${operation ?? ''}"` : `invoker "${invoker}"`;
    const reason = `The definition has no ${entry} that can be read. POST check says what is wrong with it.`;
    throw new InputInvalid({ reason });
  },
});
