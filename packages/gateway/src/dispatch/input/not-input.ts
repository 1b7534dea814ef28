import { CREDENTIAL_MEMBERS } from '@ticketgate/definition';

/** The members that the gateway itself reads: credentials, and those that reading a request without a body adds. */
export const NOT_INPUT: readonly string[] = [...CREDENTIAL_MEMBERS, 'RequestMethod'];
