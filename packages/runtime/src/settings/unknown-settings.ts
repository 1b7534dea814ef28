import { suggest, withSuggestion, type Logger, type SettingDefinition } from '@ticketgate/sdk';

/** A setting that nothing reads is most likely misspelt; it may also belong to a plugin that is switched off. */
export function warnOfUnknownSettings(
  configured: Readonly<Record<string, unknown>>,
  definitions: readonly SettingDefinition[],
  logger: Logger,
): void {
  const known = definitions.map(({ name }) => name);
  for (const name of Object.keys(configured).filter((each) => !known.includes(each))) {
    const sentence = `Settings has "${name}", which nothing reads.`;
    logger.warn(withSuggestion(sentence, suggest(name, known)), { setting: name });
  }
}
