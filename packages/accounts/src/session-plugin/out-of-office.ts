import { forgetSnapshots, setPreferences } from '@ticketgate/database/postgres';
import {
  compileSafePattern,
  defineFamilyOperation,
  foldASCII,
  isAdministrator,
  isData,
  isTrue,
  operationError,
  OperationFault,
  parseTimestamp,
  requireWellFormed,
  toText,
  type Data,
  type OperationContext,
  type TextPattern,
} from '@ticketgate/sdk';
import { looseObject, objectWith, secretText, text } from '@ticketgate/sdk/schema/words';

const NAME = 'OutOfOffice';
const MOST_ENTRIES = 10_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

const ENTRY = looseObject({
  UserSearch: text('Parts of the login and the names of one valid agent; wins over the others.'),
  UserEmail: text('E-mail address of one agent, who need not be valid; wins over UserLogin.'),
  UserLogin: text('Login of one valid agent; * stands for any text.'),
  StartDate: text('YYYY-MM-DD. Without it the dates stay as they are.'),
  EndDate: text('YYYY-MM-DD.'),
  OutOfOffice: { type: ['string', 'integer', 'boolean'], description: '1 for away, 0 or nothing for back.' },
});

const INPUT = objectWith(['OutOfOfficeEntries'], {
  SessionID: secretText(),
  UserLogin: text(),
  Password: secretText(),
  OutOfOfficeEntries: { type: 'array', minItems: 1, maxItems: MOST_ENTRIES, items: ENTRY },
});

/** User::OutOfOffice of Znuny: when agents are away. Entries that match no agent, or several, are skipped. */
export const outOfOffice = defineFamilyOperation({
  type: `User::${NAME}`,
  summary: 'Notes when agents are out of office. Administrators only.',
  effect: 'writes',
  hints: { destructive: true, idempotent: true },
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter'],
  input: INPUT,
  profiles: {
    contract: {
      readInput(input) {
        requireWellFormed(input, INPUT, NAME);
        return input;
      },
    },
  },
  output: objectWith(['Success'], { Success: { const: 1 } }),
  examples: [
    {
      summary: 'An agent is away for a week.',
      input: {
        OutOfOfficeEntries: [
          { UserLogin: 'root@localhost', StartDate: '2026-12-21', EndDate: '2026-12-27', OutOfOffice: 1 },
        ],
      },
      output: { Success: 1 },
    },
  ],
  async run(input, context) {
    await requireAdminGroup(context);
    const isContract = context.binding.profile === 'contract';
    const entries: unknown = isData(input) ? input.OutOfOfficeEntries : undefined;
    if (!Array.isArray(entries) || entries.length === 0) {
      const sentence = 'Payload does not contain out-of-office entries or they could not be parsed.';
      throw isContract ? operationError(NAME, 'MissingParameter', sentence) : new OperationFault(sentence);
    }
    if (entries.length > MOST_ENTRIES) {
      const sentence = `There are ${entries.length} entries; at most ${MOST_ENTRIES} are allowed. Send several requests.`;
      throw operationError(NAME, 'InvalidParameter', sentence);
    }
    await storePreferences(entries.filter(isData), context);
    return { Success: 1 };
  },
});

async function requireAdminGroup(context: OperationContext): Promise<void> {
  const caller = await context.authenticate();
  const refuse = (sentence: string) => operationError(NAME, 'AuthFail', sentence);
  if (caller === undefined) throw refuse('Authentication failed.');
  if (caller.type !== 'User') throw refuse('User needs to be an agent.');
  if (!isAdministrator(await context.accounts.directory(), caller.userID))
    throw refuse('User needs to be in group admin.');
}

interface Agent {
  readonly id: number;
  readonly login: string;
  /** Login and names in lower case. */
  readonly names: readonly string[];
  readonly email: string;
  readonly isValid: boolean;
}

