import type { Caller } from '@ticketgate/sdk';

/** The caller, or why authentication failed: for the admin, never for the client. */
export type AuthenticationResult = { readonly caller: Caller } | Refusal;

export interface Refusal {
  readonly reason: string;
  /** The login that came, if an account has it: any other text may be a password that was typed in the wrong place. */
  readonly login?: string | undefined;
  /** True where the credentials were right, but a second factor would be needed, too. */
  readonly needsSecondFactor?: true;
}
