import type { Operation } from '@ticketgate/sdk';

import type { TicketSystem } from '../../ticket-system.js';
import { dynamicFieldList } from './dynamic-field-list.js';
import { dynamicFieldValues } from './dynamic-field-values.js';
import { priorityList } from './priority-list.js';
import { queueList } from './queue-list.js';
import { serviceList } from './service-list.js';
import { stateList } from './state-list.js';
import { typeList } from './type-list.js';

/** All operations `Catalogue::…`. */
export function catalogueOperations(system: TicketSystem): readonly Operation[] {
  return [queueList, stateList, priorityList, serviceList, typeList, dynamicFieldList, dynamicFieldValues].map((make) =>
    make(system),
  );
}
