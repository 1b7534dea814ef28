import type { SettingDefinition, Settings } from '@ticketgate/sdk';

import { invalid } from '../request/input-errors.js';

/** How much one request may ask for, by the last part of the setting's name. Honest clients stay far below. */
const LIMITS = {
  Addresses: { most: 1_000, unit: 'addresses', description: 'Most addresses in a line such as From.' },
  Attachments: {
    most: 1_000,
    unit: 'entries',
    description: 'Most attachments of a request, and most images within an HTML body.',
  },
  BodyLength: {
    most: 20_000_000,
    unit: 'characters',
    description: 'Characters of the body of an article. Attachments may have more.',
  },
  CustomerUserLength: {
    most: 1_000,
    unit: 'characters',
    description: 'Most characters of the CustomerUser of a create or an update: a login, or addresses.',
  },
  DynamicFields: {
    most: 1_000,
    unit: 'entries',
    description: 'Most entries of DynamicField in a create or an update.',
  },
  HtmlSeconds: { most: 5, unit: 'seconds', description: 'Most seconds for reading an HTML body as text.' },
  ListEntries: {
    most: 10_000,
    unit: 'entries',
    description: 'Most entries of any other list, for example ids of tickets or values of a search.',
  },
  RepeatedIDs: {
    most: 100,
    unit: 'repeated ids',
    description: 'Most repeated entries of TicketID; each is answered again.',
  },
  SearchFields: { most: 50, unit: 'entries', description: 'Most entries of DynamicField in a search.' },
  SearchHits: { most: 10_000, unit: 'tickets', description: 'Highest Limit of a TicketSearch with profile contract.' },
  SearchTerms: { most: 250, unit: 'terms', description: 'Most terms in the conditions of one search parameter.' },
  SearchTextLength: { most: 10_000, unit: 'characters', description: 'Most characters of a text in a search.' },
  SenderTypes: { most: 10, unit: 'entries', description: 'Most entries of ArticleSenderType.' },
  SortKeys: { most: 20, unit: 'entries', description: 'Most entries of SortBy and of OrderBy.' },
  TextLength: {
    most: 200_000,
    unit: 'characters',
    description:
      'Most characters of any text of a create or an update, except the body of an article and the content of an attachment.',
  },
} as const;

export type LimitName = keyof typeof LIMITS;

// Object.keys does not know the names; they are those of the constant above.
const NAMES = Object.keys(LIMITS) as LimitName[];

/** Made once: to look up a text that was just put together takes longer than to compare with the limit. */
const SETTINGS = new Map(NAMES.map((name) => [name, `Ticketgate::Limit::${name}`]));

/** Our own settings: the family does not have such limits. */
export const limitSettings: readonly SettingDefinition[] = NAMES.map((name) => {
  const { most, description } = LIMITS[name];
  return { name: settingOf(name), default: most, description };
});

/** Names the setting when a limit is exceeded. */
export interface LimitScope {
  /** For example `TicketCreate`. */
  readonly operation: string;
  readonly settings: Settings;
}

export function limitOf(name: LimitName, settings: Settings): number {
  return settings.number(settingOf(name));
}

/**
 * Refuses what has more than a limit allows; `what` names the member of the request.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireAtMost(
  name: LimitName,
  { what, count }: { readonly what: string; readonly count: number },
  { operation, settings }: LimitScope,
): void {
  const most = limitOf(name, settings);
  if (count <= most) return;
  throw invalid(
    operation,
    `${what} has ${count} ${LIMITS[name].unit}; at most ${most} are allowed (${settingOf(name)}).`,
  );
}

export function settingOf(name: LimitName): string {
  return SETTINGS.get(name) ?? '';
}
