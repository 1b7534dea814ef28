import { t } from '../../app/language.js';
import type { Schema } from '../../components/schema.js';

/** What the navigation calls a kind: its key in words, or a better name. */
export function kindName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    Services: t('Ticket services'),
    SLAs: t('Service level agreements'),
  };
  return names[key] ?? t(spellOut(key));
}

/** What a member of an entry is called. */
export function memberName(name: string): string {
  const names: Readonly<Record<string, string>> = {
    Email: t('E-mail'),
    CustomerID: t('Customer company'),
    Services: t('Ticket services'),
    Zip: t('Postal code'),
    FieldType: t('Type of field'),
    ObjectType: t('Belongs to'),
    Config: t('Configuration'),
    FirstResponseTime: t('First response within (minutes)'),
    UpdateTime: t('Update within (minutes)'),
    SolutionTime: t('Solution within (minutes)'),
    MultiValue: t('Multiple values'),
    DateRestriction: t('Allowed dates'),
    RegExList: t('Patterns for values'),
  };
  return names[name] ?? t(spellOut(name));
}

/** Descriptions of the schema are for messages about mistakes where they repeat its limits. */
function chooseHint(name: string, { description, maxLength, items, additionalProperties }: Schema): string | undefined {
  const hints: Readonly<Record<string, string>> = {
    FirstResponseTime: t('Working time; 0 or nothing for no limit.'),
    UpdateTime: t('Working time; 0 or nothing for no limit.'),
    SolutionTime: t('Working time; 0 or nothing for no limit.'),
    CustomerUsers: t('Who may choose it; <DEFAULT> stands for everybody.'),
    MultiValue: t('The field takes several values.'),
    PossibleValues: t('What is stored, and the text that people see.'),
  };
  const isLimit = [maxLength, items, additionalProperties].some((each) => each !== undefined);
  return hints[name] ?? (typeof description === 'string' && !isLimit ? description : undefined);
}

export const entryWords = { sayName: memberName, sayHint: chooseHint, isUnfolded: true };

/** `DynamicFields` as "Dynamic fields". */
function spellOut(name: string): string {
  const words = name.replaceAll(
    /([a-z])([A-Z])/g,
    (_pair, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
