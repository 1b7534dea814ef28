import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { TicketsByHand, type Body, type Search } from './by-hand.js';
import { sayAddress } from './say-address.js';

// Bare node: node:http, JSON, and a chain of ifs.
const tickets = await TicketsByHand.open(process.env.DATABASE_URL ?? '');
const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(0, '127.0.0.1', () => {
  sayAddress(server);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = JSON.stringify(await route(request));
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
}

async function route(request: IncomingMessage): Promise<object> {
  const [path = ''] = (request.url ?? '').split('?');
  if (path === '/Ticket') return tickets.create((await readJson(request)) as Body);
  if (path === '/TicketSearch') return tickets.search((await readJson(request)) as Search);
  const id = Number(path.slice('/Ticket/'.length));
  return request.method === 'GET' ? tickets.get(id) : tickets.update(id, (await readJson(request)) as Body);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
