import { PassThrough } from 'node:stream';
import type { FinishedRequest } from '@ticketgate/gateway';
import { collectingLogger } from '../../../test/support/index.js';

import { openAccessLog } from '../src/logging/access-log.js';

const EXCHANGE: FinishedRequest = {
  id: 'a1',
  traceparent: undefined,
  time: new Date('2026-11-22T10:30:00Z'),
  service: { id: 1, name: 'Helpdesk' },
  operation: 'TicketGet',
  route: '/ticket/:TicketID',
  method: 'GET',
  path: () => '/Webservice/Helpdesk/ticket/1',
  status: 200,
  errorCode: undefined,
  milliseconds: 4.123456,
  bytesReceived: 0,
  bytesSent: 100,
  caller: { type: 'User', userID: 2, login: 'anna "x"' },
  address: '192.0.2.1',
  userAgent: 'curl/8 "\n\\é',
  record: undefined,
};

describe('the access log', () => {
  const logger = collectingLogger();
  const make = (access: 'errors' | 'all', output = new PassThrough()) => {
    const log = openAccessLog({ level: 'info', format: 'json', slowRequest: null, access }, output, logger);
    const read = () => {
      log.flush();
      return String((output.read() as Buffer | null) ?? '');
    };
    return { log, output, read };
  };

  it('has one line of JSON per request', () => {
    const { log, read } = make('all');
    log.listen(EXCHANGE);
    log.listen({ ...EXCHANGE, userAgent: 'x'.repeat(1000) });
    const [first = '', second = ''] = read().split('\n');
    expect(JSON.parse(first)).toEqual({
      requestId: 'a1',
      time: '2026-11-22T10:30:00.000Z',
      service: 'Helpdesk',
      operation: 'TicketGet',
      route: '/ticket/:TicketID',
      method: 'GET',
      path: '/Webservice/Helpdesk/ticket/1',
      status: 200,
      milliseconds: 4.12,
      bytesReceived: 0,
      bytesSent: 100,
      caller: 'anna "x"',
      address: '192.0.2.1',
      userAgent: 'curl/8 "\n\\é',
    });
    expect(second.length).toBeLessThan(700);
  });

  it('has only failed requests if configured', () => {
    const { log, read } = make('errors');
    log.listen(EXCHANGE);
    log.listen({ ...EXCHANGE, id: 'code', errorCode: 'TicketGet.AccessDenied' });
    log.listen({ ...EXCHANGE, id: 'status', status: 404 });
    const ids = read().match(/"requestId":"\w+"/g);
    expect(ids).toEqual(['"requestId":"code"', '"requestId":"status"']);
  });

  it('drops lines that cannot be written, and says how many', () => {
    const { log, output } = make('all', new PassThrough({ highWaterMark: 10 }));
    log.listen(EXCHANGE);
    log.flush();
    const { length } = JSON.stringify(EXCHANGE);
    const many = Math.ceil(8_000_000 / length) * 2;
    for (let index = 0; index < many; index += 1) log.listen(EXCHANGE);
    output.resume();
    return new Promise<void>((resolve) => {
      output.once('drain', () => {
        expect(logger.lines.join()).toMatch(/"lines":\d+/);
        resolve();
      });
    });
  });
});
