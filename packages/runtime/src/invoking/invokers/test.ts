import { defineInvoker, isData, isTrue, textOf, type Data } from '@ticketgate/sdk';

/** Suffix of the actions that are sent and returned. */
const MARK = 'Test';

export const test = defineInvoker({
  type: 'Test::Test',
  summary: 'Sends TicketNumber, Action and the time, and checks that they come back, to try out a definition.',
  config: {},
  prepare(data, context) {
    const { TicketNumber, Action, GetSystemTime } = requireNumber(data, 'Got no TicketNumber');
    return {
      TicketNumber,
      ...(isTrue(Action) && { Action: textOf(Action) + MARK }),
      ...(isTrue(GetSystemTime) && { SystemTime: Math.floor(context.now().getTime() / 1000) }),
    };
  },
  handle(answer) {
    const { TicketNumber, Action } = requireNumber(answer, 'Got no TicketNumber!');
    if (!isTrue(Action)) return { TicketNumber };
    const action = textOf(Action);
    if (!action.endsWith(MARK)) throw new Error('Got Action but it is not in required format!');
    return { TicketNumber, Action: action.slice(0, -MARK.length) };
  },
});

function requireNumber(data: unknown, mistake: string): Data {
  if (!isData(data) || !isTrue(data.TicketNumber)) throw new Error(mistake);
  return data;
}
