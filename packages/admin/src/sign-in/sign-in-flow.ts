import { hkdfSync } from 'node:crypto';
import { isData } from '@ticketgate/sdk';

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
    .encrypt(keyOf(secret));
}

/** Undefined for what no gateway with this secret has sealed, or too long ago. */
export async function openFlow(sealed: string, secret: string): Promise<SignInFlow | undefined> {
  const { jwtDecrypt } = await import('jose');
  try {
    const { payload } = await jwtDecrypt(sealed, keyOf(secret), {
      keyManagementAlgorithms: [ALGORITHM.alg],
      contentEncryptionAlgorithms: [ALGORITHM.enc],
    });
    return isFlow(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

function isFlow(payload: unknown): payload is SignInFlow {
  return isData(payload) && ['state', 'nonce', 'verifier', 'redirectURI'].every((name) => name in payload);
}

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'sign-ins under way', 32));
}
