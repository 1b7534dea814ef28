import { isFalsy } from '../../request/family-values.js';
import { invalid, shown } from '../../request/input-errors.js';
import { byName, defineList } from './define-list.js';

const PERMISSIONS = ['ro', 'move_into', 'create', 'note', 'owner', 'priority', 'rw'];

/** Catalogue::QueueList: the queues that the caller may read, or may use as `Permission` says. */
export const queueList = defineList({
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
  entry: {
    QueueID: { type: 'integer' },
    Name: { type: 'string', description: 'With the names of the queues above it: Support::Hardware.' },
    GroupID: { type: 'integer' },
    Comment: { type: 'string' },
  },
  example: {
    summary: 'The queues in which the caller may create tickets.',
    input: { Permission: 'create' },
    output: { Item: [{ QueueID: 2, Name: 'Raw', GroupID: 1, Comment: 'All default incoming tickets.' }] },
  },
  async list({ input, catalogue, caller, context }) {
    const permission = readPermission(input.Permission);
    const groups = (await context.accounts.directory()).groupIDsOfAgent(caller.userID, permission);
    return catalogue.queues.all
      .filter(({ isValid, groupID }) => isValid && groups.has(groupID))
      .sort(byName)
      .map(({ id, name, groupID, comment }) => ({ QueueID: id, Name: name, GroupID: groupID, Comment: comment }));
  },
});
function readPermission(value: unknown): string {
  if (isFalsy(value)) return 'ro';
  if (typeof value === 'string' && PERMISSIONS.includes(value)) return value;
  throw invalid('QueueList', `Permission is ${shown(value)}; use one of ${PERMISSIONS.join(', ')}.`);
}
