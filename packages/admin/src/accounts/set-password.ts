import {
  AccountsReadOnly,
  AgentUnknown,
  CustomerUnknown,
  PasswordTooCommon,
  PasswordTooShort,
  type AccountsChange,
} from '@ticketgate/accounts';
import type { ErrorKind } from '@ticketgate/sdk';

import { changeAudited } from '../audit/audited-change.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, word } from '../tasks/schemas.js';
import { commentSchema } from '../services/service-schemas.js';
import { passwordSchema } from './add-account.js';

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
