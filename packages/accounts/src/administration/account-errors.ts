import { ADMINISTRATORS, createError, withSuggestion } from '@ticketgate/sdk';

export const AgentUnknown = createError<{ login: string; suggestion?: string | undefined }>(
  'Accounts.AgentUnknown',
  ({ login, suggestion }) =>
    withSuggestion(`There is no agent "${login}".`, suggestion, 'The list of agents has all of them.'),
  'NotFound',
);
export const CustomerUnknown = createError<{ login: string }>(
  'Accounts.CustomerUnknown',
  ({ login }) => `There is no customer user "${login}". The list of customer users has all of them.`,
  'NotFound',
);
export const AgentInvalid = createError<{ login: string }>(
  'Accounts.AgentInvalid',
  ({ login }) => `The agent "${login}" is invalid. Name a valid one, or make this one valid.`,
  'Conflict',
);
export const CustomerInvalid = createError<{ login: string }>(
  'Accounts.CustomerInvalid',
  ({ login }) => `The customer user "${login}" is invalid. Name a valid one, or make this one valid.`,
  'Conflict',
);
export const AccountsReadOnly = createError(
  'Accounts.ReadOnly',
  () => 'The agents and customers of this database belong to its host system. Change them there.',
  'AccessDenied',
);
export const GroupUnknown = createError<{ name: string; known: readonly string[] }>(
  'Accounts.GroupUnknown',
  ({ name, known }) => `There is no group "${name}". Known groups: ${known.join(', ')}.`,
  'NotFound',
);
export const RoleUnknown = createError<{ name: string }>(
  'Accounts.RoleUnknown',
  ({ name }) => `There is no role "${name}". The list of roles has all of them.`,
  'NotFound',
);
export const LoginTaken = createError<{ login: string; known: string }>(
  'Accounts.LoginTaken',
  ({ login, known }) =>
    `The login "${login}" is taken by "${known}". Choose another one; the case of letters makes no difference.`,
  'Conflict',
);
export const PasswordTooShort = createError<{ length: number; least: number }>(
  'Accounts.PasswordTooShort',
  ({ length, least }) => `The password has ${length} of at least ${least} characters.`,
  'Invalid',
);
export const PasswordTooCommon = createError(
  'Accounts.PasswordTooCommon',
  () => 'The password is among the first that attackers try. Choose another one.',
  'Invalid',
);
export const LastAdministrator = createError(
  'Accounts.LastAdministrator',
  () =>
    `Nobody could administer any more: this would leave no valid agent with ${ADMINISTRATORS.permission} in the group ${ADMINISTRATORS.group}. Make another administrator first.`,
  'Conflict',
);
