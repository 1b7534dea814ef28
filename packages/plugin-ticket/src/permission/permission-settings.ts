import type { SettingDefinition, Settings } from '@ticketgate/sdk';

import { agentChecks } from './agent-checks.js';

const NO_COMPANY = 'Ticket::Frontend::CustomerDisableCompanyTicketAccess';

/** Settings for permissions on tickets. */
export const permissionSettings: readonly SettingDefinition[] = [
  ...agentChecks.map(({ setting }) => setting),
  { name: NO_COMPANY, default: 0, description: 'Customers see their own tickets only, not those of their company.' },
];

/** Whether customers may see the tickets of their company. */
export function isCompanyAccessOn(settings: Settings): boolean {
  return !settings.flag(NO_COMPANY);
}
