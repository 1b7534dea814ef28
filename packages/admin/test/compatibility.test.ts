import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAuthor, checkText, reportCompatibility } from '@ticketgate/admin';
import { OperationRegistry } from '@ticketgate/gateway';
import { compareDefinitions, exportDefinition, removeKey } from '@ticketgate/definition';

import { switchService } from '../src/services/change-service.js';
import { NOW, startTestAdmin, testOperations, type TestAdmin } from './test-admin.js';
import { EXPORTS } from './exports.js';

/** The keys that are known of the family's definitions; names that authors choose are left out. */
const KEYS =
  `Debugger DebugThreshold TestMode Description RemoteSystem FrameworkVersion Provider Transport Type Config Operation
IncludeTicketData MappingInbound MappingOutbound ErrorHandling ErrorHandlingPriority Requester Invoker KeepAlive MaxLength
RouteOperationMapping Route RequestMethod ParserBackend AdditionalHeaders OutboundHeaders Common Specific KeyMapDefault KeyMapExact
KeyMapRegEx ValueMap ValueMapExact ValueMapRegEx ValueMapDefault MapType MapTo TestOption Template DataInclude PreRegExFilter
PostRegExFilter Host DefaultCommand Timeout InvokerControllerMapping Controller Command Authentication AuthType BasicAuthUser
BasicAuthPassword KerberosUser KerberosKeytab Proxy UseProxy ProxyHost ProxyUser ProxyPassword ProxyExclude SSL UseSSL SSLPassword
SSLVerifyHostname SSLCertificate SSLKey SSLCAFile SSLCADir Events Event Asynchronous Condition RequestTicketFields
RequestArticleFields RequestDynamicFieldsTicket NameSpace SOAPAction SOAPActionScheme Endpoint Encoding Name ParserBackendParameter PostParamName ContentType ReuseClient
SSLNoHostnameVerification OperationFilter InvokerFilter ErrorStageFilter ErrorMessageContentFilter StopAfterMatch ErrorCode ErrorMessage
ScheduleRetry RetryIntervalStart RetryIntervalFactor RetryIntervalMax RetryCountMax RetryPeriodMax Search Replace Match Fields
ConditionLinking User Password StaticValue`.split(/\s+/);

const entries = Object.entries(EXPORTS);

const reportOf = async (text: string, operations = testOperations()) =>
  reportCompatibility({ text }, await checkText(operations, { text, file: 'export.yml' }));

describe('definitions of the family', () => {
  let test: TestAdmin;

  beforeAll(async () => {
    test = await startTestAdmin();
  });

  afterAll(async () => {
    await test.stop();
  });

  it('are thirty files that use every known key', () => {
    expect(entries).toHaveLength(30);
    const all = entries.map(([, text]) => text).join('\n');
    expect(KEYS.filter((key) => !new RegExp(`^[ -]*${key}:`, 'm').test(all))).toEqual([]);
  });

  it('come back byte for byte, even after being disabled and exported for a host', async () => {
    const { admin } = test;
    const author = await findAuthor(admin, { login: undefined, source: 'test' });
    for (const [name, text] of entries) {
      await admin.services.save({ name, config: text, userID: 1, time: NOW });
      await switchService(admin, { name, isEnabled: false }, { author, comment: '' });
      const stored = (await admin.services.find(name))?.config ?? '';
      expect([name, stored]).toEqual([name, text]);
      const exported = exportDefinition(stored, { frameworkVersion: '11.0.9' });
      const returned = exportDefinition(removeKey(exported, ['FrameworkVersion']), { frameworkVersion: '11.0.9' });
      expect([name, compareDefinitions(exported, returned)]).toEqual([name, []]);
      const lost = compareDefinitions(text, exported).filter(({ path }) => path[0] !== 'FrameworkVersion');
      expect([name, lost]).toEqual([name, []]);
    }
  });

  it('are reported part by part: what runs, what runs with a note, and what does not', async () => {
    const report = async (name: string) => {
      const parts = await reportOf(EXPORTS[name] ?? '');
      return parts.map(
        ({ part, verdict, notes }) => `${part}: ${verdict}${notes.length === 0 ? '' : ` (${notes.length})`}`,
      );
    };
    expect(await report('headers of every answer')).toContain('operation RoomGet: as it is');
    expect(await report('a stylesheet')).toContain('operation RoomGet: as it is');
    expect(await report('a type that nobody has')).toContain('operation RoomGet: not served (1)');
    expect(await report('error handling')).toContain('Provider.ErrorHandling: with a note (1)');
    expect(await report('an invoker with events')).toContain('Requester: with a note (3)');
    expect(await report('soap served')).toContain('transport: as it is');
  });

  it('are reported with what is wrong with their invokers, and suggestions', async () => {
    const called = {
      invokerTypes: ['Rooms::Tell'],
      invokerConfig: new Map([['Rooms::Tell', ['Language']]]),
      events: ['RoomCreate'],
    };
    const text = `Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: http://api.example.org
      DefaultCommand: POST
      Authentication: { AuthType: BasicAuth, BasicAuthUser: a, BasicAuthPassword: open-sesame }
      InvokerControllerMapping: { Tell: { Controller: rooms } }
  Invoker:
    Tell: { Type: 'Rooms::Tell', Langauge: de, Events: [{ Event: RoomCraete }] }
`;
    const report = await reportOf(text, new OperationRegistry({ called }));
    const { verdict, notes } = report.find(({ part }) => part === 'Requester') ?? { notes: [] };
    expect(verdict).toBe('with a note');
    expect(notes).toEqual([
      expect.stringMatching(/^line 5: The requester has no Timeout/),
      expect.stringMatching(/^line 8: .* the secret in BasicAuthPassword/),
      expect.stringMatching(/^line 9: The Controller "rooms" does not start with a slash/),
      expect.stringMatching(/^line 11: Langauge has no effect on Rooms::Tell.* Did you mean "Language"\?$/),
      expect.stringMatching(/^line 11: Nothing here raises the event "RoomCraete".* Did you mean "RoomCreate"\?$/),
    ]);
  });

  it('that are not YAML are reported as a whole', async () => {
    const report = await reportOf('a: *missing\n');
    expect(report).toMatchObject([{ part: 'the file', verdict: 'not served' }]);
  });

  it('with a transport that is not served have no operation that runs', async () => {
    const text = (EXPORTS.plain ?? '').replace('HTTP::REST', 'HTTP::Mail');
    const [operation] = await reportOf(text);
    expect(operation).toEqual({
      part: 'operation RoomGet',
      verdict: 'not served',
      notes: ['The transport is not served: see there.'],
    });
  });

  it('need the plugins of their operations', async () => {
    const file = join(import.meta.dirname, '../../../config/webservices/GenericTicketConnectorREST.yml');
    const report = await reportOf(readFileSync(file, 'utf8'));
    expect(report.find(({ part }) => part === 'transport')?.verdict).toBe('as it is');
    expect(report.find(({ part }) => part === 'operation TicketGet')?.verdict).toBe('not served');
  });
});
