/** What the broken definitions of the tests are checked against. */
export const KNOWN = {
  operationTypes: ['Session::SessionCreate', 'Ticket::TicketCreate', 'Ticket::TicketGet', 'Ticket::TicketSearch'],
  customerMembers: new Map([['Ticket::TicketCreate', ['State', 'Priority', 'DynamicField_*']]]),
  operationOptions: new Map<string, readonly string[]>([
    ['Ticket::TicketCreate', ['IncludeTicketData']],
    ['Ticket::TicketUpdate', ['IncludeTicketData']],
    ['Ticket::TicketGet', []],
  ]),
  operationMembers: new Map([
    ['Ticket::TicketGet', { names: ['TicketID', 'Extended'], patterns: [] }],
    ['Ticket::TicketSearch', { names: ['Title', 'DynamicField'], patterns: ['^DynamicField_[A-Za-z0-9-]+$'] }],
  ]),
  payloadMembers: new Map([['Ticket::TicketUpdate', { names: ['TicketID', 'TicketNumber'], patterns: [] }]]),
  invokerTypes: ['Generic::PassThrough', 'Test::Test', 'Ticket::Generic', 'Ticket::TicketUpdate'],
  invokerConfig: new Map<string, readonly string[]>([
    ['Ticket::Generic', ['GetAllArticleAttachments']],
    ['Ticket::TicketUpdate', ['RequestTicketFields', 'RequestArticleFields']],
    ['Generic::PassThrough', []],
  ]),
  refusedMembers: new Map([['Ticket::Generic', ['OTRS_TicketCreate']]]),
  events: ['RoomCreate', 'RoomUpdate', 'TicketCreate', 'TicketStateUpdate', 'TicketDynamicFieldUpdate_*'],
  conditionMembers: new Map([
    ['TicketStateUpdate', { names: ['Queue', 'Title'], patterns: ['^DynamicField_'] }],
    ['TicketDynamicFieldUpdate_*', { names: ['Queue'], patterns: [] }],
  ]),
  allowedHosts: ['*.example.org', 'example.org'],
  tokenConfigurations: ['chat'],
};
