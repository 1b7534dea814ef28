import { definePlugin } from '@ticketgate/sdk';

import { chatPost } from './chat-post.js';
import { postTicket } from './post-ticket.js';

export const plugin = definePlugin({
  name: 'notify-chat',
  settings: [
    { name: 'Chat::URL', default: '', description: 'Where the chat takes messages, as JSON: { "text": "…" }.' },
    { name: 'Chat::Hosts', default: [], description: 'Hosts of the chat, for example chat.example.org.' },
  ],
  hosts: 'Chat::Hosts',
  operations: [chatPost],
  events: { 'ticket.created': postTicket },
});
