import type { Service } from '../../catalogue/catalogue.js';
import { customerServiceIDs } from '../../catalogue/customer-services.js';
import { byName, integer, listOf, text, type ListSources } from './define-list.js';

export interface ListedService extends Service {
  readonly parentID: number | null;
}

/** Catalogue::ServiceList: all services, or those of a customer user. */
export const serviceList = listOf<ListedService>()({
  type: 'Catalogue::ServiceList',
  summary: 'Lists the services, by their full names.',
  path: 'services',
  parameters: {
    CustomerUser: {
      type: 'string',
      pattern: '^[^\\u0000]*$',
      description: 'Login of a customer user: only the services of that customer.',
    },
  },
  errors: ['InvalidParameter'],
  members: {
    ServiceID: integer(({ id }) => id),
    Name: text(({ name }) => name, 'With the names of the services above it: Hardware::Printer.'),
    NameShort: text(({ name }) => name.split('::').at(-1), 'The last part of the name.'),
    ParentID: {
      schema: { type: ['integer', 'null'], description: 'The service above it; null for none.' },
      of: ({ parentID }) => parentID,
    },
    Comment: text(({ comment }) => comment),
  },
  example: {
    summary: 'The services of a customer user.',
    input: { CustomerUser: 'carla@customer.example' },
    output: { Item: [{ ServiceID: 2, Name: 'IT::Email', NameShort: 'Email', ParentID: 1, Comment: '' }] },
  },
  async list(sources) {
    const { services } = sources.catalogue;
    const wanted = await servicesOfCustomer(sources);
    const parentOf = ({ name }: Service) => services.byName(name.split('::').slice(0, -1).join('::'))?.id;
    return services.all
      .filter(({ id, isValid }) => isValid && (wanted === undefined || wanted.has(id)))
      .sort(byName)
      .map((service) => ({ ...service, parentID: parentOf(service) ?? null }));
  },
});
async function servicesOfCustomer({ input, context }: ListSources): Promise<ReadonlySet<number> | undefined> {
  const { CustomerUser: login } = input;
  return typeof login === 'string' ? customerServiceIDs(context.database, login) : undefined;
}
