import {
  anything,
  flag,
  integer,
  listOf,
  named,
  objectOf,
  oneOf,
  optional,
  text,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { moment, count, word } from '../tasks/schemas.js';

const place = named('Place', objectOf({ line: integer, column: integer }));
const range = named('Range', objectOf({ start: place, end: place }));

/** A diagnostic of a definition; lines and columns count from 1, and ends are exclusive. */
export const diagnosticSchema = named(
  'Diagnostic',
  objectOf({
    severity: oneOf('error', 'warning'),
    code: text,
    message: text,
    path: listOf({ type: ['string', 'integer'] }),
    range,
    fixes: listOf(named('Fix', objectOf({ title: text, range, text }))),
    /** Where this makes an error of a warning. */
    breaks: optional(text),
  }),
);

/** How a definition differs from another one in what it does. */
export const changeSchema = named(
  'Change',
  objectOf({
    kind: oneOf('added', 'removed', 'changed'),
    part: text,
    operation: optional(text),
    route: optional(objectOf({ method: optional(text), route: text })),
    path: listOf({ type: ['string', 'integer'] }),
    sentence: text,
    words: optional(text),
    breaks: { ...flag, description: 'Whether clients may have to change.' },
    calls: optional(integer),
    callers: optional(integer),
  }),
);

export const version = {
  id: integer,
  number: integer,
  time: moment,
  author: text,
  origin: optional(text),
  action: text,
  comment: text,
};
export const versionSchema = named('Version', objectOf(version));

export const STATES = ['served', 'disabled', 'not servable', 'absent'] as const;

export const summary = {
  id: optional(integer),
  name: text,
  state: oneOf(...STATES),
  reason: optional(text),
  drift: optional(text),
  details: optional(
    named(
      'ServiceDetails',
      objectOf({
        origin: optional(text),
        version: optional(versionSchema),
        lastGoodVersion: optional(integer),
        routes: integer,
        invokers: integer,
        invokersOff: optional(text),
        warnings: integer,
        description: text,
        remoteSystem: text,
        calls: integer,
      }),
    ),
  ),
};

/** The result of a change to a web service. */
export const savedSchema = named(
  'SavedService',
  objectOf({
    name: text,
    isChanged: flag,
    /** Null when nothing was changed. */
    version: { type: ['integer', 'null'] },
    warnings: listOf(text),
  }),
);

export const partsSchema = listOf(
  named(
    'ServedPart',
    objectOf({ part: text, verdict: oneOf('as it is', 'with a note', 'not served'), notes: listOf(text) }),
  ),
);

export const draftSchema = named(
  'Draft',
  objectOf({
    definition: text,
    base: integer,
    revision: integer,
    author: text,
    changedAt: moment,
  }),
);

/** A request that works. */
export const exampleSchema = named('OperationExample', objectOf({ summary: text, input: anything }));

export const operationSchema = named(
  'OperationType',
  objectOf({
    type: text,
    plugin: textOrNull,
    version: textOrNull,
    services: listOf(text),
    summary: text,
    description: textOrNull,
    effect: oneOf('reads', 'writes'),
    input: anything,
    output: anything,
    options: anything,
    errors: listOf(text),
    examples: listOf(exampleSchema),
    isReplayed: flag,
  }),
);

// What bodies hold.

/** As long as a body may be; those who check it have a limit of their own. */
export const definitionSchema = { type: 'string' } as const;
/** Whose mapping: one of these. */
export const mappedEntry = {
  operation: { ...word, description: 'its name in the definition' },
  invoker: { ...word, description: 'its name in the definition' },
} as const;
/** A mapping of an operation or an invoker. */
export const sideSchema = { enum: ['inbound', 'outbound'] } as const;
export const versionNumber = { ...count, minimum: 1 } as const;
export const baseSchema = { ...versionNumber, description: 'the version that you started from' } as const;
export const revisionSchema = { ...versionNumber, description: 'of the draft that you have seen' } as const;
export const forceSchema = { type: 'boolean', default: false, description: 'also what breaks what works now' } as const;
