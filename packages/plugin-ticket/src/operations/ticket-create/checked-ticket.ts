import type { Agent, Caller, CustomerUser } from '@ticketgate/sdk';

import type { AttachmentDraft } from '../../articles/store/article-draft.js';
import type { CatalogueEntry, Queue, Service, ServiceLevelAgreement, State } from '../../catalogue/catalogue.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import type { CheckedArticle } from '../check-article.js';

/** A request for a new ticket that passed all checks. */
export interface CheckedTicket {
  readonly caller: Caller;
  readonly title: string;
  readonly customer: CustomerUser | undefined;
  readonly customerID: string;
  readonly customerUserID: string;
  readonly queue: Queue;
  /** What the article's To says. */
  readonly queueName: string;
  readonly state: State;
  readonly priority: CatalogueEntry;
  readonly type: CatalogueEntry | undefined;
  readonly lock: CatalogueEntry | undefined;
  readonly service: Service | undefined;
  readonly agreement: ServiceLevelAgreement | undefined;
  readonly owner: Agent | undefined;
  readonly responsible: Agent | undefined;
  /** Seconds since 1970, 0 for none. */
  readonly untilTime: number;
  readonly article: CheckedArticle;
  readonly dynamicFields: readonly FieldAssignment[];
  readonly attachments: readonly AttachmentDraft[];
}
