/** Entries of the catalogue, in the order in which they name each other. */
export const ENTRIES = [
  entry('Groups', 'second-level', { Comment: 'For difficult cases' }),
  entry('Groups', 'field-service', { Comment: 'At our customers' }),
  entry('Groups', 'sales', { Comment: 'Before the contract' }),
  agent('anna', 'Anna', 'Admin', { Groups: ['admin', 'users'], Permissions: { sales: ['ro', 'note'] } }),
  agent('boris', 'Boris', 'Brandt', { Groups: ['users'] }),
  agent('chen', 'Chen', 'Li', { Groups: ['field-service'] }),
  agent('dora', 'Dora', 'Dietrich', { Permissions: { users: ['ro'] }, Valid: false }),
  entry('Roles', 'First level', {
    Comment: 'Takes new tickets',
    Permissions: { users: ['create', 'note', 'ro'] },
    Agents: ['boris'],
  }),
  entry('Roles', 'Second level', {
    Comment: 'Takes what is difficult',
    Permissions: { 'second-level': ['rw'], users: ['move_into', 'note', 'ro'], 'field-service': ['ro'] },
    Agents: ['anna', 'chen'],
  }),
  entry('Roles', 'Sales', { Permissions: { sales: ['rw'] } }),
  entry('Queues', 'Support', { Group: 'users', FirstResponseTime: 60, SolutionTime: 480, Comment: 'Everything first' }),
  entry('Queues', 'Support::Second level', { Group: 'second-level' }),
  entry('Queues', 'Field service', { Group: 'field-service' }),
  entry('Services', 'Printers', { CustomerUsers: ['<DEFAULT>'] }),
  entry('SLAs', 'Gold', { Services: ['Printers'], FirstResponseTime: 30, SolutionTime: 240 }),
  entry('DynamicFields', 'Building', {
    Label: 'Building',
    FieldType: 'Dropdown',
    Config: { PossibleValues: { A: 'Main building', B: 'Workshop' } },
  }),
  entry('DynamicFields', 'Serial', { Label: 'Serial number', FieldType: 'Text' }),
];

export const COMPANIES = ['Acme Ltd.', 'Brightwater GmbH', 'Cobalt & Sons', 'Dunes Hotel'];

export const PEOPLE = [
  ['Carla', 'Customer'],
  ['Emil', 'Engel'],
  ['Fatima', 'Farouk'],
  ['Gustav', 'Grün'],
  ['Hana', 'Horáková'],
  ['Ines', 'Iglesias'],
  ['Jonas', 'Jäger'],
  ['Kaya', 'Kılıç'],
];

export const KEYS = [
  {
    name: 'monitoring',
    agent: 'boris',
    operations: ['Ticket::TicketSearch'],
    addresses: ['10.0.0.0/8'],
    expiresAt: '2027-06-30T00:00:00Z',
  },
  { name: 'automation', agent: 'root@localhost', scope: 'admin', expiresAt: '2027-03-01T00:00:00Z' },
  { name: 'shop', agent: 'anna', operations: ['Ticket::TicketCreate', 'Ticket::TicketUpdate'] },
];

function entry(kind, name, members = {}) {
  return { kind, name, members };
}

function agent(login, FirstName, LastName, members) {
  return entry('Agents', login, { FirstName, LastName, Email: `${login}@example.org`, ...members });
}

/** Of tickets. */
export const TITLES = [
  'The printer on the second floor does not print',
  'A new laptop for Emil Engel',
  'No network in the workshop',
  'Please reset my password',
  'Invoice 4711 is wrong',
];

/** Of TicketConnector, one version after the other. */
export const CHANGES = [
  { from: '0.2.0', to: '0.3.0', comment: 'The next version of the contract' },
  { from: 'Creates a ticket together with its first article.', to: 'Opens a ticket.', comment: 'Shorter descriptions' },
];

/** Tells a chat of new tickets. */
export const CHAT = `Debugger:
  DebugThreshold: debug
Description: Tells the chat of the team what happens to tickets.
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: http://chat.invalid
      DefaultCommand: POST
      Timeout: '5'
      InvokerControllerMapping:
        Announce:
          Controller: /rooms/helpdesk/messages
        Escalate:
          Controller: /rooms/:Queue/alarms
  Invoker:
    Announce:
      Type: Ticket::TicketCreate
      Description: Posts each new ticket.
      Events:
        - Event: TicketCreate
          Asynchronous: '1'
      MappingOutbound:
        Type: XSLT
        Config:
          Template: |
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
              <xsl:template match="/RootElement">
                <RootElement>
                  <text>
                    <xsl:value-of select="concat('New: ', Ticket/Title)"/>
                  </text>
                </RootElement>
              </xsl:template>
            </xsl:stylesheet>
    Escalate:
      Type: Generic::PassThrough
      Description: Rings for what is urgent.
      Events:
        - Event: TicketPriorityUpdate
          Condition:
            Condition:
              '1':
                Fields:
                  Priority: { Type: String, Match: 5 very high }
`;
