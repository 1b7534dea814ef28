import { asKey, mapOrNothing, mapTo, MILD, mild, leaf, titled, uncheckedMap, unused, UNUSED } from '../check/keys.js';
const route = uncheckedMap('a map with Route and RequestMethod', {
  Route: titled('Route', leaf)(
    'The path below the URL of the service. `:Name` stands for one segment and becomes a parameter of the request. The rest is a Perl regular expression that matches the whole path.',
    'none; without it the entry matches nothing',
    '/Ticket/:TicketID',
  ),
  RequestMethod: asKey({ title: 'Methods', description: 'a list of HTTP methods in capitals' })(
    'The methods that the route accepts.',
    'every method',
    ['GET', 'POST'],
  ),
  ParserBackend: unused.leaf('Stored but not used: bodies are read as JSON.', 'none', 'JSON'),
  ParserBackendParameter: asKey({ ...UNUSED, description: 'anything' })('Stored but not used.', 'none', {}),
})(
  'The route of the operation of this name. Routes are tried in byte order of these names; the first that matches wins.',
  'none; an operation without a route cannot be called',
  { Route: '/Ticket/:TicketID', RequestMethod: ['GET'] },
);

const specificHeaders = mapTo(
  'a map from operations to their headers',
  mild.leaves('The headers of one operation: name to value.', 'none', { 'Cache-Control': 'no-store' }),
  MILD,
)('Headers for the answers of single operations. They override `Common`.', 'none', {
  TicketGet: { 'Cache-Control': 'no-store' },
});

export const restConfigSchema = {
  type: 'object',
  description: 'a map',
  additionalProperties: false,
  properties: {
    KeepAlive: titled('Keep connections open', mild.perlFlag)(
      'In profile contract, `0` or an empty text closes each connection after its answer. In other profiles they stay open.',
      'empty',
      '1',
    ),
    MaxLength: titled('Longest request, in bytes', mild.leaf)(
      'The most bytes that the body of a request may have, also after it was decompressed. Longer bodies are refused. A value that is not a number sets no limit; `http.maxBodySize` of the server still applies.',
      'no limit',
      '100000000',
    ),
    RouteOperationMapping: titled('Routes', mapTo('a map from operations to their routes', route))(
      'The routes of the service.',
      'required',
      { TicketGet: { Route: '/Ticket/:TicketID', RequestMethod: ['GET'] } },
    ),
    AdditionalHeaders: titled('Headers of all answers', mild.leaves)(
      'Headers that every answer of the service gets: name to value. Headers of the transport, such as `Content-Length` or `Connection`, cannot be set.',
      'none',
      { 'Cache-Control': 'no-store' },
    ),
    OutboundHeaders: titled(
      'Headers of operations',
      mapOrNothing(
        'a map with Common and Specific',
        {
          Common: titled('For all of them', mild.leaves)(
            'Headers for the answers of all operations: name to value.',
            'none',
            { 'Cache-Control': 'no-store' },
          ),
          Specific: { title: 'For single ones', ...specificHeaders },
        },
        MILD,
      ),
    )('Headers for the answers of operations. They have no effect if there are `AdditionalHeaders`.', 'none', {
      Common: { 'Cache-Control': 'no-store' },
    }),
    PostParamName: titled('File of a form', mild.leaf)(
      'The file of a form (`multipart/form-data`) whose content is the body of the request.',
      '`file` in profile `znuny`; elsewhere forms are not read',
      'file',
    ),
  },
} as const;
