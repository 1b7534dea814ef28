import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A mail as it was taken. */
export interface ArrivedMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  /** With LF. */
  readonly text: string;
  /** `user:password` of the login; undefined without one. */
  readonly login: string | undefined;
  readonly isEncrypted: boolean;
}

interface Session {
  sender: string;
  recipients: string[];
  login: string | undefined;
  readonly isEncrypted: boolean;
}

interface ReceiverOptions {
  /** PEM; with them, STARTTLS is offered. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** Answers a line of the client instead of the server: a text, or undefined for the usual one. `end` closes the connection. */
type Script = (line: string, socket: Socket) => string | undefined;

/** An SMTP server that takes what its script does not refuse (RFC 5321). */
export class MailReceiver {
  readonly arrived: ArrivedMail[] = [];
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  readonly #options: ReceiverOptions;
  #script: Script = () => undefined;

  private constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  static async start(options: ReceiverOptions = {}): Promise<MailReceiver> {
    const receiver = new MailReceiver(options);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Forgets what arrived, and answers by this script from now on. */
  script(script: Script = () => undefined): void {
    this.arrived.length = 0;
    this.#script = script;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket.on('error', () => undefined));
    socket.on('close', () => this.#sockets.delete(socket));
    socket.write('220 receiver\r\n');
    this.#converse(socket, false);
  }

  #converse(socket: Socket, isEncrypted: boolean): void {
    const session: Session = { sender: '', recipients: [], login: undefined, isEncrypted };
    let lines: string[] | undefined;
    const reader = createInterface({ input: socket });
    reader.on('line', (line) => {
      if (lines !== undefined && line !== '.') return void lines.push(line.replace(/^\./, ''));
      const answer = this.#script(line, socket) ?? this.#answer(line, session);
      if (line === '.' && answer.startsWith('250')) this.arrived.push({ ...session, text: (lines ?? []).join('\n') });
      lines = answer.startsWith('354') ? [] : undefined;
      socket.write(`${answer}\r\n`);
      if (line === 'STARTTLS' && answer.startsWith('220')) {
        reader.close();
        this.#encrypt(socket);
      }
    });
  }

  #encrypt(socket: Socket): void {
    const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(this.#options.tls) });
    secure.on('error', () => undefined);
    this.#converse(secure, true);
  }

  #answer(line: string, session: Session): string {
    const [, verb = '', rest = ''] = /^(EHLO|MAIL FROM|RCPT TO|AUTH PLAIN|\S+)[: ]?(.*)$/.exec(line) ?? [];
    const address = rest.replace(/^<|>.*$/g, '');
    const mayEncrypt = this.#options.tls !== undefined && !session.isEncrypted;
    const answers: Readonly<Record<string, () => string>> = {
      EHLO: () => `250-receiver\r\n250-${mayEncrypt ? 'STARTTLS' : 'AUTH PLAIN'}\r\n250 SIZE 10000000`,
      STARTTLS: () => (mayEncrypt ? '220 go ahead' : '502 not here'),
      'AUTH PLAIN': () => {
        session.login = Buffer.from(rest, 'base64').toString().split('\0').slice(1).join(':');
        return '235 welcome';
      },
      'MAIL FROM': () => {
        session.sender = address;
        return '250 ok';
      },
      'RCPT TO': () => `250 ${session.recipients.push(address)}`,
      DATA: () => '354 go on',
    };
    return answers[verb]?.() ?? '250 ok';
  }
}
