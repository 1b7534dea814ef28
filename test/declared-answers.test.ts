import { plugin as session } from '@ticketgate/accounts/session-plugin';
import { OperationError } from '@ticketgate/sdk';
import { AnswerCheck } from './support/index.js';

describe('an answer that is not as declared', () => {
  const operation = session.operations.find(({ type }) => type === 'Session::SessionRemove');
  const type = operation?.type ?? '';

  it('is a mistake, whether a member is missing, unknown or of another kind, and so is an error', () => {
    if (operation === undefined) throw new Error('There are no operations.');
    const answers = new AnswerCheck();
    answers.check(operation, { Success: 1 });
    answers.checkError(operation, new OperationError('SessionRemove.AuthFail', 'who?'));
    expect(answers.mistakes).toEqual([]);
    answers.check(operation, {});
    answers.check(operation, { Success: 2 });
    answers.check(operation, { Success: 1, Removed: 1 });
    answers.checkError(operation, new OperationError('SessionRemove.Impossible', 'no'));
    expect(answers.mistakes).toEqual([
      expect.stringContaining(`${type} answers  that must have required property 'Success'`),
      expect.stringContaining(`${type} answers /Success that must be equal to constant`),
      expect.stringContaining(`${type} answers  that must NOT have additional properties`),
      `${type} answers SessionRemove.Impossible, which is not among its errors`,
    ]);
  });
});
