import type { SettingDefinition } from '@ticketgate/sdk';

const ARTICLE = 'GenericInterface::Operation::TicketUpdate###';

/** Settings that only updates read. */
export const updateSettings: readonly SettingDefinition[] = [
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
    name: `${ARTICLE}IsVisibleForCustomer`,
    default: 1,
    description: 'Whether customers see articles of updates if the request does not say.',
  },
  { name: `${ARTICLE}HistoryType`, default: 'AddNote', description: 'History type of articles of updates.' },
  {
    name: `${ARTICLE}HistoryComment`,
    default: '%%GenericInterface Note',
    description: 'History text of articles of updates.',
  },
  {
    name: `${ARTICLE}AutoResponseType`,
    default: 'auto follow up',
    description: 'Auto response type of articles of updates.',
  },
];
