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
const rule = { type: ['array', 'null'], items: text } as const;

const member = named(
  'MappedMember',
  objectOf({
    from: { ...textOrNull, description: 'Its name before; null where the mapping has made it.' },
    to: { ...textOrNull, description: 'Its name behind the mapping; null where it was dropped.' },
    fate: oneOf(...FATES),
    keyRule: rule,
    valueRule: rule,
  }),
);

/** Counted from 1. */
const place = objectOf({ line: integer, column: integer });

const pattern = objectOf({
  rule: { ...listOf(text), description: 'Keys on the way to the pattern.' },
  problem: { ...text, description: 'Why it does not compile.' },
});

export const previewDefinitionMapping = task({
  at: 'POST /mapping/preview',
  summary:
    'Shows what a mapping of an operation or an invoker does to data, and which rule did what to each member. Nothing is called.',
  input: {
    ...inputObject({ definition: definitionSchema, side: sideSchema, data: { type: 'object' } }, mappedEntry),
    oneOf: [{ required: ['operation'] }, { required: ['invoker'] }],
  },
  answer: objectOf({
    result: anything,
    notices: listOf(text),
    error: textOrNull,
    place: { ...optional(place), description: 'Where the template has the error; absent for other errors.' },
    patterns: { ...listOf(pattern), description: 'Regular expressions that do not compile.' },
    members: listOf(member),
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
