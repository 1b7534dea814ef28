import type { SettingDefinition } from '@ticketgate/sdk';

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
];
