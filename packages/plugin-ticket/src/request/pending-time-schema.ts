const ID = { type: ['integer', 'string'] } as const;

/** `Ticket.PendingTime` of requests. */
export const pendingTime = {
  description: 'Until when a pending state waits: minutes from now, or a date and time in the system time zone.',
  oneOf: [
    {
      type: 'object',
      required: ['Diff'],
      additionalProperties: false,
      properties: { Diff: { ...ID, description: 'Minutes from now.' } },
    },
    {
      type: 'object',
      required: ['Year', 'Month', 'Day', 'Hour', 'Minute'],
      properties: { Year: ID, Month: ID, Day: ID, Hour: ID, Minute: ID },
    },
    {
      type: 'object',
      required: ['String'],
      properties: { String: { type: 'string', description: 'YYYY-MM-DD HH:MM:SS.' } },
    },
  ],
} as const;
