import { AdminClient, LOCAL_PROXY, type Answered } from '../admin/admin-client.js';

/** A browser that signs in: it keeps the cookies of gateways and of the provider. */
export class SignInBrowser {
  readonly #cookies = new Map<string, string>();
  /** Of the last visit; the token has to repeat it. */
  nonce: string | undefined;

  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The answer of a gateway. */
  async send(gateway: string, line: string, body?: unknown): Promise<Answered> {
    const headers = { Cookie: this.cookies, Origin: gateway };
    const answered = await new AdminClient(gateway, LOCAL_PROXY).send(line, { body, headers });
    this.#keep(answered.headers);
    return answered;
  }

  /** Begins at a gateway, and comes back from the provider with a query. */
  async visitProvider(gateway: string): Promise<string> {
    const { body, text } = await this.send(gateway, 'POST /sign-in');
    if (typeof body.url !== 'string') throw new Error(`The gateway answered ${text}`);
    let { url } = body;
    this.nonce = new URL(url).searchParams.get('nonce') ?? undefined;
    while (!url.includes('/admin/sign-in')) {
      const response = await fetch(url, { redirect: 'manual', headers: { Cookie: this.cookies } });
      this.#keep(response.headers);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url).href;
    }
    return new URL(url).search;
  }

  finish(gateway: string, query: string): Promise<Answered> {
    return this.send(gateway, 'POST /sign-in/callback', { query });
  }

  /** What a gateway answers at last. */
  async signIn(gateway: string): Promise<Answered> {
    return this.finish(gateway, await this.visitProvider(gateway));
  }

  #keep(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
