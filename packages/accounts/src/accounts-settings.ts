import type { SettingDefinition } from '@ticketgate/sdk';

/** Settings of the family that the accounts read. */
export const accountsSettings: readonly SettingDefinition[] = [
  { name: 'SessionMaxTime', default: 57_600, description: 'Seconds after which a session ends, however busy it is.' },
  { name: 'SessionMaxIdleTime', default: 7_200, description: 'Seconds after which an unused session ends.' },
  {
    name: 'SessionCheckRemoteIP',
    default: 1,
    description: 'A session is valid only from the address where it began.',
  },
  {
    name: 'SessionDeleteIfNotRemoteID',
    default: 1,
    description: 'A session that is used from another address is deleted.',
  },
  {
    name: 'SessionDeleteIfTimeToOld',
    default: 1,
    description: 'A session that is too old is deleted when it is used.',
  },
  {
    name: 'PasswordMaxLoginFailed',
    default: 0,
    description: 'Failed logins after which an agent becomes invalid-temporarily; 0 for never.',
  },
  { name: 'CustomerPanelUserID', default: 1, description: 'The user id under which changes by customers are stored.' },
  {
    name: 'CustomerGroupSupport',
    default: 0,
    description: 'Customers have groups of their own; otherwise they have all of them.',
  },
  {
    name: 'CustomerGroupAlwaysGroups',
    default: ['users'],
    description: 'Groups that every customer has when CustomerGroupSupport is on.',
  },
  { name: 'FirstnameLastnameOrder', default: 0, description: 'How full names are formatted; 0 for "first last".' },
  {
    name: 'AuthModule::DB::CryptType',
    default: 'sha2',
    description: 'Only "plain" changes anything: then stored agent passwords are plain text.',
  },
  {
    name: 'Customer::AuthModule::DB::CryptType',
    default: 'sha2',
    description: 'Only "plain" changes anything: then stored customer passwords are plain text.',
  },
  { name: 'AuthModule::DB::bcryptCost', default: 12, description: 'Cost of new bcrypt hashes, 9 to 31.' },
  {
    name: 'AuthTwoFactorModule',
    default: '',
    description: 'When set, agents with a second factor are refused: a request has no way to send it.',
  },
];
