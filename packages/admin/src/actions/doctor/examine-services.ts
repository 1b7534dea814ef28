import { describeProblem, registerPlugins } from '@ticketgate/runtime';

import type { ActionSystem } from '../action.js';
import { listServices } from '../../services/list-services.js';
import { error, orFine, warning, type Finding } from './finding.js';

/** Web services, and the plugins whose operations they use. */
export async function examineServices(system: ActionSystem): Promise<readonly Finding[]> {
  const { problems } = registerPlugins(system.loadedPlugins, { isCalled: false });
  const broken = [...system.loadedPlugins.problems, ...problems].map((problem) =>
    error('plugins', describeProblem(problem), 'Correct the plugin, or take it out of "plugins", and restart.'),
  );
  const services = await listServices(system);
  const wrong = services.flatMap(({ name, state, reason, drift }): readonly Finding[] => [
    ...(state === 'not servable'
      ? [
          error(
            'services',
            `"${name}" cannot be served: ${reason}`,
            `Correct it, or go back by "ticketgate service rollback ${name}".`,
          ),
        ]
      : []),
    ...(drift === undefined
      ? []
      : [
          warning(
            'services',
            `"${name}" and its file differ: ${drift}.`,
            'Import the file, or export the service to it.',
          ),
        ]),
  ]);
  return [
    ...orFine(broken, 'plugins', `${system.plugins.length} can be used.`),
    ...orFine(wrong, 'services', `${services.length} can be served or are disabled.`),
  ];
}
