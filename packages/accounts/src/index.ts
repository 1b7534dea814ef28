export { createAccounts, type AccountsOptions, type AccountsService } from './accounts-service.js';
export { accountsIndexes } from './accounts-indexes.js';
export { accountsSettings } from './accounts-settings.js';
export * from './administration/account-errors.js';
export { describeAgentAccess, type AgentAccess } from './administration/agent-access.js';
export { requireRemainingAdministrator } from './administration/last-administrator.js';
export type { AccountsChange } from './administration/accounts-change.js';
export { handleOf, type SessionInfo } from './administration/session-administration.js';
export {
  ApiKeyAddressWrong,
  ApiKeyNameTaken,
  ApiKeyRevoked,
  ApiKeyUnknown,
  type ApiKeyInfo,
  type KeyChange,
  type KeyScope,
  type NewApiKey,
} from './authentication/api-keys.js';
export type { Refusal } from './authentication/authentication-result.js';
export { LoginsBusy, LoginThrottled } from './authentication/login-errors.js';
export { accountsCatalogue } from './catalogue/accounts-catalogue.js';
export { agentsKind } from './catalogue/agents-kind.js';
export { customerUsersKind } from './catalogue/customer-users-kind.js';
export { rolesKind } from './catalogue/roles-kind.js';
export { accountsMigrations } from './migrations/accounts-migrations.js';
export { checkNewPassword } from './passwords/new-password.js';
