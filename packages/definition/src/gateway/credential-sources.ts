import { listKeys } from '@ticketgate/sdk';

/** Values of `Gateway.Authentication.Accept`. */
export const CREDENTIAL_SOURCES = [
  'SessionID',
  'UserLogin',
  'CustomerUserLogin',
  'Headers',
  'ApiKey',
  'Cookie',
] as const;
export type CredentialSource = (typeof CREDENTIAL_SOURCES)[number];

/** The default. */
export const USUAL_SOURCES: readonly CredentialSource[] = ['SessionID', 'UserLogin', 'CustomerUserLogin'];
/** The default over REST with profile znuny. */
export const ZNUNY_SOURCES: readonly CredentialSource[] = [...USUAL_SOURCES, 'Headers'];

/** The members of a request that hold credentials, and their headers if `Headers` is accepted. */
export const CREDENTIAL_HEADERS = {
  SessionID: 'X-OTRS-Header-SessionID',
  UserLogin: 'X-OTRS-Header-UserLogin',
  CustomerUserLogin: 'X-OTRS-Header-CustomerUserLogin',
  Password: 'X-OTRS-Header-Password',
} as const;
export type CredentialMember = keyof typeof CREDENTIAL_HEADERS;
export const CREDENTIAL_MEMBERS = listKeys(CREDENTIAL_HEADERS);
