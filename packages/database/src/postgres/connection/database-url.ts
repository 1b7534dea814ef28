/** A server in a database URL. */
export interface DatabaseHost {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: string;
}

const USUAL_PORT = '5432';
const LARGEST_PORT = 65_535;

const URL_PARTS =
  /^(?<scheme>postgres(?:ql)?):\/\/(?:(?<user>[^@/?#]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<name>[^?#]*))?(?:\?(?<parameters>[^#]*))?$/i;
const HOST_PARTS = /^(?<host>\[[0-9a-f:.%]+\]|[^:[\]]*)(?::(?<port>\d*))?$/i;

/** Accepted values of `target_session_attrs`. They mean the same, because the gateway writes. */
const WRITABLE: ReadonlySet<string> = new Set(['read-write', 'primary']);

/** Whether to connect with TLS, and what to try if the server refuses that. */
export const SSL_MODES = {
  disable: [false],
  allow: [false, true],
  prefer: [true, false],
  require: [true],
  'verify-ca': [true],
  'verify-full': [true],
} as const satisfies Readonly<Record<string, readonly [boolean, boolean?]>>;

export type SSLMode = keyof typeof SSL_MODES;

/** Not passed to the driver, which interprets them differently. As in libpq, variables such as PGSSLMODE are the defaults. */
const SSL_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const;

/** Parameters that make libpq connect elsewhere or refuse servers, but that neither we nor the driver support. */
const NOT_KNOWN = ['service', 'hostaddr', 'requiressl', 'require_auth', 'sslcrl', 'sslcrldir'].concat(
  ['min', 'max'].map((end) => `ssl_${end}_protocol_version`),
);

/** A database URL that cannot be used; the message never quotes it, since it may contain a password. */
export class DatabaseURLUnfit extends Error {}

/** A database URL as libpq understands it: with several hosts, or the folder of a Unix socket. */
export class DatabaseURL {
  readonly hosts: readonly DatabaseHost[];
  /** From `sslmode` and related parameters; no mode: all of them are absent. */
  readonly ssl: ReturnType<typeof readSSL>;
  readonly #parts: Readonly<Record<string, string | undefined>>;
  readonly #parameters: URLSearchParams;

  /** @throws DatabaseURLUnfit */
  constructor(text: string, isForReads = false) {
    const parts = URL_PARTS.exec(text)?.groups;
    if (parts === undefined) {
      throw new DatabaseURLUnfit(
        'is not the URL of a PostgreSQL database. Write one that begins with postgres://, like the example in config/gateway.yml, and encode characters such as @ and / in the password as %40 and %2F',
      );
    }
    this.#parts = parts;
    this.#parameters = new URLSearchParams(parts.parameters);
    const ignored = NOT_KNOWN.find((name) => this.#parameters.has(name));
    if (ignored !== undefined) throw new DatabaseURLUnfit(`has ${ignored}, which would have no effect. Remove it`);
    if (!isForReads) checkTarget(this.#parameters.get('target_session_attrs'));
    this.ssl = readSSL(this.#parameters);
    this.hosts = readHosts(parts.hosts ?? '', this.#parameters);
    if (!URL.canParse(this.toDriverURL({ host: 'host', port: USUAL_PORT })))
      throw new DatabaseURLUnfit('has a user, a password or a name that is not encoded as in other URLs');
  }

  /** The URL for the driver, which only supports one host. */
  toDriverURL(host: DatabaseHost): string {
    return this.#urlWithout(SSL_PARAMETERS, host);
  }

  #urlWithout(names: readonly string[], { host, port }: DatabaseHost): string {
    const parameters = new URLSearchParams(this.#parameters);
    for (const name of ['target_session_attrs', 'host', ...names]) parameters.delete(name);
    parameters.set('port', port);
    parameters.set('host', host);
    // The driver prefers the host in the parameters.
    return `${this.#scheme}://${this.#userInfo}host/${this.#parts.name ?? ''}?${parameters.toString()}`;
  }

  /** A server for reads: `host:port`, with everything else as here, or a complete URL, which may name any target. */
  at(server: string): DatabaseURL {
    return new DatabaseURL(server.includes('://') ? server : this.#urlWithout([], parseHost(server)), true);
  }

  /** The URL without its password, and without its parameters, which may contain one as well. */
  describe(): string {
    const user = this.#userInfo.replace(/:.*@$/s, '@');
    return `${this.#scheme}://${user}${this.hosts.map(describeHost).join(',')}/${this.#parts.name ?? ''}`;
  }

  /** The name of the database; empty if it is the same as the user's. */
  get name(): string {
    return this.#parts.name ?? '';
  }

  get #scheme(): string {
    return this.#parts.scheme ?? '';
  }

  get #userInfo(): string {
    return this.#parts.user === undefined ? '' : `${this.#parts.user}@`;
  }
}

/** For example `db.example.org:5432`, or the folder of a socket. */
export function describeHost({ host, port }: DatabaseHost): string {
  if (host.startsWith('/')) return host;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function checkTarget(wanted: string | null): void {
  if (wanted === null || WRITABLE.has(wanted)) return;
  throw new DatabaseURLUnfit(
    `has target_session_attrs=${wanted}. The gateway writes: leave it out, or write read-write or primary`,
  );
}

function readSSL(parameters: URLSearchParams) {
  const [given, root, cert, key] = SSL_PARAMETERS.map(
    (name) => parameters.get(name) ?? readVariable(`PG${name.toUpperCase()}`),
  );
  const isAny = [root, cert, key].some((file) => file !== undefined);
  const isOurs = parameters.has('sslmode') || !parameters.has('ssl');
  const mode = root === 'system' ? 'verify-full' : isOurs ? (given ?? (isAny ? 'prefer' : undefined)) : undefined;
  if (mode === undefined || isSSLMode(mode)) return { mode, root, cert, key };
  throw new DatabaseURLUnfit(`has sslmode=${mode}. Write ${Object.keys(SSL_MODES).join(', ')}`);
}

/** Undefined if it is absent or empty. */
function readVariable(name: string): string | undefined {
  return process.env[name] === '' ? undefined : process.env[name];
}

function isSSLMode(mode: string): mode is SSLMode {
  return Object.hasOwn(SSL_MODES, mode);
}

/** As in libpq, the parameters `host` and `port` override the host part of the URL, which overrides PGHOST and PGPORT. */
function readHosts(text: string, parameters: URLSearchParams): readonly DatabaseHost[] {
  const written = (text === '' ? (readVariable('PGHOST') ?? '') : text).split(',').map(parseHost);
  const names = parameters.get('host')?.split(',') ?? written.map(({ host }) => host);
  const ports = parameters.get('port')?.split(',') ?? written.map(({ port }) => port);
  return names.map((host, index) => ({
    host: host || 'localhost',
    port: checkPort(ports[ports.length === 1 ? 0 : index]),
  }));
}

function parseHost(text: string): DatabaseHost {
  const parts = HOST_PARTS.exec(text)?.groups;
  if (parts === undefined) throw new DatabaseURLUnfit('names a host or a port that cannot be read');
  return { host: decodeURIComponent(parts.host ?? '').replace(/^\[|\]$/g, ''), port: parts.port ?? '' };
}

function checkPort(text = ''): string {
  const port = text === '' ? (readVariable('PGPORT') ?? USUAL_PORT) : text;
  if (/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= LARGEST_PORT) return port;
  throw new DatabaseURLUnfit('names a port that is not a number from 1 to 65535');
}
