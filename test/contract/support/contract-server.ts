import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startOwnServer, type TestServer } from '../../support/index.js';

// Not by the package's name: the server loads it only when somebody wants a certificate.
import { makeSelfSigned } from '../../support/self-signed.js';
import { CATALOGUE } from './catalogue.js';
import { DocumentedExchanges } from './documented-exchanges.js';
import { startNginx, type Nginx } from './nginx.js';
import { startPrism, type Prism } from './prism.js';
import type { Transport } from './transports.js';

const SERVICES = join(import.meta.dirname, '..', '..', '..', 'config', 'webservices');
const SHIPPED = ['TicketConnector', 'TicketService', 'TicketExample'];

/** Milliseconds; a long test may install Prism first. */
export const START_TIMEOUT = 300_000;

export type Members = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty for answers without a body. */
  readonly body: Members;
}

export interface Sent {
  readonly body?: object;
  /** A body as it is, instead. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server with the shipped web services of the contract, reached as `transport` says. */
export class ContractServer {
  readonly server: TestServer;
  readonly login: { readonly UserLogin: string; readonly Password: string };
  readonly #url: string;
  readonly #agent: HttpAgent;
  readonly #close: () => Promise<void>;
  /** By the path of a web service, Prism in front of it. */
  readonly #prisms = new Map<string, Prism>();
  readonly #documented = new DocumentedExchanges(async (path) => (await this.#send('GET', path, {})).body);

  private constructor(server: TestServer, parts: { url: string; agent: HttpAgent; close: () => Promise<void> }) {
    this.server = server;
    this.login = { UserLogin: 'api_agent', Password: server.rootPassword };
    this.#url = parts.url;
    this.#agent = parts.agent;
    this.#close = parts.close;
  }

  /** @param extra further web services, YAML by name */
  static async start(transport: Transport, extra: Readonly<Record<string, string>> = {}): Promise<ContractServer> {
    const folder = mkdtempSync(join(tmpdir(), 'ticketgate-contract-'));
    chmodSync(folder, 0o755);
    const { cert, key } = await makeSelfSigned({ names: ['127.0.0.1'], days: 1, now: new Date() });
    const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
    writeFileSync(files.certificate, cert);
    writeFileSync(files.key, key);
    const server = await startContractServer(folder, { tls: transport === 'https' ? files : {}, extra });
    const nginx: Nginx | undefined = transport === 'nginx' ? await startNginx(folder, server.url) : undefined;
    const options = { keepAlive: true, maxSockets: 4 };
    const agent =
      transport === 'http' || transport === 'prism' ? new HttpAgent(options) : new HttpsAgent({ ...options, ca: cert });
    const close = async () => {
      agent.destroy();
      await nginx?.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    const contract = new ContractServer(server, { url: nginx?.url ?? server.url, agent, close });
    await contract.#documented.load([...SHIPPED, ...Object.keys(extra)]);
    if (transport === 'prism') await contract.#startPrisms(folder);
    return contract;
  }

  async stop(): Promise<void> {
    for (const prism of this.#prisms.values()) await prism.stop();
    await this.#close();
  }

  async #startPrisms(folder: string): Promise<void> {
    for (const [path, document] of this.#documented.documents) {
      this.#prisms.set(path, await startPrism(folder, { document, upstream: this.server.url + path }));
    }
  }

  /**
   * Sends a request; a body goes as JSON.
   *
   * @throws Error when the request or its answer is not what the OpenAPI document of the web service says
   */
  async call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const answer = await this.#send(method, path, sent);
    const { status, headers, body } = answer;
    const exchange = { method, url: path, body: sent.body, status, headers, answer: body };
    const mistake = sent.text === undefined ? this.#documented.findMistake(exchange) : undefined;
    if (mistake !== undefined) throw new Error(`${method} ${path} does not fit its document: ${mistake}`);
    return answer;
  }

  async #send(method: string, path: string, { body, text: raw = '', headers = {} }: Sent): Promise<Answer> {
    const content = body === undefined ? raw : JSON.stringify(body);
    const type = content === '' ? {} : { 'Content-Type': 'application/json' };
    const length = { 'Content-Length': Buffer.byteLength(content) };
    const options = { method, agent: this.#agent, headers: { ...type, ...length, ...headers } };
    return new Promise((resolve, reject) => {
      const send = this.#url.startsWith('https') ? httpsRequest : httpRequest;
      const sent = send(this.#addressOf(path), options, (response) => {
        readAnswer(response)
          .then((members) => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: members });
          })
          .catch(reject);
      });
      sent.once('error', reject).end(content);
    });
  }

  #addressOf(path: string): string {
    const [base, prism] = [...this.#prisms].find(([each]) => path.startsWith(`${each}/`)) ?? ['', undefined];
    return prism === undefined ? this.#url + path : prism.url + path.slice(base.length);
  }

  /** A ticket made by the connector. */
  async ticket(change: Members = {}): Promise<{ TicketID: number; TicketNumber: string; ArticleID: number }> {
    const body = { ...this.login, Ticket: { ...TICKET, ...change }, Article: ARTICLE };
    const answer = await this.call('POST', '/connector/ticket-create', { body });
    return answer.body as { TicketID: number; TicketNumber: string; ArticleID: number };
  }

  /** The only ticket that the connector's ticket-get answers for an id. */
  async read(TicketID: unknown, options: Members = {}): Promise<Members> {
    const body = { ...this.login, TicketID, ...options };
    const answer = await this.call('POST', '/connector/ticket-get', { body });
    const [ticket = {}] = (answer.body.Ticket ?? []) as readonly Members[];
    return ticket;
  }
}

export const TICKET = {
  Title: 'Printer on fire',
  Queue: 'Raw',
  State: 'new',
  Priority: '3 normal',
  CustomerUser: 'carla@customer.org',
};
export const ARTICLE = { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain' };

/** Ids in rising order: tickets of one second come in any. */
export function sorted(ids: unknown): readonly number[] {
  return (ids as readonly number[]).toSorted((left, right) => left - right);
}

interface ServerParts {
  readonly tls: { readonly certificate?: string; readonly key?: string };
  readonly extra: Readonly<Record<string, string>>;
}

async function startContractServer(folder: string, { tls, extra }: ServerParts): Promise<TestServer> {
  const catalogue = join(folder, 'catalogue.yml');
  writeFileSync(catalogue, CATALOGUE);
  const shipped = SHIPPED.map((name) => [name, readFileSync(join(SERVICES, `${name}.yml`), 'utf8')]);
  const server = await startOwnServer({
    webServices: { ...(Object.fromEntries(shipped) as Record<string, string>), ...extra },
    configuration: {
      tls,
      http: { trustedProxies: ['127.0.0.1'] },
      catalogue: { file: catalogue },
      Settings: { CheckMXRecord: 0, 'AuthModule::DB::bcryptCost': 9 },
    },
  });
  const person = { firstName: 'Api', lastName: 'Agent', password: server.rootPassword };
  const { agents, customerAdministration } = server.system.accounts;
  await agents.add({ ...person, login: 'api_agent', email: 'api@customer.org', groups: ['users'] });
  const customer = { login: 'carla', email: 'carla@customer.org', customerID: 'ACME' };
  await customerAdministration.add({ ...person, ...customer });
  return server;
}

async function readAnswer(response: Readable & { headers: IncomingHttpHeaders }): Promise<Members> {
  const content = await text(response);
  const isJson = (response.headers['content-type'] ?? '').includes('json');
  // Every JSON answer of these services is an object; HEAD has none.
  return isJson && content !== '' ? (JSON.parse(content) as Members) : {};
}