const LOAD = `
select id, login, array[lower(login), lower(first_name), lower(last_name)] as names, valid_id = 1 as "isValid",
  coalesce((select preferences_value from user_preferences
    where user_id = users.id and preferences_key = 'UserEmail' limit 1), '') as email
from users order by id`;

/** Later entries of an agent override earlier ones, preference by preference. */
async function storePreferences(entries: readonly Data[], context: OperationContext): Promise<void> {
  const { database, logger, binding } = context;
  const agents = await database.query<Agent>(LOAD);
  const changes = new Map<number, Readonly<Record<string, string>>>();
  for (const entry of entries) {
    const named = findNamedAgents(entry, agents);
    const [agent] = named;
    const mistake = findMistake(entry, named.length);
    if (mistake !== undefined && binding.profile === 'contract')
      throw operationError(NAME, 'InvalidParameter', `The entry ${JSON.stringify(entry).slice(0, 200)} ${mistake}.`);
    if (agent === undefined || named.length > 1) {
      logger.info('an out-of-office entry was skipped, since it names no agent or several', { found: named.length });
      continue;
    }
    changes.set(agent.id, { ...changes.get(agent.id), ...readPreferences(entry) });
  }
  if (changes.size === 0) return;
  await setPreferences(database, 'user_preferences', changes);
  await forgetSnapshots(database);
}

/** Why an entry cannot be stored as it is. The family then skips it, or its dates. */
function findMistake({ StartDate, EndDate, OutOfOffice }: Data, found: number): string | undefined {
  if (found !== 1) return `fits ${found} agents; name one by UserSearch, UserEmail or UserLogin`;
  if (!/^[01]?$/.test(toText(OutOfOffice))) return 'is neither 0 nor 1 in OutOfOffice; write one of them';
  const days = [StartDate, EndDate].flatMap((day) => (day === undefined ? [] : [toText(day)]));
  if (!days.every((day) => DAY.test(day) && parseTimestamp(`${day} 00:00:00`, 'UTC') !== undefined))
    return 'has a date that does not exist; write YYYY-MM-DD';
  if (EndDate !== undefined && StartDate === undefined) return 'has an EndDate alone; send StartDate too';
  const [start = '', end = start] = days;
  return end < start ? 'ends before it starts; exchange the dates' : undefined;
}

/** The agents that an entry names: the first of the three ways that it uses counts. */
function findNamedAgents(entry: Data, agents: readonly Agent[]): readonly Agent[] {
  const search = toText(entry.UserSearch);
  if (isTrue(search)) {
    const words = search.toLowerCase().split(/\s+/).filter(isTrue);
    return agents.filter(
      ({ isValid, names }) => isValid && words.every((word) => names.some((name) => name.includes(word))),
    );
  }
  const email = toText(entry.UserEmail);
  if (isTrue(email)) return agents.filter((agent) => agent.email === email);
  const login = foldASCII(toText(entry.UserLogin));
  const pattern = isTrue(login) ? compileStars(login) : undefined;
  return agents.filter((agent) => agent.isValid && pattern?.test(foldASCII(agent.login)) === true);
}

/** A pattern for texts that match a text in which `*` is a wildcard. */
function compileStars(text: string): TextPattern | undefined {
  const source = text.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`).replaceAll('*', '.*');
  const compiled = compileSafePattern(`^${source}$`, 's');
  return 'pattern' in compiled ? compiled.pattern : undefined;
}

/** An end without a start is ignored, and dates are stored as they were written. */
function readPreferences({ StartDate, EndDate, OutOfOffice }: Data): Readonly<Record<string, string>> {
  const start = readDateParts(StartDate, 'OutOfOfficeStart');
  const end = start === undefined ? undefined : readDateParts(EndDate, 'OutOfOfficeEnd');
  return { ...start, ...end, OutOfOffice: isTrue(OutOfOffice) ? '1' : '0' };
}

function readDateParts(value: unknown, prefix: string): Readonly<Record<string, string>> | undefined {
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(toText(value)) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return { [`${prefix}Year`]: year, [`${prefix}Month`]: month, [`${prefix}Day`]: day };
}
