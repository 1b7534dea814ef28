import type { SettingDefinition } from '@ticketgate/sdk';

export const TEXT_LENGTH = 'Ticketgate::Limit::FAQTextLength';
export const WORDS = 'Ticketgate::Limit::FAQWords';

/** How much a search in the FAQ may ask for. */
export const faqLimits: readonly SettingDefinition[] = [
  { name: TEXT_LENGTH, default: 10_000, description: 'Most characters of an FAQ search.' },
  { name: WORDS, default: 50, description: 'Most words of an FAQ search; each is searched for in every item.' },
];
