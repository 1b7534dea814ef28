import type { SettingDefinition } from '@ticketgate/sdk';

/** Settings of the family that the server itself reads. */
export const serverSettings: readonly SettingDefinition[] = [
  {
    name: 'OTOBOTimeZone',
    default: 'UTC',
    description: 'The time zone of all stored times, for example Europe/Berlin.',
  },
  {
    name: 'SessionName',
    default: 'OTOBOAgentInterface',
    description: "Name of the host's session cookie, for services that accept it.",
  },
];
