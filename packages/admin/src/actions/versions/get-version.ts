import { offMainThread } from '@ticketgate/definition';

import { getVersion } from '../../services/find-service.js';
import { describeVersion } from '../../services/list-versions.js';
import { ServiceUnknown, VersionUnknown } from '../../services/service-errors.js';
import { defineAction } from '../action.js';
import { inputObject } from '../schemas/input-object.js';
import { objectOf, text, word } from '../schemas/schemas.js';
import { version, versionNumber } from '../schemas/service-schemas.js';

export const getServiceVersion = defineAction({
  summary: 'A version with its definition, whose secrets are masked.',
  input: inputObject({ name: word, id: versionNumber }),
  answer: objectOf({ ...version, definition: text }),
  errors: [ServiceUnknown, VersionUnknown],
  async run({ name, id }, { system }) {
    const found = await getVersion(system, name, id);
    return {
      ...describeVersion(found, { directory: await system.directory(), settings: system.settings }),
      definition: await offMainThread('mask', found.config),
    };
  },
});
