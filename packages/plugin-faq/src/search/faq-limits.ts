import { defineSettings } from '@ticketgate/sdk';

export const TEXT_LENGTH = 'Ticketgate::Limit::FAQTextLength';
export const WORDS = 'Ticketgate::Limit::FAQWords';

/** How much a search in the FAQ may ask for. */
export const faqLimits = defineSettings({
  [TEXT_LENGTH]: [10_000, 'Most characters of an FAQ search.'],
  [WORDS]: [50, 'Most words of an FAQ search; each is searched for in every item.'],
});
