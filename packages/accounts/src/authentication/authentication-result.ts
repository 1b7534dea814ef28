import type { Caller } from '@ticketgate/sdk';

/** The caller, or the reason why authentication failed: for the admin, never for the client. */
export type AuthenticationResult = { readonly caller: Caller } | Refusal;

export interface Refusal {
  readonly reason: string;
  /** The login from the request, if an account has it: any other text may be a password that was typed in the wrong place. */
  readonly login?: string | undefined;
  /** Whether the credentials were right, but a second factor would be needed as well. */
  readonly needsSecondFactor?: true;
}
