import type { Caller } from '@ticketgate/sdk';

/** The caller, or why authentication failed: for the admin, never for the client. */
export type Identified = { readonly caller: Caller } | Refusal;

export interface Refusal {
  readonly reason: string;
  /** True where the credentials were right, and a second factor would be needed beside them. */
  readonly needsSecondFactor?: true;
}
