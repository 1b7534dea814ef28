import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const PAGE = readFileSync(join(import.meta.dirname, '..', 'docs', 'http-clients.md'), 'utf8');
const BASE = 'https://tickets.example.org/Webservice/TicketService';

describe('docs/http-clients.md', () => {
  it('has a Node.js client that sends a request again with the same key, and the next one with another', async () => {
    const attempts: string[] = [];
    const server = createServer((request, response) => {
      attempts.push(`${request.method} ${String(request.headers['idempotency-key'])}`);
      // The first connection breaks, the second attempt comes too soon.
      if (attempts.length === 1) return request.socket.destroy();
      response.writeHead(attempts.length === 2 ? 503 : 200, { 'Retry-After': '0' });
      return response.end(JSON.stringify({ Success: 1, ErrorMessage: '', Data: { TicketID: '1', Ticket: [] } }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a server that listens on TCP has such an address
    const [, sample = ''] = /```js\n([^]*?)```/.exec(PAGE) ?? [];
    expect(sample).toContain(BASE);
    const script = sample.replace(BASE, `http://127.0.0.1:${port}`);
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    server.close();
    expect([child.exitCode, errors]).toEqual([0, '']);
    const keys = attempts.map((attempt) => attempt.split(' ')[1]);
    expect(attempts.map((attempt) => attempt.split(' ')[0])).toEqual(['POST', 'POST', 'POST', 'PUT', 'GET']);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(new Set(keys).size).toBe(3);
  });
});
