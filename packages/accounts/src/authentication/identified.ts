import type { Caller } from '@ticketgate/sdk';

/** Who calls, or why nobody was authenticated: for the admin, never for the client. */
export type Identified = { readonly caller: Caller } | { readonly reason: string };
