import type { Queue } from '../../catalogue/catalogue.js';
import { byName, integer, listOf, text } from './define-list.js';

const PERMISSIONS = ['ro', 'move_into', 'create', 'note', 'owner', 'priority', 'rw'] as const;

/** Catalogue::QueueList: the queues that the caller may read, or may use as `Permission` says. */
export const queueList = listOf<Queue>()({
  type: 'Catalogue::QueueList',
  summary: 'Lists the queues that the caller may see, by their full names.',
  path: 'queues',
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
    QueueID: integer(({ id }) => id),
    Name: text(({ name }) => name, 'With the names of the queues above it: Support::Hardware.'),
    GroupID: integer(({ groupID }) => groupID),
    Comment: text(({ comment }) => comment),
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
