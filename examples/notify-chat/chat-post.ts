import { createError, defineOperation } from '@ticketgate/sdk';

import { postMessage } from './post-message.js';

const ChatAway = createError('ChatPost.ChatAway', () => 'The chat did not take the message.', 'Unavailable');

/** For trying out whether URL and hosts are right. */
export const chatPost = defineOperation({
  type: 'Custom::ChatPost',
  summary: 'Posts a message to the chat.',
  effect: 'writes',
  replay: false, // what was posted cannot be rolled back
  input: {
    type: 'object',
    required: ['Text'],
    properties: { Text: { type: 'string', minLength: 1, maxLength: 1000 } },
  },
  output: { type: 'object', required: ['Posted'], properties: { Posted: { const: 1 } } },
  errors: ['ChatPost.AuthFail', 'ChatPost.ChatAway'],
  examples: [{ summary: 'Says hello.', input: { Text: 'Hello' }, output: { Posted: 1 } }],
  async run({ Text }, context) {
    await context.caller();
    try {
      await postMessage(context, Text, context.request.id);
    } catch (cause) {
      throw new ChatAway(undefined, cause); // the log has the cause
    }
    return { Posted: 1 };
  },
});
