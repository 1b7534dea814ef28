import { defineLimits } from '@ticketgate/sdk';

/** Limits of FAQ searches. */
export const faqLimits = defineLimits('Ticketgate::Limit', {
  FAQTextLength: { most: 10_000, unit: 'characters', description: 'Most characters of an FAQ search.' },
  FAQWords: {
    most: 50,
    unit: 'words',
    description: 'Most words of an FAQ search; each is searched for in every item.',
  },
});
