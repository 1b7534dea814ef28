import { mkdirSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface SelfSignedOptions {
  /** Host names and addresses that clients use; the first one names the certificate. */
  readonly names: readonly string[];
  readonly days: number;
  readonly now: Date;
}

const DAY_MILLISECONDS = 86_400_000;

/** Makes a self-signed certificate and its key, both as PEM. */
export async function makeSelfSigned({
  names,
  days,
  now,
}: SelfSignedOptions): Promise<{ readonly cert: string; readonly key: string }> {
  const altNames = names.map((name) =>
    isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
  );
  const made = await generate([{ name: 'commonName', value: names[0] ?? 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: now,
    notAfterDate: new Date(now.getTime() + days * DAY_MILLISECONDS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** The files of a certificate that is valid for a year, in a folder. */
export async function writeSelfSigned(
  folder: string,
  names: readonly string[],
): Promise<{ readonly certificate: string; readonly key: string }> {
  const made = await makeSelfSigned({ names, days: 365, now: new Date() });
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  mkdirSync(folder, { recursive: true });
  writeFileSync(certificate, made.cert);
  writeFileSync(key, made.key, { mode: 0o600 });
  return { certificate, key };
}
