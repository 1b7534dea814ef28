import { readMailLogin, readMailServer, mailSettings } from '../src/articles/mail/mail-server.js';
import { signatureText } from '../src/articles/mail/signature.js';
import { sendMail } from '../src/articles/mail/send-mail.js';
import { makeSelfSigned } from '../../../test/support/self-signed.js';
import { MailReceiver } from '../../../test/support/mail-receiver.js';
import { testSettings } from './support/test-settings.js';

const SMTP = 'Kernel::System::Email::SMTP';
const STARTTLS = 'Kernel::System::Email::SMTPTLS';
const LOGIN = { 'SendmailModule::AuthUser': 'gate', 'SendmailModule::AuthPassword': 'open-sesame' };
const DEFINITIONS = [...mailSettings, { name: 'FQDN', default: 'desk.example.org', description: '' }];

const settingsOf = (changes: object) => testSettings(DEFINITIONS, { 'SendmailModule::Host': '127.0.0.1', ...changes });

describe('the settings of a mail server', () => {
  it.each([
    ['SMTP', 25, false, false],
    ['SMTPTLS', 587, false, true],
    ['SMTPS', 465, true, false],
  ])('%s has port %d unless another one is set', (...[name, port, secure, requireTLS]) => {
    const SendmailModule = `Kernel::System::Email::${name}`;
    const expected = { host: '127.0.0.1', port, secure, requireTLS, name: 'desk.example.org' };
    expect(readMailServer(settingsOf({ SendmailModule }))).toEqual(expected);
    expect(readMailServer(settingsOf({ SendmailModule, 'SendmailModule::Port': 2525 })).port).toBe(2525);
  });

  it.each([
    [
      { SendmailModule: 'Kernel::System::Email::Sendmail' },
      'SendmailModule is "Kernel::System::Email::Sendmail"; write one of Kernel::System::Email::SMTP, ',
    ],
    [{ 'SendmailModule::Port': 'smtp' }, 'SendmailModule::Port is "smtp"; write the number of a port, for example 25.'],
  ])('%j is refused with what can be written', (changes, message) => {
    expect(() => readMailServer(settingsOf(changes))).toThrow(message);
  });
});

describe('a signature', () => {
  it('has the form of the body that it is appended to', async () => {
    const append = (isHTML: boolean, contentType: string, text: string) =>
      signatureText({ text, contentType }, new Map([['agent_userlogin', 'a&b']]), { isHTML, width: 78, seconds: 60 });
    const plain = '\n<OTRS_Agent_UserLogin><OTRS_X>\nhttps://x.example/';
    expect(await append(false, 'text/plain', plain)).toBe('\na&b\nhttps://x.example/');
    expect(await append(true, 'text/plain', plain)).toBe(
      '<br/>a&amp;b<br/><a href="https://x.example/" title="https://x.example/">https://x.example/</a>',
    );
    expect(await append(true, 'text/html', '<br>&lt;OTRS_Agent_UserLogin&gt;<OTRS_X>')).toBe('<br>a&amp;b<OTRS_X>');
    expect(await append(false, 'text/html', '<p>x <OTRS_Agent_UserLogin></p>')).toBe('\nx \n\n');
  });
});

describe('a mail that is sent', () => {
  const mail = {
    sender: 'a@customer.org',
    recipients: ['b@customer.org'],
    message: Buffer.from('Subject: x\n\n.dot\n'),
  };
  let receiver: MailReceiver;
  let plain: MailReceiver;
  let cert: string;

  beforeAll(async () => {
    const tls = await makeSelfSigned({ names: ['127.0.0.1'], days: 1, now: new Date() });
    ({ cert } = tls);
    receiver = await MailReceiver.start({ tls });
    plain = await MailReceiver.start();
  });

  afterAll(async () => {
    await receiver.close();
    await plain.close();
  });

  const send = (changes: object, { to = receiver, trusted = cert, signal = new AbortController().signal } = {}) => {
    const settings = settingsOf({ 'SendmailModule::Port': to.port, ...changes });
    const server = { ...readMailServer(settings), ...readMailLogin(settings), tls: { ca: trusted } };
    return sendMail(server, mail, signal);
  };

  it.each([SMTP, STARTTLS])('is encrypted with %s where the server offers it, before the login', async (module) => {
    receiver.script();
    expect(await send({ SendmailModule: module, ...LOGIN })).toBeUndefined();
    expect(receiver.arrived).toEqual([
      {
        ...{ sender: 'a@customer.org', recipients: ['b@customer.org'], text: 'Subject: x\n\n.dot' },
        login: 'gate:open-sesame',
        isEncrypted: true,
      },
    ]);
  });

  it('is not sent to a server with an unknown certificate', async () => {
    receiver.script();
    await expect(send({ SendmailModule: STARTTLS }, { trusted: '' })).rejects.toThrow(/self-signed certificate/i);
    expect(receiver.arrived).toEqual([]);
  });

  it('is not sent without the encryption that the settings ask for', async () => {
    const seen: string[] = [];
    plain.script((line) => {
      seen.push(line);
      return undefined;
    });
    await expect(send({ SendmailModule: STARTTLS, ...LOGIN }, { to: plain })).rejects.toThrow(': 502 not here');
    expect([plain.arrived, seen.filter((line) => line.startsWith('AUTH'))]).toEqual([[], []]);
  });

  it('ends with the attempt that it belongs to', async () => {
    const attempt = new AbortController();
    plain.script((line) => {
      if (line.startsWith('MAIL FROM')) attempt.abort();
      return undefined;
    });
    await expect(send({}, { to: plain, signal: attempt.signal })).rejects.toThrow(/did not take a mail: /);
    expect(plain.arrived).toEqual([]);
  });

  it.each([
    ['MAIL FROM', '550 unknown sender', 'EventRefused'],
    ['RCPT TO', '553 unknown', 'EventRefused'],
    ['DATA', '552 too large', 'EventRefused'],
    ['.', '554 spam', 'EventRefused'],
    ['MAIL FROM', '530 log in first', 'Error'],
    ['RCPT TO', '451 later', 'Error'],
    ['EHLO', '554 closed', 'Error'],
    ['AUTH', '535 wrong password', 'Error'],
  ])('is refused for good only by what is said of the mail: %s %s', async (start, answer, name) => {
    plain.script((line) =>
      line.startsWith(start) || (start === 'EHLO' && line.startsWith('HELO')) ? answer : undefined,
    );
    await expect(send(LOGIN, { to: plain })).rejects.toMatchObject({
      name,
      message: expect.stringContaining(answer) as string,
    });
  });

  it('is not refused for good where one of its recipients may be served later', async () => {
    plain.script((line) => (line.includes('<one') ? '550 unknown' : line.includes('<two') ? '450 full' : undefined));
    const settings = settingsOf({ 'SendmailModule::Port': plain.port });
    const recipients = ['one@customer.org', 'two@customer.org', 'three@customer.org'];
    const unsent = await sendMail(readMailServer(settings), { ...mail, recipients }, new AbortController().signal);
    expect(unsent).toMatchObject({ recipients: recipients.slice(0, 2), error: { name: 'Error' } });
    expect(unsent?.error.message).toMatch(/: one@customer\.org: 550 unknown; two@customer\.org: 450 full$/);
    expect(plain.arrived.map(({ recipients: served }) => served)).toEqual([['three@customer.org']]);
  });
});
