import { defaultConfiguration } from '../../runtime/src/configuration/default-configuration.js';
import { readClientRequest, writeRecordedCurl } from '../src/debug-log/sent-request.js';

const configuration = defaultConfiguration('/');
const point = (subject: string, content: unknown) => ({
  level: 'debug' as const,
  created: '2026-11-22 10:00:00',
  start: null,
  subject,
  content: typeof content === 'string' ? content : JSON.stringify(content),
});
const started = (Headers: object, Method = 'POST') =>
  point('Communication sequence started', { Method, URL: '/Webservice/Shop/ticket', Headers });
const received = (content: string) => point('Received data by provider from remote system', content);

function write(contents: readonly ReturnType<typeof point>[], bytesReceived = 0): string {
  const { command, notes } = writeRecordedCurl({ contents, bytesReceived }, configuration);
  return [command, ...notes.map(({ message }) => `# ${message}`)].join('\n');
}

describe('the command for curl', () => {
  it('goes to where the client went, and has all that came', () => {
    const headers = { host: 'shop.example:8443', 'content-type': 'application/json' };
    expect(write([started(headers), received('{"Title":"It\'s on"}')], 20)).toMatchInlineSnapshot(`
      "curl -X POST 'http://shop.example:8443/Webservice/Shop/ticket' \\
        -H 'content-type: application/json' \\
        --data-raw '{"Title":"It'\\''s on"}'
      # The address http://shop.example:8443 is the one that the client used."
    `);
  });

  it.each([
    ['is absent', {}],
    ['is more than an address', { host: 'a@example.org/x' }],
  ])('goes to the configured address where the Host header %s', (_name, headers) => {
    expect(write([started(headers, 'GET')])).toBe(
      "curl -X GET 'http://127.0.0.1:8080/Webservice/Shop/ticket'\n" +
        '# The Host header was not recorded: the command uses http://127.0.0.1:8080, as this server is configured.',
    );
  });

  const host = { host: '127.0.0.1:8080' };

  it('says that only errors were recorded, and so neither headers nor body', () => {
    const contents = [point('Request that failed', { Method: 'POST', URL: '/Webservice/Shop/ticket' })];
    expect(write(contents, 20)).toMatchInlineSnapshot(`
      "curl -X POST 'http://127.0.0.1:8080/Webservice/Shop/ticket'
      # The Host header was not recorded: the command uses http://127.0.0.1:8080, as this server is configured.
      # Headers and body were not recorded: only DebugThreshold: debug does that. Add them with -H and --data-raw, or record such a request again."
    `);
    expect(write(contents)).toContain('# The headers were not recorded: only DebugThreshold: debug does that.');
  });

  it('says that the body was refused before anybody read it', () => {
    expect(write([started({ ...host, 'content-length': '900000' })])).toMatchInlineSnapshot(`
      "curl -X POST 'http://127.0.0.1:8080/Webservice/Shop/ticket'
      # The body was not recorded: it was empty JSON, or the request was refused before it was read. Add it with --data-raw."
    `);
    expect(write([started({ ...host, 'content-length': '0' })])).not.toContain('#');
  });

  it('says how much of the body is missing', () => {
    const cut = '{"Title":"To\n[cut: 900000 characters came, 12 are recorded]';
    expect(write([started(host), received(cut)], 900_000)).toMatchInlineSnapshot(`
      "curl -X POST 'http://127.0.0.1:8080/Webservice/Shop/ticket' \\
        --data-raw '{"Title":"To<REST OF THE BODY>'
      # Only 12 of 900000 characters of the body were recorded (debugLog.maxTextLength). Write the rest instead of <REST OF THE BODY>."
    `);
  });

  it('says that the body was not text', () => {
    expect(write([started(host), received('Bytes that are not text in their charset.')], 9)).toMatchInlineSnapshot(`
      "curl -X POST 'http://127.0.0.1:8080/Webservice/Shop/ticket'
      # The body was not recorded, because it is not readable text. Add it with --data-binary."
    `);
  });

  it('is refused where not even the path was recorded', () => {
    expect(() => write([received('{}')])).toThrow('Not enough of this request was recorded.');
  });
});

describe('a recorded request that is sent again', () => {
  const read = (headers: object, body: string, bytesReceived = 20) =>
    readClientRequest({ contents: [started(headers), received(body)], bytesReceived, isTruncated: false }, 'session');

  it('says that its text is UTF-8 now, whatever it came in', () => {
    expect(
      read({ 'content-type': 'text/xml; charset="iso-8859-1"' }, '<?xml version="1.0" encoding="latin1"?><a/>'),
    ).toMatchObject({
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: '<?xml version="1.0" encoding="utf-8"?><a/>',
    });
    expect(read({ 'content-type': 'application/json' }, '{"encoding":"latin1"}')).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: '{"encoding":"latin1"}',
    });
  });

  it('has empty JSON where that came, and no body where none came', () => {
    expect(read({ 'content-length': '2' }, 'No data provided', 2)).toMatchObject({ body: '{}' });
    expect(read({}, 'No data provided', 0)).toMatchObject({ body: '' });
  });
});
