import type { Settings } from '@ticketgate/sdk';

import { limitText } from '../../request/family-values.js';

/** The subject of a mail about a ticket: without an earlier number of it and the mark of an answer, and with its number. */
export function mailSubject(subject: string, number: string, settings: Settings): string {
  const tag = `[${settings.text('Ticket::Hook')}${settings.text('Ticket::HookDivider')}${number}]`;
  const answer = settings.text('Ticket::SubjectRe');
  const own = subject.replaceAll(`${tag} `, '').replaceAll(tag, '');
  const mark = `${answer}: `;
  const isAnswer = answer !== '' && own.slice(0, mark.length).toLowerCase() === mark.toLowerCase();
  const text = limitText((isAnswer ? own.slice(mark.length) : own).trim(), settings.number('Ticket::SubjectSize'));
  const format = settings.text('Ticket::SubjectFormat');
  if (format === 'None') return text;
  return format === 'Right' ? `${text} ${tag}` : `${tag} ${text}`;
}
