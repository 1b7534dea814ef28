export { createAccounts, type AccountsOptions, type AccountsService } from './accounts-service.js';
export { accountsIndexes, accountsMigrations } from './accounts-migrations.js';
export { accountsSettings } from './accounts-settings.js';
export * from './administration/account-errors.js';
export { describeAgentAccess, type AgentAccess, requireRemainingAdministrator } from './administration/agent-access.js';
export type { AccountsChange } from './administration/accounts-change.js';
export { PERMISSIONS } from './administration/permissions.js';
export { makeHandle, type SessionInfo } from './administration/session-administration.js';
export {
  ApiKeyAddressWrong,
  ApiKeyNameTaken,
  ApiKeyRevoked,
  ApiKeyUnknown,
  type ApiKeyInfo,
  type NewApiKey,
} from './authentication/api-keys.js';
export type { Refusal } from './authentication/authentication-result.js';
export { LoginThrottled } from './authentication/throttle.js';
export { LoginsBusy } from './authentication/password-limit.js';
export { accountsCatalogue } from './catalogue/accounts-catalogue.js';
export { agentsKind } from './catalogue/agents-kind.js';
export { customerUsersKind } from './catalogue/customer-kinds.js';
export { checkNewPassword } from './passwords/new-password.js';
