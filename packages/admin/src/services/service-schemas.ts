import {
  flagOrFalse,
  anything,
  flag,
  integer,
  listOf,
  listOfNamed,
  named,
  objectOf,
  oneOf,
  optional,
  text,
  textOrNull,
  integerOrNull,
} from '@ticketgate/sdk/schema';

import { moment, count, message, ofSentence, word } from '../tasks/schemas.js';

const place = named('Place', { line: integer('From 1.'), column: integer('From 1.') });
const range = named(
  'Range',
  {
    start: { ...place, description: 'Its first character.' },
    end: { ...place, description: 'Behind its last character.' },
  },
  'Where it stands in the text.',
);

/** A diagnostic of a definition; lines and columns count from 1, and ends are exclusive. */
export const diagnosticSchema = named('Diagnostic', {
  severity: oneOf(['error', 'warning'], 'Errors keep a definition from being published.'),
  code: text('What kind of problem it is; the documentation explains each code.'),
  message: text('What is wrong, and what to do.'),
  ...ofSentence,
  path: listOf({ type: ['string', 'integer'] }, 'The keys of the definition that lead to it.'),
  range,
  fixes: listOfNamed('Ways to correct it.', 'Fix', {
    title: text('What it is, in a few words.'),
    range,
    text: text('The text that it becomes.'),
  }),
  /** Where this makes an error of a warning. */
  breaks: optional(text('What of the current version this would break.')),
});

/** How a definition differs from another one in what it does. */
export const changeSchema = named('Change', {
  kind: oneOf(['added', 'removed', 'changed'], 'Whether the part is new, gone or different.'),
  part: text('The part of the definition.'),
  operation: optional(text('Name of the operation that changes.')),
  route: optional(
    objectOf(
      { method: optional(text('The HTTP method.')), route: text('The path of the route.') },
      'The route that changes.',
    ),
  ),
  path: listOf({ type: ['string', 'integer'] }, 'The keys of the definition that lead to it.'),
  sentence: text('What changes, in a sentence.'),
  words: optional(text('What it means for clients, in a sentence; missing where only keys and values say it.')),
  ...ofSentence,
  breaks: flag('Whether clients may have to change.'),
  calls: optional(integer('Requests of the last 7 days that the change affects.')),
  lostCredentials: optional(text('Credentials that are no longer accepted.')),
  callers: optional(integer('Recorded callers of the last 7 days, and their API keys, who may have to change.')),
});

export const version = {
  id: integer('Number of the version.'),
  number: integer('Its place among those of its web service, from 1.'),
  time: moment('When it was made.'),
  author: text('Login of its author.'),
  origin: optional(text('Where it is from, for example a file.')),
  action: text('What made it, for example "published".'),
  comment: text('Why it was made.'),
};
const versionSchema = named('Version', version);

export const STATES = ['served', 'disabled', 'not servable', 'absent'] as const;

export const summary = {
  id: optional(integer('Number of the web service.')),
  name: text('Name of the web service.'),
  state: oneOf(STATES, 'Whether it is served.'),
  reason: optional(text('Why it is not served.')),
  reasonMessage: optional({ ...message, description: 'The reason, for other languages.' }),
  drift: optional(text('How the web service differs from its file.')),
  details: optional(
    named(
      'ServiceDetails',
      {
        origin: optional(text('Where it is from, for example a file.')),
        version: optional({ ...versionSchema, description: 'The current version.' }),
        lastGoodVersion: optional({
          ...versionSchema,
          description: 'The version to go back to, where the current one cannot be served.',
        }),
        routes: integer('How many routes it has.'),
        invokers: integer('How many invokers it has.'),
        invokersOff: optional(text('Why events do not call its invokers, and what to do; absent where they do.')),
        warnings: integer('How many warnings its definition has.'),
        description: text('What it is for.'),
        remoteSystem: text('The system on the other side, in the words of the definition.'),
        calls: integer('Requests of the last 7 days.'),
      },
      'What is known of a web service that exists.',
    ),
  ),
};

/** What answers of changes say besides. */
export const warningMembers = {
  warnings: listOf(text(), 'What else you should know.'),
  warningMessages: listOf(message, 'The sentences in `warnings`, for other languages.'),
};

export const savedSchema = named('SavedService', {
  name: text('Name of the web service.'),
  isChanged: flag('False where everything was so already.'),
  version: integerOrNull('Id of the new version; null where nothing was changed.'),
  number: integerOrNull(
    'Place of the new version among those of its web service, from 1; null where nothing was changed.',
  ),
  ...warningMembers,
});

export const partSchema = named('ServedPart', {
  part: text('The part of the definition.'),
  verdict: oneOf(['as it is', 'with a note', 'not served'], 'Whether the part is served.'),
  notes: listOf(text(), 'What differs, and what to do.'),
});

export const draftSchema = named('Draft', {
  definition: text('A definition in YAML.'),
  base: integer('The version that the draft was made from.'),
  revision: integer('The number that the draft has since it was saved last; no other draft has had it.'),
  author: text('Login of its author.'),
  changedAt: moment('When it was saved.'),
});

export const exampleSchema = named('OperationExample', {
  summary: text('What it shows.'),
  input: anything('What the request holds.'),
});

export const operationSchema = named('OperationType', {
  type: text('What definitions name as its Type, for example Ticket::TicketGet.'),
  plugin: textOrNull('Name of the plugin that brings it; null where that is not known.'),
  version: textOrNull('Version of the package of the plugin; null where it has none.'),
  services: listOf(text(), 'Web services that use it.'),
  summary: text('What it does, in a sentence.'),
  description: textOrNull('What it is for.'),
  effect: oneOf(['reads', 'writes'], 'Whether the operation only reads.'),
  input: anything('JSON Schema of its input.'),
  output: anything('JSON Schema of its answer; null where it does not say.'),
  options: anything('Options that a definition may set for it.'),
  errors: listOf(text(), 'Codes of the errors that it may answer.'),
  examples: listOf(exampleSchema, 'Requests that work, as clients send them, without credentials.'),
  isReplayed: flag('Whether replay calls it.'),
});

/** Without a maximum: checks of definitions have a limit of their own. */
export const definitionSchema = text('A definition in YAML.');
/** Whose mapping: one of these. */
export const mappedEntry = {
  operation: word('its name in the definition'),
  invoker: word('its name in the definition'),
} as const;
export const sideSchema = { enum: ['inbound', 'outbound'], description: 'Which of its mappings.' } as const;
export const versionNumber = (description?: string) => ({ ...count(description), minimum: 1 }) as const;
export const baseSchema = versionNumber('the version that you started from');
export const revisionSchema = versionNumber('of the draft that you have seen');
export const forceSchema = flagOrFalse('also what breaks what works now');
