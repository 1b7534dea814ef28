import type { System } from '@ticketgate/runtime';

/** Whether everybody may read the documentation of a web service whose definition wants this. */
export function showsDocumentation(
  wanted: 'public' | 'off' | undefined,
  { configuration, isAttached }: Pick<System, 'configuration' | 'isAttached'>,
): boolean {
  return (wanted ?? configuration.documentation ?? (isAttached ? 'off' : 'public')) === 'public';
}
