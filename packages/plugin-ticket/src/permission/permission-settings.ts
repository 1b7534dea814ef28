import type { SettingDefinition, Settings } from '@ticketgate/sdk';

const PREFIX = 'Ticket::Permission###';
const INVOLVED = `${PREFIX}6-InvolvedCheck`;
const NO_COMPANY = 'Ticket::Frontend::CustomerDisableCompanyTicketAccess';

/** The checks of agents' permissions, in their order; null switches one off. */
export const agentCheckSettings: readonly SettingDefinition[] = [
  {
    name: `${PREFIX}1-OwnerCheck`,
    default: check('Owner'),
    description: 'Owners may do everything with their tickets.',
  },
  {
    name: `${PREFIX}2-ResponsibleCheck`,
    default: check('Responsible'),
    description: 'Responsible agents may do everything with their tickets, where Ticket::Responsible is on.',
  },
  {
    name: `${PREFIX}3-GroupCheck`,
    default: check('Group'),
    description: 'Agents may do with a ticket what they may in the group of its queue.',
  },
  {
    name: `${PREFIX}4-WatcherCheck`,
    default: check('Watcher'),
    description: 'Agents may read tickets that they watch, where Ticket::Watcher is on.',
  },
  {
    name: `${PREFIX}5-CreatorCheck`,
    default: null,
    description: 'Agents may do everything with tickets that they created. Switched on by { Granted: 1 }.',
  },
  {
    name: INVOLVED,
    default: null,
    description: 'Agents may do everything with tickets whose history names them. Switched on by { Granted: 1 }.',
  },
];

/** Settings that decide who may do what with tickets. */
export const permissionSettings: readonly SettingDefinition[] = [
  ...agentCheckSettings,
  { name: NO_COMPANY, default: 0, description: 'Customers see their own tickets only, not those of their company.' },
];

/** As the family writes it. */
function check(name: string): object {
  return { Module: `Kernel::System::Ticket::Permission::${name}Check`, Required: 0, Granted: 1 };
}

/** Whether permissions are decided by the agents in a ticket's history, which then has to be read. */
export function isInvolvementAsked(settings: Settings): boolean {
  return settings.flag(INVOLVED);
}

/** Whether customers may see the tickets of their company. */
export function isCompanyAccessOn(settings: Settings): boolean {
  return !settings.flag(NO_COMPANY);
}
