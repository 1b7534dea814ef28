import { defineInvoker, isData, isTrue, toText, type Data, type InvokerContext } from '@ticketgate/sdk';
import { anyObject, objectWith } from '@ticketgate/sdk/schema/words';

import type { TicketSystem } from '../plugin/ticket-system.js';
import { withFieldMembers } from '../ticket/events/ticket-events.js';
import { runUpdate } from '../ticket/writing/run-update.js';
import { ID } from '../columns/member-schemas.js';
import { AccessDenied, takeIDs } from './event-ticket.js';
import { readActions, UNSERVED_ACTIONS } from './response-actions.js';
import { readTicketToSend } from './read-ticket.js';
import { pendingTime } from './payload.js';
import { readRelated, RELATED_MEMBERS } from './read-related.js';
import { shapeMembers } from './shaped-members.js';

const ALL_FILES = 'GetAllArticleAttachments';
const ALL_ARTICLES = { visibility: undefined, senderTypes: [], channels: [], hasLines: false };

/** Ticket::Generic of Znuny: sends a ticket with all that belongs to it, and changes the ticket as the answer says. */
export const genericInvoker = defineInvoker<TicketSystem>({
  type: 'Ticket::Generic',
  summary: 'Sends a ticket with its articles and all that it names, and changes it as the answer says.',
  config: {
    [ALL_FILES]: {
      ...ID,
      title: 'Attachments of all articles',
      description: '1: not only those of the article of the event.',
    },
  },
  payload: objectWith(['Ticket', 'Event'], {
    Ticket: anyObject(`The flat ticket, with Articles, the Article of the event, ${RELATED_MEMBERS.join(', ')}.`),
    Event: anyObject('The data of the event, with its name as Event.'),
  }),
  examples: [
    {
      summary: 'Sends a new ticket, and moves it where the other system says.',
      data: { Event: 'TicketCreate', TicketID: 7 },
      answer: { OTRS_TicketQueueSet: 'Misc' },
    },
  ],
  refusedMembers: UNSERVED_ACTIONS,
  async prepare(data, context) {
    const ticket = isData(data) && isTrue(data.TicketID) ? await wholeTicket(data, context) : {};
    const shape = (part: Data) => shapeMembers(part, context.binding.name, context.settings);
    return { Ticket: shape(ticket), Event: isData(data) ? shape(data) : data };
  },
  async handle(answer, context, data) {
    if (!isData(answer) || !isData(data) || !isTrue(data.TicketID)) return answer;
    const { ticketID } = takeIDs(data, context);
    const request = await readActions(answer, ticketID, context);
    // Does not wait for the events of this write, because they may call this invoker.
    if (request !== undefined) await runUpdate(request, context, { waits: false });
    return answer;
  },
});

async function wholeTicket(data: Data, context: InvokerContext<TicketSystem>): Promise<Data> {
  const { ticketID, articleID } = takeIDs(data, context);
  const hasAllFiles = isTrue(context.binding.options[ALL_FILES]) || isTrue(data[ALL_FILES]);
  /** The article of the event, or the only one. */
  const chosen = (ids: readonly number[]) => (ids.length === 1 ? ids[0] : articleID);
  const withFiles = (ids: readonly number[]) => (hasAllFiles ? ids : ids.filter((id) => id === chosen(ids)));
  const sent = await readTicketToSend({ ticketID, articleID: undefined }, { ...ALL_ARTICLES, withFiles }, context);
  if (sent === undefined) throw new AccessDenied({ invoker: context.binding.name });
  const { ticket, timeUnit } = sent;
  const articles = sent.articles.map(({ article, files }) => {
    const { TimeUnit: _, ...others } = withFieldMembers(article);
    const members = { ...others, ...nameCorrespondents(article) };
    return {
      id: Number(article.ArticleID),
      members,
      whole: files.length === 0 ? members : { ...members, Attachment: files },
    };
  });
  const articleOfEvent = chosen(articles.map(({ id }) => id));
  const until = pendingTime(ticket, context.settings);
  return {
    ...withFieldMembers(ticket),
    ...(await readRelated(ticket, context)),
    TimeUnit: timeUnit,
    Articles: articles.map(({ members, whole }) => (hasAllFiles ? whole : members)).reverse(),
    Article: articles.find(({ id }) => id === articleOfEvent)?.whole ?? {},
    ...(until !== undefined && { UntilTimeDateTimeParts: until }),
  };
}

/** `FromRealname` and the like: the names of the addresses, and addresses that have none. */
function nameCorrespondents(article: Data): Data {
  const filled = ['From', 'To', 'Cc'].filter((name) => isTrue(article[name]));
  return Object.fromEntries(filled.map((name) => [`${name}Realname`, namesIn(toText(article[name]))]));
}

function namesIn(line: string): string {
  const addresses = line.match(/(?:"[^"]*"|[^",])+/g) ?? [];
  return addresses
    .map(
      (each) =>
        each
          .replace(/<[^<>]*>$/, '')
          .replaceAll('"', '')
          .trim() || each.trim(),
    )
    .join(', ');
}
