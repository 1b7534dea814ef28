import { Replicas } from '@ticketgate/database';
import { version, type System } from '@ticketgate/runtime';

import { fine, warning, type Finding } from './finding.js';

/** The processes that serve the database, also on other machines. */
export async function examineReplicas({ database }: Pick<System, 'database'>): Promise<readonly Finding[]> {
  const replicas = await new Replicas(database).list();
  const others = replicas.filter((each) => each.version !== version);
  if (others.length > 0) {
    const list = others.map((each) => `${each.name} ${each.version}`).join(', ');
    return [
      warning(
        'replicas',
        `This is version ${version}, and others serve: ${list}.`,
        'Finish the upgrade of all machines.',
      ),
    ];
  }
  if (replicas.length === 0) return [fine('replicas', 'No process serves this database at the moment.')];
  const machines = new Set(replicas.map(({ name }) => name)).size;
  const message = `Processes that serve: ${replicas.length}, on machines: ${machines}, all of version ${version}.`;
  return [fine('replicas', message)];
}
