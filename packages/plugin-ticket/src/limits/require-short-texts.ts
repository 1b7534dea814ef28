import { isData, type Data, type LimitScope } from '@ticketgate/sdk';

import { limitOf, requireAtMost } from './limits.js';

/** Members of a create or an update. */
const MEMBERS = ['Ticket', 'Article', 'DynamicField', 'Attachment'];
/** Longer than other texts: long ones are read in threads. */
const BODY = 'Article->Body';
/** As long as the body of a request. */
const CONTENT = 'Attachment->Content';

/**
 * Refuses texts that are too long to work on in one go, wherever they are in a request that writes.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireShortTexts(input: Data, scope: LimitScope): void {
  const most = limitOf('TextLength', scope.settings);
  const refuse = (text: string, path: string) => {
    if (path === CONTENT) return;
    requireAtMost(path === BODY ? 'BodyLength' : 'TextLength', { what: path, count: text.length }, scope);
  };
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      // The length first: the path of what is nested deep is long itself, and there may be many.
      if (value.length > most) refuse(value, path);
    } else if (Array.isArray(value)) {
      for (const entry of value) look(entry, path);
    } else if (isData(value)) {
      for (const [name, member] of Object.entries(value)) look(member, `${path}->${name}`);
    }
  };
  for (const name of MEMBERS) look(input[name], name);
}
