import {
  anything,
  mapOf,
  type Message,
  named,
  oneOf,
  optional,
  text,
  textOrNull,
  type Unchanged,
  type ValueOf,
} from '@ticketgate/sdk/schema';

/** `warning`: it works, but not for ever or not well. `error`: something does not work, or data is at risk. */
export const SEVERITIES = ['fine', 'warning', 'error'] as const;
export const severity = oneOf(SEVERITIES);

export const finding = named('Finding', {
  subject: text('What it is about.'),
  severity: { ...severity, description: 'How bad it is.' },
  message: text('What was found.'),
  id: optional(text('Which sentence the message is, for other languages.')),
  values: optional(mapOf(anything(), 'What message and remedy say of this case, by name.')),
  remedy: textOrNull('How to correct it; null if nothing is wrong.'),
  remedyID: optional(text('Which sentence the remedy is.')),
  service: optional(text('The web service that it is about.')),
  name: optional(text('The operation or API key that it is about.')),
});

/** The result of one examination. */
export type Finding = Unchanged<ValueOf<typeof finding>>;

export type Found = Omit<Finding, 'subject'>;

export function fine(message: Message): Found {
  return { severity: 'fine', ...message, remedy: null };
}

export function warning(message: Message, remedy: Message): Found {
  return { ...error(message, remedy), severity: 'warning' };
}

export function error(message: Message, remedy: Message): Found {
  const values = { ...message.values, ...remedy.values };
  return { severity: 'error', ...message, values, remedy: remedy.message, remedyID: remedy.id };
}

/** The findings of a part, or that it is fine. */
export function about(subject: string, found: readonly Found[], otherwise: Message): readonly Finding[] {
  return (found.length > 0 ? found : [fine(otherwise)]).map((each) => ({ subject, ...each }));
}
