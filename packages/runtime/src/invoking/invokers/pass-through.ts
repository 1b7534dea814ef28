import { defineInvoker } from '@ticketgate/sdk';

export const passThrough = defineInvoker({
  type: 'Generic::PassThrough',
  summary: 'Sends the data of the event as it is.',
  config: {},
  prepare: (data) => data,
  handle: (answer) => answer,
});
