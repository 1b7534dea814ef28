import { CREDENTIAL_MEMBERS } from '@ticketgate/definition';

/** What a request may have for the gateway: credentials, and what the reading of one without a body adds. */
export const NOT_INPUT: readonly string[] = [...CREDENTIAL_MEMBERS, 'RequestMethod'];
