import type { SettingDefinition } from '@ticketgate/sdk';

export const escalationSettings: readonly SettingDefinition[] = [
  {
    name: 'EscalationSuspendStates',
    default: [],
    description: 'Names of states in which escalation stands still, for example pending reminder.',
  },
];
