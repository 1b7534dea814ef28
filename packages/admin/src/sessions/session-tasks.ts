import { AgentUnknown, CustomerUnknown, makeHandle, type SessionInfo } from '@ticketgate/accounts';
import { ConfigurationError } from '@ticketgate/runtime';
import { createError } from '@ticketgate/sdk';
import { flag, inputObject, optionalMembers, integer, named, objectOf, oneOf, text } from '@ticketgate/sdk/schema';

import { InputInvalid } from '../tasks/task-errors.js';
import { command, task } from '../tasks/task.js';
import { counted } from '../tasks/words.js';
import { pageAfter, pageMembers, toPage } from '../tasks/pages.js';
import { moment, word, commentSchema } from '../tasks/schemas.js';

export const SessionUnknown = createError<{ handle: string }>(
  'Admin.SessionUnknown',
  ({ handle }) => `There is no session ${handle}. The list of sessions has all of them.`,
  'NotFound',
);

/** Where a page of sessions ends: when the last one was used, and its handle. */
const PLACE = /^(\d{1,15})-([\da-f]{16})$/;

/** @throws OperationError `Admin.InputInvalid` */
function readPlace(place: string): Pick<SessionInfo, 'lastRequestAt' | 'handle'> {
  const [, milliseconds, handle] = PLACE.exec(place) ?? [];
  if (handle !== undefined) return { lastRequestAt: new Date(Number(milliseconds)), handle };
  const reason = `${JSON.stringify(place)} is not where a page of sessions ends. Give "after" the "next" of the page before.`;
  throw new InputInvalid({ reason });
}

const session = named('Session', {
  handle: text('Names the session without opening it.'),
  login: text('Login of the agent or customer user.'),
  type: oneOf(['User', 'Customer'], 'Whether it belongs to an agent or to a customer user.'),
  startedAt: moment('When it began.'),
  lastRequestAt: moment('When it was used last.'),
  address: text('Where it came from.'),
  isOwn: flag('Whether the request itself was sent with it.'),
});

export const listSessions = task({
  at: 'GET /sessions',
  needs: 'look',
  summary: 'Lists sessions of agents and customer users, the last used first, without the ids that open them.',
  input: optionalMembers({
    ...pageAfter,
    login: word('Login of the agent or customer user.'),
    type: { enum: ['User', 'Customer'], description: 'Whether the login is that of an agent or a customer user.' },
  }),
  answer: objectOf({ ...pageMembers(session, text()), total: integer('How many there are on all pages.') }),
  async run({ limit, after, login, type }, { system, author }) {
    const { sessionAdministration } = system.accounts;
    const behind = after === undefined ? undefined : readPlace(after);
    const found = await sessionAdministration.list({ limit: limit + 1, login, type, behind });
    const own = author.sessionID === undefined ? undefined : makeHandle(author.sessionID);
    const shown = found.map((each) => ({ ...each, isOwn: each.handle === own }));
    const page = toPage(shown, limit, ({ lastRequestAt, handle }) => `${lastRequestAt.getTime()}-${handle}`);
    return { ...page, total: await sessionAdministration.count({ login, type }) };
  },
  command: {
    usage: 'session list',
    group: 'list and end sessions',
    about: 'list sessions, the last used first; the ids that open them are not shown',
    words: {
      login: ['--login <login>', 'only sessions of this agent or customer user'],
      limit: ['--limit <count>', 'most sessions to list'],
      after: ['--after <place>', 'where the page before said to go on'],
    },
    table: {
      headings: 'HANDLE TYPE LOGIN ADDRESS SINCE USED',
      cells: ({ handle, login, type, address, startedAt, lastRequestAt }) => [
        ...[handle, type === 'Customer' ? 'customer' : 'agent', login, address, startedAt, lastRequestAt],
      ],
    },
  },
});

export const endSession = task({
  at: 'DELETE /sessions/:handle',
  summary: 'Ends a session.',
  input: inputObject({ handle: word('Names the session without opening it.') }, { comment: commentSchema }),
  errors: [SessionUnknown],
  audit: ({ handle }) => ({ action: 'login ended', subject: handle }),
  run: ({ handle }, { change }) =>
    change(async ({ sessions }) => {
      if (!(await sessions.end(handle))) throw new SessionUnknown({ handle });
    }),
});

export const endAllSessions = task({
  at: 'DELETE /sessions',
  summary: 'Ends all sessions of one agent or one customer user.',
  input: inputObject(
    {
      login: word('Login of the agent or customer user.'),
      type: { enum: ['User', 'Customer'], description: 'whose login it is' },
    },
    { comment: commentSchema },
  ),
  answer: objectOf({ sessions: integer('Number of sessions that were ended.') }),
  errors: [AgentUnknown, CustomerUnknown],
  async run({ login, type }, { system: { accounts }, change }) {
    const isAgent = type === 'User';
    const found = await (isAgent ? accounts.agents.find(login) : accounts.customers.findByLogin(login));
    const whose = { login: found?.login ?? login, type };
    if ((await accounts.sessionAdministration.count(whose)) > 0)
      return change(async ({ sessions }) => ({ sessions: await sessions.endAll(whose) }));
    if (found === undefined) throw new (isAgent ? AgentUnknown : CustomerUnknown)({ login });
    return { sessions: 0 };
  },
  audit: ({ login, type }, { sessions }) => ({ action: 'logins ended', subject: login, after: { type, sessions } }),
});

export const sessionEnd = command({
  usage: 'session end [handle]',
  about: 'end a session, or all of an agent or customer user',
  input: optionalMembers({ handle: text(), agent: text(), customer: text(), comment: commentSchema }),
  words: {
    handle: ['[handle]', 'as "session list" shows it'],
    agent: ['--agent <login>', 'end all sessions of this agent'],
    customer: ['--customer <login>', 'end all sessions of this customer user'],
  },
  check({ handle, agent, customer }) {
    if ([handle, agent, customer].filter((named) => named !== undefined).length !== 1)
      throw new ConfigurationError('Name one session by its handle, or one person by --agent or --customer.');
  },
  async run({ handle, agent, customer, comment }, { call }) {
    if (handle !== undefined) await call(endSession, { handle, comment });
    if (handle !== undefined) return undefined;
    const [login, type] = agent === undefined ? [customer, 'Customer' as const] : [agent, 'User' as const];
    return call(endAllSessions, { login, type, comment });
  },
  print: (ended, { handle = '' }) =>
    ended === undefined ? `session ${handle} ended` : counted(ended.sessions, 'session ended', 'sessions ended'),
});
