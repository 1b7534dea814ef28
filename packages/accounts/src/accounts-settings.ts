import { defineSettings } from '@ticketgate/sdk';

/** Settings of the family that affect accounts. */
export const accountsSettings = defineSettings({
  SessionMaxTime: [57_600, 'Seconds after which a session ends, however busy it is.'],
  SessionMaxIdleTime: [7_200, 'Seconds after which an unused session ends.'],
  SessionCheckRemoteIP: [1, 'A session is valid only from the address where it began.'],
  SessionDeleteIfNotRemoteID: [1, 'A session that is used from another address is deleted.'],
  SessionDeleteIfTimeToOld: [1, 'A session that is too old is deleted when it is used.'],
  PasswordMaxLoginFailed: [0, 'Failed logins after which an agent becomes invalid-temporarily; 0 for never.'],
  CustomerPanelUserID: [1, 'The user id under which changes by customers are stored.'],
  CustomerGroupSupport: [0, 'Customers have groups of their own; otherwise they have all of them.'],
  CustomerGroupAlwaysGroups: [['users'], 'Groups that every customer has when CustomerGroupSupport is on.'],
  FirstnameLastnameOrder: [0, 'How full names are formatted; 0 for "first last".'],
  'AuthModule::DB::CryptType': ['sha2', 'Only "plain" changes anything: then stored agent passwords are plain text.'],
  'Customer::AuthModule::DB::CryptType': [
    'sha2',
    'Only "plain" changes anything: then stored customer passwords are plain text.',
  ],
  'AuthModule::DB::bcryptCost': [12, 'Cost of new bcrypt hashes, 9 to 31.'],
  AuthTwoFactorModule: ['', 'When set, agents with a second factor are refused: a request has no way to send it.'],
});
