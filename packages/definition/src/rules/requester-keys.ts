import { isData } from '@ticketgate/sdk';

import { member } from '../reading/read-record.js';
import { checkSchema } from '../schema/check-schema.js';
import { requestRetrySchema } from '../schema/invoker-schema.js';
import { requesterRestSchema } from '../schema/requester-rest-schema.js';
import type { Finding } from '../yaml/yaml-source.js';
import { REQUESTER_CONFIG, requesterConfigOf } from './definition-parts.js';
import type { Rule } from './rule.js';

/** Keys and shapes of the requester's transport and error handling. They are warnings, since the family skips what it does not know. */
export const requesterKeys: Rule = (input) => {
  const modules = member(input.config.Requester, 'ErrorHandling');
  return [
    ...checkSchema(requesterConfigOf(input), requesterRestSchema, REQUESTER_CONFIG).filter(isNoCommand),
    ...Object.entries(isData(modules) ? modules : {}).flatMap(([name, module]) =>
      checkSchema(module, requestRetrySchema, ['Requester', 'ErrorHandling', name]),
    ),
  ].map((finding) => ({ ...finding, severity: 'warning' }));
};

/** The rule `invoker-transport` says more about commands, and knows that their case does not matter. */
function isNoCommand({ code, path }: Finding): boolean {
  return code !== 'wrong-value' || !/^(?:Default)?Command$/.test(String(path.at(-1)));
}
