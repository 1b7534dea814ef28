import type { SettingDefinition } from '@ticketgate/sdk';

export const TEXT_LENGTH = 'Ticketgate::Limit::FAQTextLength';
export const WORDS = 'Ticketgate::Limit::FAQWords';

/** How much a search in the FAQ may ask for. */
export const faqLimits: readonly SettingDefinition[] = [
  { name: TEXT_LENGTH, default: 10_000, description: 'Characters of a search in the FAQ, at most.' },
  { name: WORDS, default: 50, description: 'Words of a search in the FAQ, at most; each is looked for in each item.' },
];
