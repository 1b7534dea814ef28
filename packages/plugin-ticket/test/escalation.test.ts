import { parseEpoch, formatEpoch } from '@ticketgate/sdk';

import type { EscalationTargets } from '../src/catalogue/catalogue.js';
import {
  advanceHistory,
  initialEscalationHistory,
  escalationTimes,
  type EscalationHistory,
} from '../src/escalation/escalation-times.js';
import { presentEscalation } from '../src/escalation/present-escalation.js';
import type { WorkingCalendar } from '../src/time/working-calendar.js';

const OFFICE = new Set([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
const NONE = new Set<number>();
const calendar: WorkingCalendar = {
  zone: 'UTC',
  hours: [NONE, OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, NONE],
  isVacation: () => false,
};
const gold: EscalationTargets = {
  firstResponseTime: 60,
  firstResponseNotify: 50,
  updateTime: 120,
  updateNotify: 0,
  solutionTime: 480,
  solutionNotify: 0,
  calendar: '',
};

const at = (text: string): number => parseEpoch(`2026-11-${text}:00`, 'UTC');
const open = { typeName: 'open', isSuspending: false };
const monday = advanceHistory(initialEscalationHistory(at('23 08:00')), {
  time: at('23 08:00'),
  state: open,
  article: { senderType: 'customer', isVisible: true },
});

function times(facts: EscalationHistory): readonly string[] {
  const { responseTime, updateTime, solutionTime, escalationTime } = escalationTimes(facts, gold, calendar);
  return [responseTime, updateTime, solutionTime, escalationTime].map((time) =>
    time === 0 ? '-' : formatEpoch(time, 'UTC').slice(8, 16),
  );
}

describe('escalationTimes', () => {
  const answered = advanceHistory(monday, { time: at('23 09:00'), article: { senderType: 'agent', isVisible: true } });
  const asked = advanceHistory(answered, {
    time: at('23 11:00'),
    article: { senderType: 'customer', isVisible: true },
  });
  const askedTwice = advanceHistory(asked, {
    time: at('23 12:00'),
    article: { senderType: 'customer', isVisible: true },
  });
  const pending = advanceHistory(asked, {
    time: at('23 12:00'),
    state: { typeName: 'pending reminder', isSuspending: false },
  });
  const closed = advanceHistory(asked, { time: at('23 12:00'), state: { typeName: 'closed', isSuspending: false } });
  const suspended = advanceHistory(asked, {
    time: at('23 12:00'),
    state: { typeName: 'pending reminder', isSuspending: true },
  });

  it.each([
    ['a new ticket', monday, ['23 09:00', '23 10:00', '23 16:00', '23 09:00']],
    [
      'an internal note',
      advanceHistory(monday, { time: at('23 09:00'), article: { senderType: 'agent', isVisible: false } }),
      ['23 09:00', '23 10:00', '23 16:00', '23 09:00'],
    ],
    ['an answer', answered, ['-', '23 11:00', '23 16:00', '23 11:00']],
    ['a question', asked, ['-', '23 13:00', '23 16:00', '23 13:00']],
    ['a second question, by the first', askedTwice, ['-', '23 13:00', '23 16:00', '23 13:00']],
    ['a pending state', pending, ['-', '-', '23 16:00', '23 16:00']],
    ['a closed state', closed, ['-', '-', '-', '-']],
    [
      'a reopened ticket',
      advanceHistory(closed, { time: at('24 08:00'), state: open }),
      ['-', '23 13:00', '-', '23 13:00'],
    ],
    ['a suspended state', suspended, ['-', '-', '-', '-']],
    [
      'the end of a suspension of 3 hours',
      advanceHistory(suspended, { time: at('23 15:00'), state: open }),
      ['-', '23 16:00', '23 19:00', '23 16:00'],
    ],
  ])('after %s', (_name, facts, expected) => {
    expect(times(facts)).toEqual(expected);
  });

  it('is all zero without targets', () => {
    expect(escalationTimes(monday, undefined, calendar).escalationTime).toBe(0);
  });
});

describe('presentEscalation', () => {
  const view = {
    times: escalationTimes(monday, gold, calendar),
    stateType: 'open',
    targets: gold,
    calendar,
    zone: 'UTC',
  };

  it('shows the time left and warns when the percentage has passed', () => {
    expect(presentEscalation({ ...view, now: at('23 08:40') })).toMatchObject({
      FirstResponseTime: 1200,
      FirstResponseTimeWorkingTime: 1200,
      FirstResponseTimeNotification: 1,
      FirstResponseTimeDestinationDate: '2026-11-23 09:00:00',
      UpdateTimeWorkingTime: 4800,
      EscalationDestinationIn: '20m',
      EscalationTime: 1200,
    });
  });

  it('counts working time only, and writes passed times as text', () => {
    const overdue = presentEscalation({ ...view, now: at('24 07:00') });
    expect(overdue).toMatchObject({
      FirstResponseTime: -79_200,
      FirstResponseTimeEscalation: 1,
      FirstResponseTimeWorkingTime: '-43200',
      SolutionTimeEscalation: 1,
      EscalationTimeWorkingTime: '-43200',
      EscalationDestinationDate: '2026-11-23 09:00:00',
    });
    expect(overdue).not.toHaveProperty('FirstResponseTimeNotification');
  });

  it('shows a Saturday ticket as recorded', () => {
    const saturday = advanceHistory(initialEscalationHistory(at('21 00:17')), { time: at('21 00:17'), state: open });
    expect(
      presentEscalation({ ...view, times: escalationTimes(saturday, gold, calendar), now: at('21 00:18') }),
    ).toMatchObject({
      EscalationDestinationIn: '1h 0m',
      EscalationTimeWorkingTime: 3600,
      EscalationTime: 204_120,
      SolutionTimeDestinationTime: 1_795_449_600,
    });
  });

  it('is empty for finished tickets', () => {
    expect(presentEscalation({ ...view, stateType: 'closed', now: 0 })).toEqual({});
  });
});
