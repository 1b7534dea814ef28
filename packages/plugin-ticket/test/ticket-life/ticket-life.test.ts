import type { Caller, Data, Operation } from '@ticketgate/sdk';
import fc from 'fast-check';

import { ticketCreate } from '../../src/operations/ticket-create.js';
import { ticketDelete } from '../../src/operations/ticket-delete.js';
import { ticketGet } from '../../src/operations/ticket-get.js';
import { ticketHistoryGet } from '../../src/operations/ticket-history-get.js';
import { ticketSearch } from '../../src/operations/ticket-search.js';
import { ticketUpdate } from '../../src/operations/ticket-update.js';
import { AGENT, BOSS, CUSTOMER, READER, STRANGER, TicketTests } from '../support/ticket-tests.js';
import { life, type ArticleStep, type Step, type TicketStep, type Who } from './life-steps.js';
import { TicketModel, type Outcome } from './ticket-model.js';

const CALLERS: Readonly<Record<Who, Caller>> = {
  agent: AGENT,
  boss: BOSS,
  reader: READER,
  stranger: STRANGER,
  customer: CUSTOMER,
};
const FEATURES_OFF = { 'Ticket::Type': 0, 'Ticket::Service': 0, 'Ticket::Responsible': 0 };
const MINUTE = 60_000;
/** Each takes tens of milliseconds; `npm run test:long` has more. */
const LIVES = process.env.TICKETGATE_LONG_TESTS === '1' ? 1_000 : 200;

describe('Tickets and a model in memory', () => {
  let tests: TicketTests;
  let operations: Readonly<Record<Step['kind'], Operation>>;

  beforeAll(async () => {
    tests = await TicketTests.start({ isCaching: true });
    operations = {
      create: ticketCreate,
      update: ticketUpdate,
      search: ticketSearch,
      get: ticketGet,
      history: ticketHistoryGet,
      delete: ticketDelete,
    };
  });

  afterAll(() => tests.stop());

  it(
    `agree about ${LIVES} random lives`,
    async () => {
      expect.hasAssertions();
      let count = 0;
      await tests.withSettings(FEATURES_OFF, () =>
        fc.assert(
          fc.asyncProperty(life, async (steps) => {
            count += 1;
            await live(steps, `Life${count}`);
          }),
          { numRuns: LIVES },
        ),
      );
    },
    10 * MINUTE,
  );

  /** Tickets of a life are known by the beginning of their titles. */
  async function live(steps: readonly Step[], prefix: string): Promise<void> {
    const model = new TicketModel();
    for (const step of steps) {
      tests.now = new Date(tests.now.getTime() + MINUTE);
      const answer = await run(step, model, prefix);
      const expected = expectation(model, withPrefix(step, prefix), answer);
      expect({ step, outcome: outcomeOf(step, answer) }).toEqual({ step, outcome: expected });
    }
  }

  async function run(step: Step, model: TicketModel, prefix: string): Promise<Data | string> {
    const input = inputOf(withPrefix(step, prefix), model, prefix);
    try {
      return await tests.run(operations[step.kind], input, { caller: CALLERS[step.who] });
    } catch (error) {
      return failureOf(error);
    }
  }

  function expectation(model: TicketModel, step: Step, answer: Data | string): Outcome {
    const now = tests.now.getTime() / 1000;
    switch (step.kind) {
      case 'create':
        return model.create(step, typeof answer === 'string' ? { id: 0, number: '' } : idsOf(answer), now);
      case 'update':
        return model.update(step, now);
      case 'delete':
        return model.delete(step);
      case 'search':
        return model.search(step);
      default:
        return model[step.kind](step);
    }
  }
});

