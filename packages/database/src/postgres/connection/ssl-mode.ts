import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import { isNativeError } from 'node:util/types';

import { SSL_MODES, type DatabaseHost, type DatabaseURL, type SSLMode } from './database-url.js';

/** What the driver needs to connect to one host. */
export interface Target {
  readonly connectionString: string;
  /** Undefined: the driver's default. */
  readonly ssl?: ConnectionOptions | false;
}

/**
 * Connects to a host with or without TLS, and with the same checks as psql, according to `sslmode`, `sslrootcert`, `sslcert` and `sslkey`. Unix
 * sockets need none.
 */
export async function connectBySSLMode<Connected>(
  url: DatabaseURL,
  host: DatabaseHost,
  connect: (target: Target) => Promise<Connected>,
): Promise<Connected> {
  const connectionString = url.toDriverURL(host);
  const { mode, ...files } = url.ssl;
  if (mode === undefined || host.host.startsWith('/')) return connect({ connectionString });
  const options = await readOptions(mode, files);
  const [first, second] = SSL_MODES[mode];
  const target = (isSecure: boolean) => ({ connectionString, ssl: isSecure && options });
  try {
    return await connect(target(first));
  } catch (cause) {
    if (second === undefined || !isAboutSecurity(cause)) throw cause;
    return connect(target(second));
  }
}

async function readOptions(
  mode: SSLMode,
  { root, cert, key }: Omit<DatabaseURL['ssl'], 'mode'>,
): Promise<ConnectionOptions> {
  const [ca, certificate, privateKey] = await Promise.all([
    root === 'system' ? undefined : readCertificate('sslrootcert', root),
    readCertificate('sslcert', cert),
    readCertificate('sslkey', key),
  ]);
  return {
    ...(ca && { ca }),
    ...(certificate && { cert: certificate }),
    ...(privateKey && { key: privateKey }),
    // With an authority's certificate, psql verifies in every mode.
    rejectUnauthorized: ca !== undefined || mode.startsWith('verify-'),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

async function readCertificate(parameter: string, file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  return readFile(file).catch((cause: unknown) => {
    const reason = isNativeError(cause) && 'code' in cause ? String(cause.code) : String(cause);
    throw new Error(`the file of ${parameter}, ${file}, cannot be read (${reason})`, { cause });
  });
}

/** Whether the server lacks, refuses or requires TLS, or its certificate is not accepted; false if it is away. */
function isAboutSecurity(cause: unknown): boolean {
  if (!isNativeError(cause)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return (
    code === '28000' || /^(?:ERR_SSL|ERR_TLS|EPROTO|.*CERT|UNABLE_TO_)/.test(code) || /\bSSL\b/.test(cause.message)
  );
}
