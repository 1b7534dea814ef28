import type { SettingDefinition } from '@ticketgate/sdk';

import { articleSettings } from '../articles/article-settings.js';
import { limitSettings } from '../limits/limits.js';
import { searchSettings } from '../search/search-settings.js';
import { permissionSettings } from '../permission/permission-settings.js';
import { timeSettings } from '../time/time-settings.js';

/** Settings of the family that the ticket operations read, and our limits. */
export const ticketSettings: readonly SettingDefinition[] = [
  { name: 'SystemID', default: '10', description: 'The part of ticket numbers that identifies the system.' },
  {
    name: 'Ticket::NumberGenerator',
    default: 'Kernel::System::Ticket::Number::DateChecksum',
    description: 'How ticket numbers are made: DateChecksum, Date or AutoIncrement.',
  },
  {
    name: 'Ticket::NumberGenerator::MinCounterSize',
    default: 5,
    description: 'Digits that counters in ticket numbers are padded to.',
  },
  {
    name: 'Ticket::NumberGenerator::Date::UseFormattedCounter',
    default: 0,
    description: 'Whether numbers of the generator Date are padded.',
  },
  { name: 'Ticket::Type', default: 0, description: 'Tickets have types.' },
  {
    name: 'Ticket::Type::Default',
    default: 'Unclassified',
    description: 'The type of tickets that are created without one.',
  },
  { name: 'Ticket::Service', default: 0, description: 'Tickets have services and SLAs.' },
  { name: 'Ticket::Responsible', default: 0, description: 'Tickets have responsible agents.' },
  { name: 'Ticket::ResponsibleAutoSet', default: 1, description: 'The first owner becomes responsible too.' },
  { name: 'Ticket::Watcher', default: 0, description: 'Agents may read tickets that they watch.' },
  {
    name: 'Ticket::OwnerResetOnUnlock',
    default: 1,
    description: 'Tickets go back to user 1 when they are unlocked.',
  },
  {
    name: 'Ticket::UnlockOnAway',
    default: 1,
    description: 'A new article unlocks a ticket whose owner is out of office.',
  },
  {
    name: 'EscalationSuspendStates',
    default: [],
    description: 'Names of states in which escalation stands still, for example pending reminder.',
  },
  { name: 'Ticket::ArchiveSystem', default: 0, description: 'Tickets can be archived.' },
  { name: 'Ticket::Frontend::AccountTime', default: 1, description: 'Time can be accounted on articles.' },
  { name: 'Ticket::Frontend::NeedAccountedTime', default: 0, description: 'Articles need a TimeUnit.' },
  { name: 'CheckEmailAddresses', default: 1, description: 'Addresses in From and CustomerUser are checked.' },
  { name: 'CheckMXRecord', default: 1, description: 'The domain of an address must accept mail.' },
  {
    name: 'CheckEmailInvalidAddress',
    default: '@(example)\\.(..|...)$',
    description: 'Addresses that match this pattern are refused.',
  },
  {
    name: 'CheckEmailValidAddress',
    default: '^(root@localhost|admin@localhost)$',
    description: 'Addresses that match this pattern are accepted unchecked.',
  },
  {
    name: 'Ticket::SearchIndex::ForceUnfilteredStorage',
    default: 0,
    description: 'The search index contains whole article texts.',
  },
  ...articleSettings,
  ...permissionSettings,
  ...searchSettings,
  ...timeSettings,
  ...limitSettings,
];