/** The code, or the name of what has none. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if ('code' in error) return String(error.code);
  if (error.name === 'OperationFault') return error.name;
  throw error;
}

function idsOf(answer: Data): { readonly id: number; readonly number: string } {
  return { id: Number(answer.TicketID), number: String(answer.TicketNumber) };
}

function withPrefix<Any extends Step>(step: Any, prefix: string): Any {
  if (!('ticket' in step) || step.ticket.title === undefined) return step;
  return { ...step, ticket: { ...step.ticket, title: `${prefix} ${step.ticket.title}` } };
}

function inputOf(step: Step, model: TicketModel, prefix: string): Data {
  switch (step.kind) {
    case 'create':
    case 'update': {
      const target = step.kind === 'update' ? { TicketID: model.idOf(step.target) } : {};
      return { ...target, ...ticketInput(step.ticket), ...articleInput(step.article), ...fieldInput(step.reference) };
    }
    case 'search': {
      const { queues: Queues, states: States, word: MIMEBase_Body, reference } = step.criteria;
      const field = reference === undefined ? {} : { DynamicField: { Name: 'ExternalRef', Equals: reference } };
      return { Title: `${prefix} *`, Queues, States, MIMEBase_Body, ...field };
    }
    case 'delete':
      return { TicketID: model.idOf(step.target) };
    default: {
      const ids = step.targets.map((target) => model.idOf(target));
      return { TicketID: ids, AllArticles: 1, DynamicFields: 1 };
    }
  }
}

function ticketInput(ticket: Partial<TicketStep>): Data {
  if (Object.keys(ticket).length === 0) return {};
  const { title, queue, state, priority, customer, lock, owner, pendingMinutes } = ticket;
  const members = { Title: title, Queue: queue, State: state, Priority: priority, CustomerUser: customer };
  const PendingTime = pendingMinutes === undefined ? undefined : { Diff: pendingMinutes };
  return { Ticket: { ...members, Lock: lock, Owner: owner, PendingTime } };
}

function articleInput(article: ArticleStep | undefined): Data {
  if (article === undefined) return {};
  const { body, isVisible, timeUnit } = article;
  const rest = { Subject: 'Subject', ContentType: 'text/plain; charset=utf-8', TimeUnit: timeUnit };
  return { Article: { ...rest, Body: body, IsVisibleForCustomer: isVisible ? 1 : 0 } };
}

function fieldInput(reference: string | undefined): Data {
  return reference === undefined ? {} : { DynamicField: { Name: 'ExternalRef', Value: reference } };
}

function outcomeOf({ kind }: Step, answer: Data | string): Outcome {
  if (typeof answer === 'string') return answer;
  if (kind === 'search') return (answer.TicketID ?? []) as readonly unknown[]; // one list, or none
  if (kind === 'get') return (answer.Ticket as readonly Data[]).map(ticketOutcome);
  if (kind === 'history') return (answer.TicketHistory as readonly Data[]).map(historyOutcome);
  return [];
}

function ticketOutcome(ticket: Data): unknown {
  const fields = ticket.DynamicField as readonly Data[]; // asked for
  const articles = (ticket.Article ?? []) as readonly Data[]; // absent where there is none
  return {
    ...{ id: ticket.TicketID, number: ticket.TicketNumber, title: ticket.Title, queue: ticket.Queue },
    ...{ state: ticket.State, priority: ticket.Priority, lock: ticket.Lock, owner: ticket.OwnerID },
    ...{ customer: ticket.CustomerUserID, company: ticket.CustomerID, changed: ticket.Changed },
    ...{ timeout: ticket.UnlockTimeout, until: ticket.RealTillTimeNotUsed, timeUnits: ticket.TimeUnit },
    reference: fields.find(({ Name }) => Name === 'ExternalRef')?.Value,
    articles: articles.map(({ Body, IsVisibleForCustomer, SenderType }) => {
      return { body: Body, isVisible: IsVisibleForCustomer === 1, sender: SenderType };
    }),
  };
}

function historyOutcome({ History }: Data): readonly string[] {
  return (History as readonly Data[]).map((entry) => {
    const snapshot = [entry.QueueID, entry.OwnerID, entry.PriorityID, entry.StateID].map(String).join(' ');
    return `${String(entry.HistoryType)}|${String(entry.Name)}|${entry.ArticleID === 0 ? '' : '+'}|${snapshot}`;
  });
}
