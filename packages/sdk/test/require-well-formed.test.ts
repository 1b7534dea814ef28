import { requireWellFormed } from '../src/index.js';

const SCHEMA = {
  type: 'object',
  properties: {
    Room: { type: 'string', maxLength: 3 },
    Seats: { type: 'array', items: { type: 'integer' } },
    Plan: { type: 'object', properties: { Floor: { type: 'integer' } } },
  },
};

describe('input whose kinds are those of its schema', () => {
  it.each([
    [{ Room: 'A1', Seats: [1, '2'], Plan: { Floor: 1 } }],
    [{ Room: 12, Plan: null, Other: { A: [null] } }],
    [{ UserLogin: { A: 1 }, Password: ['a'] }],
  ])('may be %j', (input) => {
    expect(() => {
      requireWellFormed(input, SCHEMA, 'RoomGet');
    }).not.toThrow();
  });

  it.each([
    [{ Room: { A: 1 } }, 'Room is an object; write a text.'],
    [{ Room: 'A123' }, 'Room has 4 characters; at most 3 are allowed.'],
    [{ Room: 'A\0' }, 'Room has a NUL character; leave it out.'],
    [{ Seats: [1, null] }, 'Seats has an entry that is not a number.'],
    [{ Plan: { Floor: true } }, 'Plan->Floor is true; write a number.'],
  ])('is not %j', (input, sentence) => {
    const refuse = () => {
      requireWellFormed(input, SCHEMA, 'RoomGet');
    };
    expect(refuse).toThrow(`RoomGet: ${sentence}`);
  });
});
