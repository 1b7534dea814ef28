import { readInput, type Action, type LooseInput } from '@ticketgate/admin';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { readAuditNote } from './audited.js';
import { withAdmin } from './admin-context.js';

/**
 * Runs an action on the system that the configuration names. Its author is the agent of `--as`, otherwise the user of this machine; an
 * action that takes a comment gets that of `--comment`.
 */
export function runAction<Input, Result>(
  command: Command,
  action: Action<Input, Result>,
  input: LooseInput<Input>,
): Promise<Result> {
  return withAdmin(command, async (system) => {
    const { author, comment } = await readAuditNote(command, system);
    return action.run(readInput(action, { ...input, ...(comment === '' ? {} : { comment }) }), {
      system,
      author,
    });
  });
}

/** Entries that an action lists: as many as are wanted, over several pages. */
export function listAllPages<Input, Item>(
  command: Command,
  list: Action<Input, Page<Item>>,
  { most = Infinity, from, input }: Pages<Input>,
): Promise<readonly Item[]> {
  return withAdmin(command, async (system) => {
    const { author } = await readAuditNote(command, system);
    const items: Item[] = [];
    let place: Page<Item>['next'] | undefined;
    while (place !== null && items.length < most) {
      const page = { limit: Math.min(most - items.length, PAGE), ...(place === undefined ? {} : { [from]: place }) };
      const found = await list.run(readInput(list, { ...input, ...page }), { system, author });
      items.push(...found.items);
      place = found.next;
    }
    return items;
  });
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | number | null;
}

interface Pages<Input> {
  /** Default: all. */
  readonly most?: number;
  /** The member of the input that says where a page begins. */
  readonly from: 'after' | 'before';
  readonly input: LooseInput<Input>;
}

/** Entries that one page may have. */
const PAGE = 200;
