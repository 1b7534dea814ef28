import { defineSettings } from '@ticketgate/sdk';

/** Settings of the family that the server itself reads. */
export const serverSettings = defineSettings({
  OTOBOTimeZone: ['UTC', 'The time zone of all stored times, for example Europe/Berlin.'],
  SessionName: ['OTOBOAgentInterface', "Name of the host's session cookie, for services that accept it."],
});
