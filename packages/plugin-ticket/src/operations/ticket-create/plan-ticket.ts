import { OperationFault } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../articles/store/article-draft.js';
import { indexOptions } from '../../articles/store/index-options.js';
import { headerLine, prepareArticle } from '../../articles/store/prepare-article.js';
import { prepareContent } from '../../articles/store/prepare-content.js';
import type { PreparedArticle } from '../../articles/store/prepared-article.js';
import { planDynamicFieldWrites, type DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { factsOfNewTicket } from '../../escalation/advance-facts.js';
import { escalationTargetsOf } from '../../escalation/escalation-targets.js';
import { escalationTimes, NO_ESCALATION, type EscalationTimes } from '../../escalation/escalation-times.js';
import { suspendStates } from '../../escalation/load-facts.js';
import type { HistoryRow } from '../../history/history-rows.js';
import { CUSTOMER_ID_LENGTH, CUSTOMER_USER_LENGTH } from '../../ticket/column-lengths.js';
import { epochOf } from '../../time/system-time-zone.js';
import { readWorkingCalendar } from '../../time/working-calendar.js';
import { cutText, textOf } from '../../values.js';
import { addressOf } from '../customer-rights.js';
import type { WriteSources } from '../write-sources.js';
import type { CheckedTicket } from './checked-ticket.js';
import { planHistory } from './plan-history.js';

/** Everything that a new ticket writes, before the database gives it ids. */
export interface TicketPlan {
  readonly checked: CheckedTicket;
  readonly number: string;
  readonly ownerID: number;
  readonly responsibleID: number;
  readonly lockID: number;
  /** Seconds since 1970. */
  readonly timeout: number;
  readonly escalation: EscalationTimes;
  readonly draft: ArticleDraft;
  readonly article: PreparedArticle;
  readonly ticketFields: readonly DynamicFieldWrite[];
  readonly articleFields: readonly DynamicFieldWrite[];
  readonly history: readonly HistoryRow[];
}

/**
 * Computes all rows of a new ticket; asks nothing of the database.
 *
 * @throws OperationFault when the tables cannot hold it
 */
export async function planTicket(checked: CheckedTicket, number: string, sources: WriteSources): Promise<TicketPlan> {
  const { context, now } = sources;
  requireRoom(checked);
  const owner = checked.owner?.id ?? checked.caller.userID;
  const draft = draftArticle(checked);
  const { settings } = context;
  const article = prepareArticle(draft, {
    content: await prepareContent(draft, { operation: sources.operation, settings }),
    attachments: checked.attachments,
    index: indexOptions(settings, sources.isAttached),
  });
  const writes = planDynamicFieldWrites(checked.dynamicFields, () => null).writes;
  const people = { ownerID: owner, responsibleID: responsibleOf(checked, owner, sources) };
  const history = planHistory({ checked, number, draft, ...people, writes }, sources);
  return {
    checked,
    number,
    ...people,
    lockID: lockOf(checked, sources),
    timeout: history.isUnlockTimeReset ? epochOf(now) : 0,
    escalation: planEscalation(checked, draft, sources),
    draft,
    article,
    ticketFields: writes.filter(({ field }) => field.objectType === 'Ticket'),
    articleFields: writes.filter(({ field }) => field.objectType === 'Article'),
    history: history.rows,
  };
}

/** @throws OperationFault when the columns cannot hold the customer */
function requireRoom({ customerID, customerUserID }: CheckedTicket): void {
  if (customerID.length <= CUSTOMER_ID_LENGTH && customerUserID.length <= CUSTOMER_USER_LENGTH) return;
  throw new OperationFault('Ticket could not be created, please contact the system administrator');
}

/** An owner who is named locks the ticket, even in a closed state, unless the request says how it is locked. */
function lockOf({ lock, owner, state }: CheckedTicket, sources: WriteSources): number {
  if (lock === undefined) return idOfLock(owner === undefined ? 'unlock' : 'lock', sources);
  return state.typeName.startsWith('close') ? idOfLock('unlock', sources) : lock.id;
}

function idOfLock(name: string, { catalogue }: WriteSources): number {
  return catalogue.locks.byName(name)?.id ?? 1;
}

/** The first owner becomes responsible too where that is configured. */
function responsibleOf({ responsible }: CheckedTicket, owner: number, { context }: WriteSources): number {
  if (responsible !== undefined) return responsible.id;
  const { settings } = context;
  return settings.flag('Ticket::Responsible') && settings.flag('Ticket::ResponsibleAutoSet') ? owner : 1;
}

function draftArticle({ article, customer, customerUserID, queueName }: CheckedTicket): ArticleDraft {
  const { input } = article;
  const known = customer === undefined ? customerUserID : addressOf(customer);
  return {
    senderTypeID: article.senderType.id,
    senderType: article.senderType.name,
    channelID: article.channel.id,
    isVisible: article.isVisible,
    from: headerLine(article.author ?? (textOf(input.From) || known)),
    to: headerLine(queueName),
    cc: '',
    bcc: '',
    replyTo: '',
    messageID: '',
    inReplyTo: '',
    references: '',
    subject: cutText(headerLine(textOf(input.Subject)), 3800),
    body: textOf(input.Body),
    contentType: article.contentType,
    historyType: article.historyType,
    historyComment: article.historyComment,
    timeUnit: article.timeUnit,
  };
}

function planEscalation(
  { queue, agreement, state }: CheckedTicket,
  { senderType, isVisible }: ArticleDraft,
  { catalogue, context, now }: WriteSources,
): EscalationTimes {
  const { settings } = context;
  const targets = escalationTargetsOf({ queueID: queue.id, slaID: agreement?.id }, { catalogue, settings });
  if (targets === undefined) return NO_ESCALATION;
  const isSuspending = suspendStates(settings).has(state.name);
  const facts = factsOfNewTicket({
    time: epochOf(now),
    state: { typeName: state.typeName, isSuspending },
    article: { senderType, isVisible },
  });
  return escalationTimes(facts, targets, readWorkingCalendar(settings, targets.calendar));
}
