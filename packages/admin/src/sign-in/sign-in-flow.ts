import { hkdfSync } from 'node:crypto';
import { createError } from '@ticketgate/sdk';

export const NoSignInProvider = createError(
  'Admin.NoSignInProvider',
  () => 'No provider of sign-ins is configured. Sign in with a password, or set oidc.issuer in gateway.yml.',
  'NotFound',
);
export const ProviderFailed = createError<{ provider: string; reason: string }>(
  'Admin.ProviderFailed',
  ({ provider, reason }) =>
    `${provider} did not answer as expected: ${reason}. Try again later, or sign in with a password. "ticketgate doctor" examines the provider.`,
  'Unavailable',
);
export const ProviderMismatch = createError<{ provider: string; mistake: string }>(
  'Admin.ProviderMismatch',
  ({ provider, mistake }) =>
    `${provider} and this server do not fit together: ${mistake}. Change it there, or under oidc in gateway.yml; until then, sign in with a password.`,
  'Broken',
);
export const ProviderRefused = createError<{ provider: string; error: string; description: string }>(
  'Admin.ProviderRefused',
  ({ provider, error, description }) => `${provider} refused the sign-in: ${error}, ${description}`,
  'AccessDenied',
);
export const SignInExpired = createError<{ minutes: number }>(
  'Admin.SignInExpired',
  ({ minutes }) =>
    `This sign-in was not begun in this browser within ${minutes} minutes, or it was used already. Sign in again.`,
  'AuthFail',
);
export const ClaimMissing = createError<{ provider: string; claim: string; sent: string }>(
  'Admin.ClaimMissing',
  ({ provider, claim, sent }) =>
    `${provider} sent no usable claim "${claim}". It sent: ${sent}. Have the provider send it, or name another one in gateway.yml.`,
  'AccessDenied',
);
export const EmailUnverified = createError<{ provider: string; email: string }>(
  'Admin.EmailUnverified',
  ({ provider, email }) =>
    `${provider} does not say that it has verified "${email}" as your address (claim "email_verified"). Verify it there, and sign in again. If it verifies all addresses and sends no such claim, an administrator can set oidc.emailsVerified: true.`,
  'AccessDenied',
);
export const SignInUnknown = createError<{ provider: string; claim: string; value: string }>(
  'Admin.SignInUnknown',
  ({ provider, claim, value }) =>
    `${provider} says that you are "${value}" (claim "${claim}"), and no agent has this login. An administrator can add the agent, or choose another claim with oidc.loginClaim.`,
  'AccessDenied',
);
export const GroupsWithoutRole = createError<{
  login: string;
  provider: string;
  claim: string;
  sent: string;
  known: string;
  hint: string;
}>(
  'Admin.GroupsWithoutRole',
  ({ login, provider, claim, sent, known, hint }) =>
    `"${login}" may not administer: ${provider} sent the groups ${sent} (claim "${claim}"), and oidc.roles has ${known}. ${hint}`,
  'AccessDenied',
);
export const SignInRefused = createError<{ login: string; reason: string }>(
  'Admin.SignInRefused',
  ({ login, reason }) => `"${login}" cannot sign in: ${reason}.`,
  'AccessDenied',
);

/** What has to be known of a sign-in when its browser comes back from the provider. */
export interface SignInFlow {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
  /** The address that the provider sends the browser back to. */
  readonly redirectURI: string;
}

/** How long somebody may take at the provider. */
export const FLOW_MINUTES = 15;

const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const;

/** Encrypted for the browser that began it: every gateway with this secret can end it, and none has to remember it. */
export async function sealFlow(flow: SignInFlow, secret: string): Promise<string> {
  const { EncryptJWT } = await import('jose');
  return new EncryptJWT({ ...flow })
    .setProtectedHeader(ALGORITHM)
    .setExpirationTime(`${FLOW_MINUTES} minutes`)
    .encrypt(deriveKey(secret));
}

/** Undefined if no gateway with this secret has sealed it, or too long ago. */
export async function openFlow(sealed: string, secret: string): Promise<SignInFlow | undefined> {
  const { jwtDecrypt } = await import('jose');
  try {
    const { payload } = await jwtDecrypt<SignInFlow>(sealed, deriveKey(secret), {
      keyManagementAlgorithms: [ALGORITHM.alg],
      contentEncryptionAlgorithms: [ALGORITHM.enc],
    });
    return payload;
  } catch {
    return undefined;
  }
}

function deriveKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'sign-ins under way', 32));
}
