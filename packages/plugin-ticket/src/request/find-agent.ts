import type { Agent, Directory } from '@ticketgate/sdk';

import { isFalsy, textOf } from './family-values.js';
import type { EntryReference } from './find-entry.js';

/** The valid agent, by id (which wins over the login) or by login; undefined if there is none. */
export function findValidAgent(directory: Directory, { id, name }: EntryReference): Agent | undefined {
  const agent = isFalsy(id)
    ? directory.agentByLogin(textOf(name))
    : directory.agentByID(Number(textOf(id) || Number.NaN));
  return agent?.isValid === true ? agent : undefined;
}
