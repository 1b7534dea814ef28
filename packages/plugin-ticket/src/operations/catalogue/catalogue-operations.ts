import { dynamicFieldList } from './dynamic-field-list.js';
import { dynamicFieldValues } from './dynamic-field-values.js';
import { priorityList } from './priority-list.js';
import { queueList } from './queue-list.js';
import { serviceList } from './service-list.js';
import { stateList } from './state-list.js';
import { typeList } from './type-list.js';

/** All operations `Catalogue::…`. */
export const catalogueOperations = [
  queueList,
  stateList,
  priorityList,
  serviceList,
  typeList,
  dynamicFieldList,
  dynamicFieldValues,
];
