import { WITHOUT_NUL, type Operation } from '@ticketgate/sdk';
import { integerOrNull } from '@ticketgate/sdk/schema/words';

import {
  type CatalogueEntry,
  type Queue,
  type State,
  type Service,
  customerServiceIDs,
} from '../../catalogue/catalogue.js';
import type { TicketSystem } from '../../plugin/ticket-system.js';
import { integerBy, defineList, textBy, byName } from './define-list.js';
import { dynamicFieldList, dynamicFieldValues } from './dynamic-field-list.js';

interface ListedService extends Service {
  readonly parentID: number | null;
}

/** Catalogue::ServiceList: all services, or those of a customer user. */
export const serviceList = defineList<ListedService>()({
  type: 'Catalogue::ServiceList',
  summary: 'Lists the services, by their full names.',
  parameters: {
    CustomerUser: {
      type: 'string',
      minLength: 1,
      pattern: WITHOUT_NUL,
      description: 'Login of a customer user: only the services of that customer.',
    },
  },
  errors: ['InvalidParameter'],
  members: {
    ServiceID: integerBy(({ id }) => id),
    Name: textBy(({ name }) => name, 'With the names of the services above it: Hardware::Printer.'),
    NameShort: textBy(({ name }) => name.split('::').at(-1), 'The last part of the name.'),
    ParentID: { schema: integerOrNull('The service above it; null for none.'), of: ({ parentID }) => parentID },
    Comment: textBy(({ comment }) => comment),
  },
  example: {
    summary: 'The services of a customer user.',
    input: { CustomerUser: 'carla@customer.example' },
    output: { Item: [{ ServiceID: 2, Name: 'IT::Email', NameShort: 'Email', ParentID: 1, Comment: '' }] },
  },
  async list(sources) {
    const { services } = sources.catalogue;
    const { CustomerUser: login } = sources.input;
    const wanted = typeof login === 'string' ? await customerServiceIDs(sources.context.database, login) : undefined;
    const findParent = ({ name }: Service) => services.byName(name.split('::').slice(0, -1).join('::'))?.id;
    return services.all
      .filter(({ id, isValid }) => isValid && (wanted === undefined || wanted.has(id)))
      .sort(byName)
      .map((service) => ({ ...service, parentID: findParent(service) ?? null }));
  },
});
export const stateList = defineList<State>()({
  type: 'Catalogue::StateList',
  summary: 'Lists the states of tickets with their types.',
  members: {
    StateID: integerBy(({ id }) => id),
    Name: textBy(({ name }) => name),
    TypeID: integerBy(({ typeID }) => typeID),
    TypeName: textBy(({ typeName }) => typeName, 'For example open, closed or pending reminder.'),
    Comment: textBy(({ comment }) => comment),
  },
  example: {
    summary: 'All states.',
    input: {},
    output: { Item: [{ StateID: 1, Name: 'new', TypeID: 1, TypeName: 'new', Comment: 'New ticket.' }] },
  },
  list: ({ catalogue }) => catalogue.states.all.filter(({ isValid }) => isValid),
});

const PERMISSIONS = ['ro', 'move_into', 'create', 'note', 'owner', 'priority', 'rw'] as const;

/** Catalogue::QueueList: the queues that the caller may read, or may use as `Permission` says. */
export const queueList = defineList<Queue>()({
  type: 'Catalogue::QueueList',
  summary: 'Lists the queues that the caller may see, by their full names.',
  parameters: {
    Permission: {
      type: 'string',
      enum: PERMISSIONS,
      default: 'ro',
      description: 'What the caller may do in the queues, for example create tickets.',
    },
  },
  errors: ['InvalidParameter'],
  members: {
    QueueID: integerBy(({ id }) => id),
    Name: textBy(({ name }) => name, 'With the names of the queues above it: Support::Hardware.'),
    GroupID: integerBy(({ groupID }) => groupID),
    Comment: textBy(({ comment }) => comment),
  },
  example: {
    summary: 'The queues in which the caller may create tickets.',
    input: { Permission: 'create' },
    output: { Item: [{ QueueID: 2, Name: 'Raw', GroupID: 1, Comment: 'All default incoming tickets.' }] },
  },
  async list({ input, catalogue, caller, context }) {
    const directory = await context.accounts.directory();
    const groups = directory.groupIDsOfAgent(caller.userID, String(input.Permission));
    return catalogue.queues.all.filter(({ isValid, groupID }) => isValid && groups.has(groupID)).sort(byName);
  },
});

export const typeList = defineList<CatalogueEntry>()({
  type: 'Catalogue::TypeList',
  summary: 'Lists the types of tickets.',
  members: { TypeID: integerBy(({ id }) => id), Name: textBy(({ name }) => name) },
  example: { summary: 'All types.', input: {}, output: { Item: [{ TypeID: 1, Name: 'Unclassified' }] } },
  list: ({ catalogue }) => catalogue.types.all.filter(({ isValid }) => isValid),
});

export const priorityList = defineList<CatalogueEntry>()({
  type: 'Catalogue::PriorityList',
  summary: 'Lists the priorities of tickets.',
  members: { PriorityID: integerBy(({ id }) => id), Name: textBy(({ name }) => name) },
  example: { summary: 'All priorities.', input: {}, output: { Item: [{ PriorityID: 3, Name: '3 normal' }] } },
  list: ({ catalogue }) => catalogue.priorities.all.filter(({ isValid }) => isValid),
});

/** All operations `Catalogue::…`. Not a list of them, for which the compiler would compare the types of each with those of the others. */
export const catalogueOperations = Object.values<Operation<TicketSystem>>({
  queueList,
  stateList,
  priorityList,
  serviceList,
  typeList,
  dynamicFieldList,
  dynamicFieldValues,
});
