import type { Data } from '@ticketgate/sdk';

import { areSendable } from '../../addresses/email.js';
import { parseAddresses } from '../../addresses/parse-addresses.js';
import { isFalsy, isText, toText } from '../../request/family-values.js';
import { invalid } from '../../request/input-errors.js';
import { requireAtMost } from '../../request/limits.js';
import type { WriteSources } from '../../ticket/rules/write-sources.js';
import type { WritingOperation } from '../article-settings.js';
import { hasMailServer } from './mail-server.js';

export const COPIES = ['Cc', 'Bcc'];

/** The recipients that an article has which is not sent. */
export const HEADERS: Readonly<Record<WritingOperation, readonly string[]>> = {
  TicketCreate: [],
  TicketUpdate: ['To', ...COPIES],
};

/** Whether an article is a mail; profiles of other hosts than Znuny ignore that. A wrong To is reported as Znuny does, with its code for both operations. */
export async function checkSending(input: Data, sources: WriteSources): Promise<boolean> {
  const { operation, context, settings } = sources;
  const { profile } = context.binding;
  if (profile !== 'znuny' && profile !== 'contract') return false;
  if (isFalsy(input.ArticleSend)) {
    if (profile === 'contract') requireNoRecipients(input, operation);
    return false;
  }
  const addresses = [input.To].flat().flatMap((line) => (isText(line) ? parseAddresses(toText(line)) : ['']));
  requireAtMost('Addresses', { what: 'Article->To', count: addresses.length }, { operation, settings });
  if (addresses.length === 0 || addresses.includes('') || !(await areSendable(addresses, settings))) {
    const sentence = 'Article->To parameter must be a valid email address when Article->ArticleSend is set!';
    throw invalid(profile === 'znuny' ? 'TicketCreate' : operation, sentence);
  }
  requireSender(sources, profile);
  return true;
}

function requireNoRecipients(input: Data, operation: WritingOperation): void {
  const vain = HEADERS.TicketUpdate.find((name) => input[name] !== undefined && !HEADERS[operation].includes(name));
  if (vain === undefined) return;
  throw invalid(operation, `Article->${vain} is only used with ArticleSend. Leave it out, or send ArticleSend: 1.`);
}

/** Without a sender nothing is sent, so the request must not seem to succeed. */
function requireSender({ operation, context, settings }: WriteSources, profile: 'znuny' | 'contract'): void {
  const { isAttached } = context.services;
  if (isAttached ? profile === 'znuny' : hasMailServer(settings)) return;
  const why = isAttached
    ? 'only the daemon of a Znuny sends e-mail, for services with its profile'
    : 'no mail server is configured, which is the setting SendmailModule::Host';
  throw invalid(operation, `Article->ArticleSend is not supported: ${why}. Leave it out to store the article.`);
}
