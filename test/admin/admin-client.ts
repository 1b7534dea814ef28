import { adminRoutes, SHARED_ERRORS, type AdminRoute } from '@ticketgate/admin/api';
import { toHttpStatus, isData, type Data } from '@ticketgate/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  /** Of JSON; empty for others. */
  readonly body: Data;
  readonly text: string;
  readonly headers: Headers;
}

/** What a proxy on this machine says of a client on it, where the server trusts it. */
export const LOCAL_PROXY = { 'X-Forwarded-For': '127.0.0.1' } as const;

/** Sends requests to the API as a browser would, and compares every answer with what its route declares. */
export class AdminClient {
  readonly url: string;
  /** Texts of all answers. */
  readonly answers: string[] = [];
  /** Routes that answered what they are for, as `GET /services`. */
  readonly used = new Set<string>();
  #cookie = '';
  #csrfToken = '';
  readonly #ajv = new Ajv2020({ allErrors: true, strictTypes: false });

  readonly via: Readonly<Record<string, string>>;

  /** @param via headers of a proxy in between, such as {@link LOCAL_PROXY} */
  constructor(server: string, via: Readonly<Record<string, string>> = {}) {
    this.url = `${server}/admin/api`;
    this.via = via;
  }

  get session(): Readonly<Record<string, string>> {
    return { ...this.via, Cookie: this.#cookie, 'X-CSRF-Token': this.#csrfToken };
  }

  get cookie(): string {
    return this.#cookie;
  }

  async logIn(UserLogin: string, Password: string): Promise<Answered> {
    const answered = await this.send('POST /session', { body: { UserLogin, Password } });
    this.#cookie = (answered.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    this.#csrfToken = String(answered.body.csrfToken);
    return answered;
  }

  /** @param line for example `GET /services?limit=1` */
  async send(line: string, { body, headers = this.session }: Sent = {}): Promise<Answered> {
    const [method = '', path = ''] = line.split(' ');
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...this.via, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.answers.push(text);
    const answered = { status: response.status, body: readJson(text, response), text, headers: response.headers };
    this.#check(method, path, answered);
    return answered;
  }

  /** The body of an answer that has to be a success. */
  async get(line: string, sent?: Sent): Promise<Data> {
    const { status, body, text } = await this.send(line, sent);
    if (status >= 300) throw new Error(`${line} answered ${status}: ${text}`);
    return body;
  }

  /** The code of an answer that has to be an error. */
  async fail(line: string, sent?: Sent): Promise<string> {
    const { status, body } = await this.send(line, sent);
    return `${status} ${String(body.code)}`;
  }

  #check(method: string, path: string, { status, body, text, headers }: Answered): void {
    const route = findRoute(method, path);
    if (headers.get('cache-control') !== 'no-store') throw new Error(`${method} ${path} may be stored.`);
    if (route === undefined) return;
    const name = `${route.method} ${route.path}`;
    if (status >= 400) this.#checkProblem(route, body, name);
    else {
      this.used.add(name);
      const isRight = route.answer === undefined ? status === 204 : this.#fits(route, text);
      if (!isRight) throw new Error(`${name} answers what it does not declare: ${this.#ajv.errorsText()}`);
    }
  }

  #fits({ answer, mediaType }: AdminRoute, text: string): boolean {
    return mediaType !== undefined || this.#ajv.validate(answer ?? {}, JSON.parse(text));
  }

  #checkProblem({ errors = [] }: AdminRoute, { code, status }: Data, name: string): void {
    const declared = [...errors, ...SHARED_ERRORS].find((error) => error.code === code);
    if (declared !== undefined && toHttpStatus(declared) === status) return;
    throw new Error(`${name} answers ${String(status)} ${String(code)}, which it does not declare.`);
  }
}

function findRoute(method: string, path: string): AdminRoute | undefined {
  const plain = path.split('?', 1)[0] ?? '';
  return adminRoutes.find(
    (route) => route.method === method && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(plain),
  );
}

function readJson(text: string, response: Response): Data {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return {};
  const body: unknown = JSON.parse(text);
  return isData(body) ? body : {};
}
