import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { explainError, type Logger } from '@ticketgate/sdk';
import { type Configuration, ConfigurationError } from '@ticketgate/runtime';

/** Milliseconds between two checks of the files; polling also finds changes behind symbolic links. */
const POLL = 1_000;

/** PEM texts. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * The files of `tls`; undefined if the server speaks plain HTTP.
 *
 * @throws ConfigurationError `Server.CertificateUnusable` for files that are missing, not PEM, or do not belong together
 */
export function createCertificate({ certificate, key }: Configuration['tls']): CertificateFiles | undefined {
  if (certificate !== null && key !== null) return watchCertificate(certificate, key);
  if (certificate === null && key === null) return undefined;
  throw unusable(`tls.${certificate === null ? 'certificate' : 'key'} is missing: HTTPS needs both files.`);
}

export type CertificateFiles = ReturnType<typeof watchCertificate>;

/** A certificate and its key in files, which are read again when they change. */
function watchCertificate(...paths: readonly [certificate: string, key: string]) {
  let current = readCertificate(...paths);
  let stop: (() => void) | undefined;
  const uses: ((certificate: Certificate) => void)[] = [];
  return {
    get current(): Certificate {
      return current;
    },
    /** Calls `use` with every new pair that fits together; until then the old one stays. Several may follow. */
    follow(use: (certificate: Certificate) => void, logger: Logger): void {
      uses.push(use);
      if (stop !== undefined) return;
      const look = () => {
        try {
          const next = readCertificate(...paths);
          if (next.cert === current.cert && next.key === current.key) return;
          current = next;
          for (const each of uses) each(next);
          logger.info('the certificate has changed and is in use', { file: paths[0] });
        } catch (error) {
          logger.error('the changed certificate cannot be used; the old one stays in use', { error });
        }
      };
      for (const path of paths) watchFile(path, { interval: POLL, persistent: false }, look);
      stop = () => paths.forEach((path) => unwatchFile(path, look));
    },
    close: (): void => stop?.(),
  };
}

function readCertificate(certificate: string, key: string): Certificate {
  try {
    const pair = { cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
    createSecureContext(pair);
    return pair;
  } catch (cause) {
    throw unusable(`${certificate} and ${key} cannot be used for HTTPS: ${explainError(cause)}.`, cause);
  }
}

function unusable(message: string, cause?: unknown): ConfigurationError {
  const hint = 'docs/operating.md has a command that makes both for a first try.';
  return new ConfigurationError(`${message} ${hint}`, { code: 'Server.CertificateUnusable', cause });
}
