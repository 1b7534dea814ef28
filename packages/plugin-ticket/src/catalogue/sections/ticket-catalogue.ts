import type { CatalogueSection } from '@ticketgate/sdk';

import { dynamicFieldsSection } from './dynamic-fields-section.js';
import { queuesSection } from './queues-section.js';
import { servicesSection } from './services-section.js';
import { statesSection } from './states-section.js';
import { typesSection } from './types-section.js';

/** What of the ticket system `config/catalogue.yml` can name, in the order in which it is applied. */
export const ticketCatalogue: readonly CatalogueSection[] = [
  statesSection,
  typesSection,
  queuesSection,
  servicesSection,
  dynamicFieldsSection,
];
