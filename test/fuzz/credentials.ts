/** Of root@localhost and api_agent. */
export const PASSWORD = 'fuzz-Passw0rd-1';
/** Stands for the session of the moment. */
export const SESSION = '{{SID}}';
const BY_SESSION = { SessionID: SESSION };
/** The only ones that the connector accepts. */
export const API_AGENT = { UserLogin: 'api_agent', Password: PASSWORD };

/** What gets a request past the authentication of a service. */
export function credentialsFor(service: string): Readonly<Record<string, string>> {
  return service === 'TicketConnector' ? API_AGENT : BY_SESSION;
}
