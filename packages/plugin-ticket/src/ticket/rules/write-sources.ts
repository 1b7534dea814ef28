import { findAnswers } from '@ticketgate/database/postgres';
import { systemTimeZone, type Caller, operationError, type OperationContext } from '@ticketgate/sdk';

import type { WritingOperation } from '../../articles/article-settings.js';
import { customerRights } from '../../permission/customer-rights.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { missing } from '../../request/input-errors.js';
import type { WriteRules } from './write-rules.js';
import { findAddressProblem } from '../../addresses/email.js';
import { findFieldType } from '../../dynamic-fields/types/field-types.js';
import { contractRules } from './contract-rules.js';

/** The data that writing operations check and plan with. */
export type WriteSources = Readonly<Awaited<ReturnType<typeof writeSources>>>;

/** @throws OperationError `<Operation>.MissingParameter`, `<Operation>.AuthFail` for a caller who cannot be authenticated */
export async function writeSources(operation: WritingOperation, context: TicketContext) {
  const { accounts, binding, services, settings } = context;
  const caller = await authenticateWriter(context, operation);
  const [catalogue, directory] = await Promise.all([services.catalogue.current(), accounts.directory()]);
  return {
    /** The prefix of error codes and messages. */
    operation,
    context,
    settings,
    tables: services.tables,
    /** How the host of the service's profile answers. */
    answers: findAnswers(binding.profile),
    caller,
    catalogue,
    directory,
    now: context.now(),
    /** The system's time zone. */
    zone: systemTimeZone(settings),
    /** Where the service restricts what the calling customer may set. */
    rights: await customerRights(caller, context, operation),
    rules: binding.profile === 'contract' ? contractRules : familyRules,
  };
}

/**
 * Authenticates the caller of a writing operation. Missing credentials are reported before any are checked.
 *
 * @throws OperationError `<Operation>.MissingParameter`, `<Operation>.AuthFail`
 */
async function authenticateWriter(context: OperationContext, operation: string): Promise<Caller> {
  const { SessionID, UserLogin, CustomerUserLogin, Password, ApiKey } = context.credentials;
  const hasLogin = UserLogin !== undefined || CustomerUserLogin !== undefined;
  if (ApiKey === undefined) {
    if (SessionID === undefined && !hasLogin) {
      // The system itself, for example in an invoker, needs none.
      const system = await context.authenticate();
      if (system !== undefined) return system;
      throw missing(operation, 'UserLogin, CustomerUserLogin or SessionID is required!');
    }
    if (hasLogin && Password === undefined) throw missing(operation, 'Password or SessionID is required!');
  }
  const caller = await context.authenticate();
  if (caller === undefined) throw operationError(operation, 'AuthFail', 'User could not be authenticated!');
  return caller;
}

/** The rules of the family. */
const familyRules: WriteRules = {
  readTicket: (ticket) => ticket,
  async findCustomerProblem(text, { customer, settings }) {
    return customer === undefined && (await findAddressProblem(text, settings)) === undefined ? undefined : '';
  },
  isStrict: false,
  unknownField: () => 'DynamicField->Name parameter is invalid!',
  findValueProblem(field, value, moment) {
    const problem = findFieldType(field).check(value, field, moment);
    return problem && `DynamicField->Value ${problem}`;
  },
};
