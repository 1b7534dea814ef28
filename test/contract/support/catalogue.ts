/** What the contract's examples need beside the initial rows. */
export const CATALOGUE = `
Groups: [{ Name: closed-shop }]
Queues: [{ Name: Support, Group: users }, { Name: Hidden, Group: closed-shop }]
Types: [{ Name: Incident }]
Services: [{ Name: IT, CustomerUsers: ["<DEFAULT>"] }, { Name: "IT::Printing", CustomerUsers: ["<DEFAULT>"] }]
DynamicFields:
  - { Name: Reference, FieldType: Text }
  - { Name: Floor, FieldType: Text }
  - { Name: Impact, FieldType: Dropdown, Config: { PossibleValues: { low: Low, high: High } } }
`;
