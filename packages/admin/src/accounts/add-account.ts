import {
  AccountsReadOnly,
  customerUsersKind,
  GroupUnknown,
  LoginTaken,
  PasswordTooCommon,
  PasswordTooShort,
} from '@ticketgate/accounts';

import { emitChange } from '../catalogue/emit-change.js';
import { changeAudited } from '../audit/audited-change.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, word } from '../tasks/schemas.js';
import { commentSchema } from '../services/service-schemas.js';

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
