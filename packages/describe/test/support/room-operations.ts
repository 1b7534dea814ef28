import { defineOperation, type Operation } from '@ticketgate/sdk';

const CREDENTIALS = {
  SessionID: { type: 'string', secret: true },
  UserLogin: { type: 'string' },
  Password: { type: 'string', secret: true },
} as const;

const book = defineOperation({
  type: 'Rooms::RoomBook',
  summary: 'Books a room.',
  effect: 'writes',
  takesIdempotencyKey: true,
  hints: { destructive: false },
  errors: ['RoomBook.AuthFail', 'RoomBook.Conflict'],
  input: {
    type: 'object',
    required: ['Room', 'Size'],
    properties: {
      ...CREDENTIALS,
      Room: { type: 'string' },
      Size: { type: 'string', enum: ['small', 'large'] },
      Note: { type: 'string', description: 'For the door.' },
      Owner: { type: 'string' },
      Guests: { type: 'array', items: { type: 'object', properties: { Name: { type: 'string' } } } },
    },
  },
  output: {
    type: 'object',
    required: ['BookingID', 'State'],
    properties: { BookingID: { type: 'integer' }, State: { type: 'string', enum: ['booked', 'waiting'] } },
  },
  examples: [
    {
      summary: 'The blue room.',
      input: { Room: 'Blue', Size: 'small', Note: 'Quiet', Owner: 'anna' },
      output: { BookingID: 1, State: 'booked' },
    },
  ],
  run: () => Promise.reject(new Error('It is only described.')),
});

const get = defineOperation({
  type: 'Rooms::RoomGet',
  summary: 'Tells who has booked a room.',
  effect: 'reads',
  errors: ['RoomGet.AuthFail', 'RoomGet.NotFound'],
  input: {
    type: 'object',
    required: ['Room'],
    properties: { ...CREDENTIALS, Room: { type: 'string' }, Days: { type: 'array', items: { type: 'string' } } },
  },
  output: { type: 'object', properties: { Owner: { type: 'string' } } },
  examples: [{ summary: 'The blue room.', input: { Room: 'Blue' }, output: { Owner: 'anna' } }],
  run: () => Promise.resolve(undefined),
});

/** The operations of a plugin that is not about tickets. */
export const roomOperations: ReadonlyMap<string, Operation> = new Map(
  [book, get].map((operation) => [operation.type, operation]),
);
