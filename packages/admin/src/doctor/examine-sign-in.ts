import type { Configuration } from '@ticketgate/runtime';
import { isOperationError } from '@ticketgate/sdk';

import { SignInProvider } from '../sign-in/sign-in-provider.js';
import { error, fine, type Finding } from './finding.js';

/** The provider by which administrators sign in, if there is one. */
export async function examineSignIn(configuration: Configuration): Promise<readonly Finding[]> {
  const { oidc } = configuration;
  if (oidc.issuer === null) return [];
  try {
    await new SignInProvider(configuration).examine();
    return [fine('sign-in', `${oidc.name} at ${oidc.issuer} answers.`)];
  } catch (cause) {
    if (!isOperationError(cause)) throw cause;
    return [error('sign-in', cause.message, 'Correct "oidc" in gateway.yml, or what the message names.')];
  }
}
