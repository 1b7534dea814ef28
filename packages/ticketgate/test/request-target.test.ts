import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestServer, type TestServer } from '../../../test/support/index.js';

const HOSTED = `
Debugger: { DebugThreshold: error }
Gateway: { Profile: contract, ErrorStatus: http, Transport: { HostHeader: [tickets.example.org] } }
Provider:
  Operation: { States: { Type: 'Catalogue::StateList' } }
  Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: { States: { Route: /states } } } }
`;

describe('the target of a request', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ webServices: { Hosted: HOSTED } });
  });

  afterAll(() => server.stop());

  async function send(...lines: readonly string[]): Promise<string> {
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
    return text(socket);
  }

  it('may be a whole URL', async () => {
    const answer = await send('GET http://tickets.example.org/healthz HTTP/1.1', 'Host: tickets.example.org');
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*\{"status":"alive"\}$/s);
    expect(await send('GET http://tickets.example.org HTTP/1.1', 'Host: a')).toContain('"product":"Ticketgate"');
    expect(await send('GET http://tickets.example.org?x=1 HTTP/1.1', 'Host: a')).toContain('"product":"Ticketgate"');
  });

  it('determines the host when it is a whole URL, regardless of the header', async () => {
    const states = (host: string, header: string) =>
      send(`GET http://${host}/Webservice/Hosted/states HTTP/1.1`, `Host: ${header}`);
    expect(await states('tickets.example.org:80', 'other.example.org')).toContain('StateList.AuthFail');
    expect(await states('other.example.org', 'tickets.example.org')).toContain('Gateway.HostNotAllowed');
  });

  it('is refused with two Host headers, and the connection closed', async () => {
    const answer = await send('GET /healthz HTTP/1.1', 'Host: a.example.org', 'hOST: b.example.org');
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*Connection: close.*"ErrorCode":"Server\.BadRequest"/s);
    expect(answer).toContain('more than one Host header');
  });

  it('is refused with a Transfer-Encoding in HTTP/1.0, and the connection closed', async () => {
    const answer = await send(
      'POST /healthz HTTP/1.0',
      'Host: a',
      'Connection: keep-alive',
      'Transfer-Encoding: chunked',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*Connection: close.*HTTP\/1\.0 has no Transfer-Encoding/s);
  });

  it('is refused for what stands behind thousands of other headers', async () => {
    const many = Array.from({ length: 3000 }, () => 'a: b');
    expect(await send('GET /healthz HTTP/1.1', 'Host: a', ...many, 'Host: b')).toContain('more than one Host header');
    const proxied = await send(
      ...['GET /admin/api/session HTTP/1.1', 'Host: localhost', ...many, 'X-Forwarded-For: 1.1.1.1'],
    );
    expect(proxied).toMatch(/^HTTP\/1\.1 403 .*Admin\.ProxyUnknown/s);
  });
});
