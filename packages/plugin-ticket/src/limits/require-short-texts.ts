import { isData, type Data, type LimitScope } from '@ticketgate/sdk';

import { limitOf, requireAtMost } from './limits.js';

/** Members of a create or an update. */
const MEMBERS = ['Ticket', 'Article', 'DynamicField', 'Attachment'];
/** May be longer than other texts, because long ones are parsed in threads. */
const BODY = 'Article->Body';
/** May be as long as the body of a request. */
const CONTENT = 'Attachment->Content';

/**
 * Refuses texts anywhere in a writing request that would block other requests too long.
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
      // Checked before the path is built, since there may be many deeply nested texts.
      if (value.length > most) refuse(value, path);
    } else if (Array.isArray(value)) {
      for (const entry of value) look(entry, path);
    } else if (isData(value)) {
      for (const [name, member] of Object.entries(value)) look(member, `${path}->${name}`);
    }
  };
  for (const name of MEMBERS) look(input[name], name);
}
