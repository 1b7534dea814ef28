import { defineInvoker } from '@ticketgate/sdk';

export const testSimple = defineInvoker({
  type: 'Test::TestSimple',
  summary: 'Sends the data of the event as it is, to try out a definition. The answer has to be an object.',
  prepare: (data) => data,
  handle(answer) {
    if (Array.isArray(answer)) throw new Error('The answer is a list; this type of invoker takes an object.');
    return answer;
  },
});
