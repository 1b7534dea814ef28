import { asKey, MILD, mild, leaf, LEAF, titled, unused } from '../check/keys.js';
import { requesterRestSchema } from '../requester-http/requester-rest-schema.js';
import { restConfigSchema } from '../provider-rest/rest-config-schema.js';

/** A scheme: other words are kept, and `soap-scheme` says what they mean. */
function scheme(effect: string, fallback: string, words: readonly string[]) {
  return asKey({ ...LEAF, ...MILD, examples: words })(effect, fallback, words.at(-1));
}

function freeText(effect: string, example: string) {
  return mild.leaf(effect, 'none', example);
}

const { KeepAlive, MaxLength, AdditionalHeaders, OutboundHeaders } = restConfigSchema.properties;

export const REQUEST_NAME_SCHEMES = ['Plain', 'Request', 'Append'] as const;
export const RESPONSE_NAME_SCHEMES = ['Response', 'Plain', 'Replace', 'Append'] as const;
export const SOAP_ACTION_SCHEMES = [
  'NameSpaceSeparatorOperation',
  'SeparatorOperation',
  'Operation',
  'FreeText',
] as const;

const NameSpace = titled('XML namespace', leaf)(
  'The XML namespace of the service, which answers are in.',
  'required',
  'urn:example:tickets',
);

const NoNameSpace = titled('Without an XML namespace', mild.perlFlag)(
  '`1`: elements are in no namespace, and `NameSpace` is only needed for `SOAPAction`. Then a SOAPAction is not compared with the request in profile znuny, and there is no WSDL. As in Znuny.',
  '0',
  '1',
);

/** The names of elements and actions, for provider and requester. */
const names = {
  RequestNameScheme: titled('Names of requests', scheme)(
    'How the element of a request is named after its operation: `Plain` as the operation; `Request` with `Request` at its end; `Append` with `RequestNameFreeText` at its end. The name alone always works.',
    'Plain',
    REQUEST_NAME_SCHEMES,
  ),
  RequestNameFreeText: titled('Text in names of requests', freeText)(
    'What `RequestNameScheme: Append` takes off the end of the name.',
    'Req',
  ),
  ResponseNameScheme: titled('Names of answers', scheme)(
    'How the element of an answer is named: `Response` appends Response to the name of the operation, `Append` appends `ResponseNameFreeText`, `Replace` is `ResponseNameFreeText` alone, `Plain` is the name of the operation.',
    'Response',
    RESPONSE_NAME_SCHEMES,
  ),
  ResponseNameFreeText: titled('Text in names of answers', freeText)(
    'The text of `ResponseNameScheme: Append` and `Replace`.',
    'Result',
  ),
  SOAPAction: asKey({ title: 'Check the header SOAPAction', ...LEAF, ...MILD, examples: ['Yes', 'No'] })(
    '`No` accepts any `SOAPAction` header. Otherwise the header must fit `SOAPActionScheme`; a request without one is accepted.',
    'Yes',
    'No',
  ),
  SOAPActionScheme: titled('Form of SOAPAction', scheme)(
    'What the header `SOAPAction` must be: `NameSpaceSeparatorOperation`, `SeparatorOperation` and `Operation` are made of `NameSpace`, `SOAPActionSeparator` and the name of the operation; `FreeText` is `SOAPActionFreeText`.',
    'NameSpaceSeparatorOperation',
    SOAP_ACTION_SCHEMES,
  ),
  SOAPActionSeparator: titled('Separator in SOAPAction', freeText)(
    'The separator of `SOAPActionScheme`. Without one, `NameSpaceSeparatorOperation` accepts `#` and `/`.',
    '/',
  ),
  SOAPActionFreeText: titled('Own text of SOAPAction', freeText)('The text of `SOAPActionScheme: FreeText`.', 'urn:go'),
  Sort: asKey({
    title: 'Order of the elements',
    ...MILD,
    type: ['array', 'null'],
    description: 'a list of maps with one key each',
  })(
    'The order of the elements of answers: a list of names, each a map with one key. Below a key, such a list orders its elements. Names that are not listed follow in the order of their bytes.',
    'the order of their bytes',
    [{ TicketID: null }, { Article: [{ Subject: null }] }],
  ),
} as const;

export const soapConfigSchema = {
  type: 'object',
  description: 'a map',
  additionalProperties: false,
  properties: { NameSpace, NoNameSpace, MaxLength, KeepAlive, ...names, AdditionalHeaders, OutboundHeaders },
} as const;

const { Timeout, Authentication, Proxy, SSL, ...ofRequests } = requesterRestSchema.properties;

export const requesterSoapSchema = {
  type: 'object',
  description: 'a map',
  additionalProperties: false,
  properties: {
    Endpoint: titled('Address', leaf)(
      'The address of the other system, with its path.',
      'required',
      'https://erp.example.org/soap',
    ),
    NameSpace,
    NoNameSpace: {
      ...NoNameSpace,
      manual: { ...NoNameSpace.manual, effect: '`1`: elements have no prefix, and no namespace without `NameSpace`.' },
    },
    FixedNameSpacePrefix: titled('Prefix of the element', freeText)(
      'The prefix of the element that is sent, which is `namesp1` without the key. As in Znuny.',
      'erp',
    ),
    ...names,
    ResponseTagSuffix: titled('Text behind names of answers', freeText)(
      'What follows the name of the element that answers. As in Znuny.',
      'Message',
    ),
    Timeout,
    AdditionalHeaders: ofRequests.AdditionalHeaders,
    OutboundHeaders: ofRequests.OutboundHeaders,
    Authentication,
    Proxy,
    SSL,
    Encoding: unused.leaf('Kept, without an effect: answers are read in the encoding that they name.', 'none', 'UTF-8'),
  },
} as const;
