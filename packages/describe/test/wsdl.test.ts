import { loadWebService } from '@ticketgate/definition';
import { defineOperation, inSteps, type Operation } from '@ticketgate/sdk';

import { describeService, openApiDocument } from '../src/index.js';

const book = defineOperation({
  type: 'Rooms::RoomBook',
  summary: 'Books a <room>.',
  effect: 'writes',
  errors: ['RoomBook.AuthFail'],
  input: {
    type: 'object',
    required: ['Size'],
    anyOf: [{ required: ['Room', 'Guest'] }, { required: ['Floor', 'Guest'] }],
    properties: {
      UserLogin: { type: 'string' },
      Password: { type: 'string', secret: true },
      Size: { type: 'integer', description: 'Beds & sofas.' },
      Room: { type: ['string', 'null'] },
      Floor: { type: ['integer', 'string'] },
      Guest: {
        anyOf: [
          {
            type: 'object',
            required: ['Name'],
            properties: { Name: { type: 'string' }, Photo: { type: 'string', contentEncoding: 'base64' } },
          },
          { type: 'array', items: { type: 'object', properties: { Name: { type: 'string' } } } },
        ],
      },
      'Two words': { type: 'string' },
    },
    patternProperties: { '^x': {} },
  },
  output: {
    type: 'object',
    required: ['BookingID'],
    properties: {
      a: { type: 'boolean' },
      Z: { type: ['integer', 'null'] },
      BookingID: { type: 'integer' },
      Others: { type: 'array', items: { type: 'number' } },
      Extra: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
  run: () => Promise.reject(new Error('It is only described.')),
});
const other: Operation = { ...book, type: 'Rooms::Other', output: { type: 'object' } };
const operations = new Map<string, Operation>([book, other].map((each) => [each.type, each]));

function describeRooms(config: string, gateway: string) {
  const { webService, diagnostics } = loadWebService(`Debugger: { DebugThreshold: error }
Provider:
  Operation: { Book: { Type: 'Rooms::RoomBook' }, Also: { Type: 'Rooms::Other' } }
  Transport: { Type: HTTP::SOAP, Config: { NameSpace: 'urn:a&b', ${config} } }
Gateway: ${gateway}
`);
  if (webService === undefined) throw new Error(JSON.stringify(diagnostics));
  return describeService({ name: '1 Rooms', webService }, operations);
}

async function wsdlOf(config = '', gateway = '{ Profile: contract, Authentication: { Accept: [UserLogin] } }') {
  const service = describeRooms(config, gateway);
  if (service.ownDocument === undefined) throw new Error('There is no WSDL.');
  return (await inSteps(service.ownDocument.write(service)))('https://x.example.org/a?b&c');
}

/** The lines that begin so. */
function linesOf(text: string, start: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith(start));
}

function partsOf(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, part = '']) => part);
}

const ACTIONS = ['urn:a&amp;b/Book', 'urn:a&amp;b/Also'];

describe('the WSDL of a service', () => {
  it('has an element for each request, with credentials, descriptions, lists and files', async () => {
    const [element] = linesOf(await wsdlOf(), '<xs:element name="Book"');
    expect(element?.replaceAll('><', '>\n<')).toMatchInlineSnapshot(`
      "<xs:element name="Book" nillable="true">
      <xs:complexType>
      <xs:sequence>
      <xs:element name="UserLogin" minOccurs="0" type="xs:string"/>
      <xs:element name="Password" minOccurs="0" type="xs:string"/>
      <xs:element name="Size" type="xs:long">
      <xs:annotation>
      <xs:documentation>Beds &amp; sofas.</xs:documentation>
      </xs:annotation>
      </xs:element>
      <xs:element name="Room" minOccurs="0" nillable="true" type="xs:string"/>
      <xs:element name="Floor" minOccurs="0" type="xs:string"/>
      <xs:element name="Guest" minOccurs="0" maxOccurs="unbounded">
      <xs:complexType>
      <xs:sequence>
      <xs:element name="Name" minOccurs="0" type="xs:string"/>
      <xs:element name="Photo" minOccurs="0" type="xs:base64Binary"/>
      </xs:sequence>
      </xs:complexType>
      </xs:element>
      <xs:any namespace="##local" processContents="skip" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
      </xs:complexType>
      </xs:element>"
    `);
  });

  it('has an element for each answer, in the order in which its members come', async () => {
    const [element = ''] = linesOf(await wsdlOf(), '<xs:element name="BookResponse"');
    expect(partsOf(element, /<xs:element (.*?)>/g)).toMatchInlineSnapshot(`
      [
        "name="BookResponse" nillable="true"",
        "name="BookingID" type="xs:long"/",
        "name="Extra" minOccurs="0"",
        "name="Others" minOccurs="0" maxOccurs="unbounded" type="xs:decimal"/",
        "name="Z" minOccurs="0" type="xs:string"/",
        "name="a" minOccurs="0" type="xs:boolean"/",
      ]
    `);
    const [sorted = ''] = linesOf(await wsdlOf('Sort: [{ a: ~ }, { Others: ~ }]'), '<xs:element name="BookResponse"');
    expect(partsOf(sorted, /<xs:element name="(\w+)"/g)).toEqual([
      'BookResponse',
      'a',
      'Others',
      'BookingID',
      'Extra',
      'Z',
    ]);
  });

  it('names its address, operations and actions, all escaped', async () => {
    const text = await wsdlOf(
      'RequestNameScheme: Request, SOAPActionScheme: NameSpaceSeparatorOperation, SOAPActionSeparator: "/"',
    );
    expect(partsOf(text, /location="(.*?)"/g)).toEqual(Array(2).fill('https://x.example.org/a?b&amp;c'));
    expect(partsOf(text, /soapAction="(.*?)"/g)).toEqual([...ACTIONS, ...ACTIONS]);
    expect(partsOf(text, /<service name="(.*?)"/g)).toEqual(['_1_Rooms']);
    expect(text).toContain('<documentation>Books a &lt;room&gt;.</documentation>');
    expect(text).toContain('<message name="BookInput"><part name="parameters" element="tns:BookRequest"/></message>');
  });
  it('has a fault in profile contract, and errors as members of answers in others', async () => {
    expect(linesOf(await wsdlOf(), '<message name="ServiceFault"')).toHaveLength(1);
    const text = await wsdlOf('', '{}');
    expect(text).not.toContain('<fault');
    const [answer = ''] = linesOf(text, '<xs:element name="BookResponse"');
    expect(partsOf(answer, /<xs:element name="(\w+)"/g)).toContain('ErrorCode');
    expect(answer).toContain('<xs:element name="BookingID" minOccurs="0"');
  });

  it('leaves an element open that stands for several things', async () => {
    const text = await wsdlOf('ResponseNameScheme: Replace, ResponseNameFreeText: Answer');
    expect(linesOf(text, '<xs:element name="Answer"')).toEqual(['<xs:element name="Answer" nillable="true"/>']);
  });

  it('is named in the OpenAPI document, which has no paths', () => {
    const { info, paths } = openApiDocument(describeRooms('', '{}'));
    expect(info.description).toContain('its WSDL is at /Webservice/1%20Rooms?wsdl.');
    expect(paths).toEqual({});
  });
});
