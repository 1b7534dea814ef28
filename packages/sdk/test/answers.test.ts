import { Readable } from 'node:stream';

import { isReply, isStreamedAnswer, reply, stream, type AnswerHead, type StreamOptions } from '@ticketgate/sdk';

describe('an answer with a status and headers', () => {
  it('differs from data', () => {
    const answer = reply({ ID: 1 }, { status: 201, headers: { Location: '/orders/1' } });
    expect(answer).toMatchObject({ data: { ID: 1 }, status: 201, headers: { Location: '/orders/1' } });
    expect(isReply(answer)).toBe(true);
    expect([isReply({ data: {}, status: 201 }), isReply(undefined), isStreamedAnswer(answer)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each<[AnswerHead, string]>([
    [{ status: 99 }, 'The status is 99; write a whole number from 200 to 599.'],
    [{ status: 200.5 }, 'The status is 200.5; write a whole number from 200 to 599.'],
    [{ headers: { 'Content-Length': '5' } }, 'The header "Content-Length" is set for you. Leave it out.'],
    [{ headers: { 'X Y': '5' } }, '"X Y" cannot be the name of a header.'],
    [{ headers: { 'X-Y': 'a\r\nSet-Cookie: b' } }, 'The value of the header "X-Y" is not a text of Latin characters'],
  ])('is refused where it is written if it cannot be sent: %j', (head, message) => {
    expect(() => reply({}, head)).toThrow(message);
  });
});

describe('a stream', () => {
  it.each<[Partial<StreamOptions>, string]>([
    [{ contentType: 'pdf' }, 'contentType is "pdf"; write one such as "application/pdf".'],
    [{ contentType: 'text/html\r\nX: y' }, 'contentType is "text/html\\r\\nX: y"'],
    [{ length: -1 }, 'length is -1; write the number of bytes, or leave it out.'],
    [{ headers: { 'content-disposition': 'inline' } }, 'The header "content-disposition" is set for you.'],
  ])('is destroyed when its options cannot be sent: %j', (options, message) => {
    const readable = Readable.from(['x']);
    expect(() => stream(readable, { contentType: 'text/plain', ...options })).toThrow(message);
    expect(readable.destroyed).toBe(true);
  });
});
