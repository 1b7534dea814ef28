import type { AppliedPart, System } from '@ticketgate/runtime';

/** An attached system takes nothing from files unless configured to (`docs/attached.md`). */
export function mayApply({ isAttached, configuration }: System, part: AppliedPart): boolean {
  return !isAttached || configuration.apply.includes(part);
}

/** The folder of the definition files that are applied; undefined when none are. */
export function appliedFolder(system: System): string | undefined {
  const { folder } = system.configuration.webServices;
  return folder === null || !mayApply(system, 'webServices') ? undefined : folder;
}
