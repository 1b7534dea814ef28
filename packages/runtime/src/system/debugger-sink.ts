import { createDebuggerSink } from '@ticketgate/database';
import type { DebuggerSink } from '@ticketgate/gateway';

import type { System } from './open-system.js';

/** The viewer of the host system shows contents as stored, so they are indented. */
const HOST_INDENT = 2;

/** Creates the sink for the debug log of a system. */
export function debuggerSinkOf({ database, formatTime, isAttached }: System): DebuggerSink {
  return createDebuggerSink(database, { formatTime, indent: isAttached ? HOST_INDENT : 0 });
}
