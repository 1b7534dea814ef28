import type { OperationRun } from './run-operation.js';

/** Whether a call that takes part in no transaction gets one. The note of its key is a part of that, too. */
export function transacts({ bound, key }: Pick<OperationRun, 'bound' | 'key'>): boolean {
  const { effect, transaction } = bound.registered.operation;
  return key !== undefined || (effect === 'writes' && transaction !== 'own');
}
