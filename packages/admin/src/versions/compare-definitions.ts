import { offMainThread } from '@ticketgate/definition';
import {
  inputObject,
  optionalMembers,
  listOf,
  named,
  objectOf,
  text,
  textOrNull,
  orNull,
  type ValueOf,
} from '@ticketgate/sdk/schema';

import { requireReadable, restoreDefinitionSecrets } from '../services/definition-text.js';
import { getService, getVersion } from '../services/find-service.js';
import { RECORD_ERRORS } from '../replaying/replay-request.js';
import { changeSchema, definitionSchema, versionNumber } from '../services/service-schemas.js';
import { word } from '../tasks/schemas.js';
import { type LooseInput, type TaskSystem, task } from '../tasks/task.js';

const difference = {
  changes: listOf(changeSchema, 'How the definitions differ in what they do.'),
  patch: textOrNull('The difference line by line; null where there is none.'),
};

export const diffService = task({
  at: 'POST /services/:name/diff',
  summary:
    'Compares two definitions by what they do and line by line: versions (`from`, `to`), the current definition, another web service, or a text that is not saved.',
  input: inputObject(
    { name: word('Name of the web service.') },
    {
      from: versionNumber('a version; default: the current definition'),
      to: versionNumber('a version; default: the current definition'),
      definition: { ...definitionSchema, description: 'instead of `to`' },
      service: word('instead of `to`'),
    },
  ),
  answer: objectOf(difference),
  errors: RECORD_ERRORS,
  async run({ name, from, to, definition, service }, { system }) {
    const before = await readSide(system, { service: name, version: from });
    const after = { service: definition === undefined ? (service ?? name) : name, version: to, definition };
    return differenceOf(before, await readSide(system, after));
  },
});

const side = (description: string) =>
  ({
    ...optionalMembers({
      service: word('its current definition, or whose secrets the masks of `definition` stand for'),
      version: versionNumber('of the web service, instead of the current definition'),
      definition: { ...definitionSchema, description: 'a text that is not saved' },
    }),
    anyOf: [{ required: ['service'] }, { required: ['definition'] }],
    description,
  }) as const;

const comparison = named('Comparison', difference);

export const compareDefinitions = task({
  at: 'POST /compare',
  summary:
    'Compares any two definitions, texts or versions, also of two web services; with `base`, also what each of them changed, for a three-way merge. Secrets in texts and patches are masked.',
  input: inputObject(
    { mine: side('your side'), theirs: side('the other side') },
    { base: side('what both were made from') },
  ),
  answer: objectOf({
    ...difference,
    texts: objectOf(
      {
        mine: text('Your side.'),
        theirs: text('The other side.'),
        base: textOrNull('What both sides were made from; null where there is none.'),
      },
      'The definitions, whose secrets are masked.',
    ),
    sinceBase: orNull(
      objectOf({
        mine: { ...comparison, description: 'Your side.' },
        theirs: { ...comparison, description: 'The other side.' },
      }),
      'What each side changed of `base`; null without one.',
    ),
  }),
  errors: RECORD_ERRORS,
  async run({ mine: wanted, theirs: other, base: origin }, { system }) {
    const mine = await readSide(system, wanted);
    const theirs = await readSide(system, other);
    const base = origin === undefined ? undefined : await readSide(system, origin);
    const hidden = await Promise.all([mine, theirs, ...(base === undefined ? [] : [base])].map(masked));
    const [ofMine = '', ofTheirs = '', ofBase = null] = hidden.map((each) => each.text);
    return {
      ...(await differenceOf(theirs, mine)),
      texts: { mine: ofMine, theirs: ofTheirs, base: ofBase },
      sinceBase:
        base === undefined ? null : { mine: await differenceOf(base, mine), theirs: await differenceOf(base, theirs) },
    };
  },
});

async function readSide(
  system: TaskSystem,
  { service = '', version, definition }: LooseInput<ValueOf<ReturnType<typeof side>>>,
): Promise<NamedText> {
  if (definition !== undefined && service !== '')
    return { name: 'definition', text: await restoreDefinitionSecrets(system, service, definition) };
  if (definition !== undefined) {
    await requireReadable(system, definition);
    return { name: 'definition', text: definition };
  }
  if (version === undefined) return { name: service, text: (await getService(system, service)).config };
  return { name: `${service}@${version}`, text: (await getVersion(system, service, version)).config };
}

async function differenceOf(before: NamedText, after: NamedText) {
  const changes = await offMainThread('compare', before.text, after.text);
  return { changes, patch: (await diffTexts(await masked(before), await masked(after))) ?? null };
}

async function masked({ name, text: whole }: NamedText): Promise<NamedText> {
  return { name, text: await offMainThread('mask', whole) };
}

/** A definition with the name under which it is compared, for example `Helpdesk@12` or a file. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** How two definitions differ line by line: a unified diff, empty for equal texts; undefined when they are too different for one. */
export function diffTexts(before: NamedText, after: NamedText): Promise<string | undefined> {
  return offMainThread('diff', before.text, after.text, { before: before.name, after: after.name });
}
