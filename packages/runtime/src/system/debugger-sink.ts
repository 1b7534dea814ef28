import { createDebuggerSink } from '@ticketgate/database';
import type { DebuggerSink } from '@ticketgate/gateway';

import type { System } from './open-system.js';

/** A host's viewer shows contents as they are stored; ours indents them itself. */
const HOST_INDENT = 2;

/** Where the debug log of a system is written. */
export function debuggerSinkOf({ database, formatTime, isAttached }: System): DebuggerSink {
  return createDebuggerSink(database, { formatTime, indent: isAttached ? HOST_INDENT : 0 });
}
