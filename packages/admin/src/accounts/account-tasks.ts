import {
  type AccountsChange,
  AccountsReadOnly,
  AgentUnknown,
  CustomerUnknown,
  customerUsersKind,
  describeAgentAccess,
  GroupUnknown,
  LoginTaken,
  PasswordTooCommon,
  PasswordTooShort,
} from '@ticketgate/accounts';
import type { ErrorKind } from '@ticketgate/sdk';
import { flag, inputObject, listOf, named, objectOf, text, textOrNull } from '@ticketgate/sdk/schema';

import { changeAudited } from '../audit/audited-change.js';
import { emitChange } from '../catalogue/emit-change.js';
import { defineAction } from '../tasks/action.js';
import { momentOrNull, word, commentSchema } from '../tasks/schemas.js';

const person = { login: word, firstName: word, lastName: word, email: word };
export const passwordSchema = { type: 'string', maxLength: 1000, secret: true } as const;
const ERRORS = [AccountsReadOnly, LoginTaken, PasswordTooShort, PasswordTooCommon];

export const addAgent = defineAction({
  summary: 'Adds an agent, who can log in.',
  input: inputObject(
    { ...person, password: passwordSchema, groups: { type: 'array', items: word } },
    { comment: commentSchema },
  ),
  errors: [...ERRORS, GroupUnknown],
  async run({ comment, ...agent }, { system, author }) {
    const { login, firstName, lastName, email, groups } = agent;
    await changeAudited(system.accounts, author, {
      action: 'agent added',
      subject: login,
      comment,
      after: { firstName, lastName, email, groups },
      change: ({ agents }) => agents.add(agent),
    });
  },
});

export const addCustomer = defineAction({
  summary: 'Adds a customer user, who can log in if there is a password.',
  input: inputObject({ ...person, customerID: word }, { password: passwordSchema, comment: commentSchema }),
  errors: ERRORS,
  async run({ comment, ...customer }, { system, author }) {
    const { login, firstName, lastName, email, customerID } = customer;
    await changeAudited(system.accounts, author, {
      action: 'customer user added',
      subject: login,
      comment,
      after: { firstName, lastName, email, customerID },
      async change({ customers, transaction: database }) {
        const events = await system.catalogue.eventsOn(database);
        await emitChange({ kind: customerUsersKind, name: login }, { database, events }, () => customers.add(customer));
      },
    });
  },
});

type SetPassword = (accounts: AccountsChange, login: string, password: string) => Promise<void>;

function passwordOf(kind: 'agent' | 'customer user', unknown: ErrorKind, set: SetPassword) {
  return defineAction({
    summary: `Sets the password of one ${kind}, and ends all sessions.`,
    input: inputObject({ name: word, password: passwordSchema }, { comment: commentSchema }),
    errors: [AccountsReadOnly, PasswordTooShort, PasswordTooCommon, unknown],
    async run({ name, password, comment }, { system, author }) {
      await changeAudited(system.accounts, author, {
        action: `${kind} password set`,
        subject: name,
        comment,
        change: (changing) => set(changing, name, password),
      });
    },
  });
}

export const setAgentPassword = passwordOf('agent', AgentUnknown, ({ agents }, login, password) =>
  agents.setPassword(login, password),
);

export const setCustomerPassword = passwordOf('customer user', CustomerUnknown, ({ customers }, login, password) =>
  customers.setPassword(login, password),
);

export const agentAccess = defineAction({
  summary:
    'Shows the permissions of an agent by group and where each comes from: from the agent (`role` is null) or a role, as this permission or as `rw`. With the roles and the last login.',
  input: inputObject({ name: word }),
  answer: named(
    'AgentAccess',
    objectOf({
      roles: listOf(objectOf({ name: text, isValid: flag })),
      permissions: listOf(
        named(
          'EffectivePermission',
          objectOf({
            group: text,
            permission: text,
            origins: listOf(named('PermissionOrigin', objectOf({ role: textOrNull, granted: text }))),
          }),
        ),
      ),
      lastLoginAt: momentOrNull,
    }),
  ),
  errors: [AgentUnknown],
  async run({ name }, { system }) {
    return describeAgentAccess(system.database, await system.accounts.agents.idOf(name));
  },
});
