import express from 'express';

import { TicketsByHand, type Body, type Search } from './by-hand.js';
import { sayAddress } from './say-address.js';

// Bare Express: its router, express.json(), response.json(), and nothing else.
const tickets = await TicketsByHand.open(process.env.DATABASE_URL ?? '');
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());
app.post('/Ticket', async (request, response) => {
  response.json(await tickets.create(request.body as Body));
});
app.post('/TicketSearch', async (request, response) => {
  response.json(await tickets.search(request.body as Search));
});
app.get('/Ticket/:id', async (request, response) => {
  response.json(await tickets.get(Number(request.params.id)));
});
app.patch('/Ticket/:id', async (request, response) => {
  response.json(await tickets.update(Number(request.params.id), request.body as Body));
});
const server = app.listen(0, '127.0.0.1', () => {
  sayAddress(server);
});
