import {
  type AccountsChange,
  AccountsReadOnly,
  AgentUnknown,
  CustomerUnknown,
  describeAgentAccess,
  PasswordTooCommon,
  PasswordTooShort,
} from '@ticketgate/accounts';
import type { ErrorKind } from '@ticketgate/sdk';
import { flag, inputObject, listOf, listOfNamed, named, objectOf, text, textOrNull } from '@ticketgate/sdk/schema';

import { momentOrNull, word, commentSchema } from '../tasks/schemas.js';
import { type CommandParts, task } from '../tasks/task.js';

export const passwordSchema = {
  type: 'string',
  maxLength: 1000,
  secret: true,
  description: 'The new password.',
} as const;

type SetPassword = (accounts: AccountsChange, login: string, password: string) => Promise<void>;

interface PasswordWords {
  readonly kind: 'agent' | 'customer user';
  readonly at: `PUT /${string}`;
  readonly command: Pick<CommandParts<unknown, void>, 'usage' | 'group' | 'about' | 'password'>;
  /** As the output names the login. */
  readonly whose: string;
}

function definePasswordTask({ kind, at, whose, command }: PasswordWords, unknown: ErrorKind, set: SetPassword) {
  return task({
    at,
    summary: `Sets the password of one ${kind}, and ends all sessions.`,
    input: inputObject(
      { name: word('Login of the agent or customer user.'), password: passwordSchema },
      { comment: commentSchema },
    ),
    errors: [AccountsReadOnly, PasswordTooShort, PasswordTooCommon, unknown],
    audit: ({ name }) => ({ action: `${kind} password set`, subject: name }),
    run: ({ name, password }, { change }) => change((accounts) => set(accounts, name, password)),
    command: {
      ...command,
      words: { name: '<login>' },
      print: (_answer, { name }) => `password of ${whose}"${name}" changed`,
    },
  });
}

export const setAgentPassword = definePasswordTask(
  {
    kind: 'agent',
    at: 'PUT /agents/:name/password',
    whose: '',
    command: {
      usage: 'agent set-password <login>',
      about: "change an agent's password; the new one comes from standard input",
      password: 'agent',
    },
  },
  AgentUnknown,
  ({ agents }, login, password) => agents.setPassword(login, password),
);

export const setCustomerPassword = definePasswordTask(
  {
    kind: 'customer user',
    at: 'PUT /customers/:name/password',
    whose: 'customer user ',
    command: {
      usage: 'customer set-password <login>',
      group: 'set passwords of customer users, whom tickets are about',
      about: 'set the password of a customer user; it comes from standard input',
      password: 'customer',
    },
  },
  CustomerUnknown,
  ({ customers }, login, password) => customers.setPassword(login, password),
);

export const agentAccess = task({
  at: 'GET /agents/:name/access',
  needs: 'look',
  summary:
    'Shows the permissions of an agent by group and where each comes from: from the agent (`role` is null) or a role, as this permission or as `rw`. With the roles and the last login.',
  input: inputObject({ name: word('Login of the agent.') }),
  answer: named('AgentAccess', {
    roles: listOf(
      objectOf({ name: text('Name of the role.'), isValid: flag('Whether it may be used.') }),
      'The roles of the agent, those that are not valid, too.',
    ),
    permissions: listOfNamed(
      'What the agent may do in valid groups, in the order of their names.',
      'EffectivePermission',
      {
        group: text('Name of the group.'),
        permission: text('For example ro or rw.'),
        origins: listOfNamed('All that gives it.', 'PermissionOrigin', {
          role: textOrNull('Name of the role; null where the agent has it without one.'),
          granted: text('What was granted; rw includes every other permission.'),
        }),
      },
    ),
    lastLoginAt: momentOrNull('When the agent last logged in; null for never.'),
  }),
  errors: [AgentUnknown],
  async run({ name }, { system }) {
    return describeAgentAccess(system.reader(), (await system.accounts.agents.get(name)).id);
  },
});
