import { defineSettings, type Settings } from '@ticketgate/sdk';

/** A server that takes mails for sending, in the words of nodemailer. */
export type MailServer = Readonly<ReturnType<typeof readMailServer> & ReturnType<typeof readMailLogin>>;

/** How a connection is encrypted, and the usual port, by the family's module. */
const MODULES = {
  // Encrypted where the server offers it.
  'Kernel::System::Email::SMTP': { port: 25, secure: false, requireTLS: false },
  'Kernel::System::Email::SMTPTLS': { port: 587, secure: false, requireTLS: true },
  'Kernel::System::Email::SMTPS': { port: 465, secure: true, requireTLS: false },
} as const;

export const mailSettings = defineSettings({
  SendmailModule: [
    'Kernel::System::Email::SMTP',
    'How mails are sent: Kernel::System::Email::SMTP, SMTPTLS for STARTTLS in any case, or SMTPS for TLS from the start. On an attached database the host sends them.',
  ],
  'SendmailModule::Host': ['', 'The server that sends the mails of articles with ArticleSend; empty for none.'],
  'SendmailModule::Port': ['', 'Its port; empty for 25 with SMTP, 587 with SMTPTLS and 465 with SMTPS.'],
  'SendmailModule::AuthUser': ['', 'The user for the server; empty for none.'],
  'SendmailModule::AuthPassword': ['', 'The password of that user, or the name of a variable TICKETGATE_SECRET_….'],
});

/** Whether mails are sent from here. */
export function hasMailServer(settings: Settings): boolean {
  return settings.text('SendmailModule::Host') !== '';
}

/** @throws Error for settings that cannot be used */
export function readMailServer(settings: Settings) {
  const [module, port] = ['SendmailModule', 'SendmailModule::Port'].map((name) => settings.text(name));
  const how = Object.entries(MODULES).find(([name]) => name === module)?.[1];
  if (how === undefined) {
    throw new Error(`SendmailModule is "${module}"; write one of ${Object.keys(MODULES).join(', ')}.`);
  }
  if (port !== '' && !/^[1-9]\d{0,4}$/.test(port ?? '')) {
    throw new Error(`SendmailModule::Port is "${port}"; write the number of a port, for example ${how.port}.`);
  }
  const host = settings.text('SendmailModule::Host');
  return { ...how, host, port: Number(port) || how.port, name: settings.text('FQDN') };
}

/** @throws OperationError `Requester.SecretMissing` */
export function readMailLogin(settings: Settings) {
  const user = settings.text('SendmailModule::AuthUser');
  return user === '' ? {} : { auth: { user, pass: settings.text('SendmailModule::AuthPassword') } };
}
