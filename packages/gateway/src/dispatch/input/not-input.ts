/** Members of a request that prove who calls. */
export const CREDENTIALS = ['SessionID', 'UserLogin', 'CustomerUserLogin', 'Password'] as const;

/** What a request may have for the gateway: credentials, and what the reading of one without a body adds. */
export const NOT_INPUT: readonly string[] = [...CREDENTIALS, 'RequestMethod'];
