import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Logger } from '@ticketgate/sdk';
import { type Configuration, ConfigurationError } from '@ticketgate/runtime';

/** Milliseconds between two looks at the files; looking finds changes behind symbolic links too. */
const POLL = 1_000;

/** PEM texts. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * The files of `tls`; undefined where the server speaks plain HTTP.
 *
 * @throws ConfigurationError `Server.CertificateUnusable` for files that are missing, no PEM, or do not belong together
 */
export function createCertificate({ certificate, key }: Configuration['tls']): CertificateFiles | undefined {
  if (certificate !== null && key !== null) return new CertificateFiles(certificate, key);
  if (certificate === null && key === null) return undefined;
  throw unusable(`tls.${certificate === null ? 'certificate' : 'key'} is missing: HTTPS needs both files.`);
}

/** A certificate and its key in files, which are read again when they change. */
export class CertificateFiles {
  readonly #paths: readonly [certificate: string, key: string];
  #current: Certificate;
  readonly #uses: ((certificate: Certificate) => void)[] = [];
  #stop: (() => void) | undefined;

  constructor(certificate: string, key: string) {
    this.#paths = [certificate, key];
    this.#current = this.#read();
  }

  get current(): Certificate {
    return this.#current;
  }

  /** Calls `use` with every new pair that fits together; until then the old one stays. Several may follow. */
  follow(use: (certificate: Certificate) => void, logger: Logger): void {
    this.#uses.push(use);
    if (this.#stop !== undefined) return;
    const look = () => {
      try {
        const next = this.#read();
        if (next.cert === this.#current.cert && next.key === this.#current.key) return;
        this.#current = next;
        for (const each of this.#uses) each(next);
        logger.info('the certificate has changed and is in use', { file: this.#paths[0] });
      } catch (error) {
        logger.error('the changed certificate cannot be used; the old one stays in use', { error });
      }
    };
    for (const path of this.#paths) watchFile(path, { interval: POLL, persistent: false }, look);
    this.#stop = () => {
      for (const path of this.#paths) unwatchFile(path, look);
    };
  }

  close(): void {
    this.#stop?.();
  }

  #read(): Certificate {
    const [certificate, key] = this.#paths;
    try {
      const pair = { cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
      createSecureContext(pair);
      return pair;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw unusable(`${certificate} and ${key} cannot be used for HTTPS: ${reason}.`, cause);
    }
  }
}

function unusable(message: string, cause?: unknown): ConfigurationError {
  const hint = 'For a first try: npx ticketgate tls self-signed';
  return new ConfigurationError(`${message} ${hint}`, { code: 'Server.CertificateUnusable', cause });
}
