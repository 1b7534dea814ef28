import { t } from '../../app/language.js';
import type { Schema } from '../../components/schema.js';

/** What a kind is called in the navigation; kinds of other plugins have the name that their plugin gave them. */
export function kindName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    Groups: t('Groups'),
    Agents: t('Agents'),
    Roles: t('Roles'),
    CustomerCompanies: t('Customer companies'),
    CustomerUsers: t('Customer users'),
    States: t('States'),
    Types: t('Types'),
    Priorities: t('Priorities'),
    Queues: t('Queues'),
    Services: t('Ticket services'),
    SLAs: t('Service level agreements'),
    DynamicFields: t('Dynamic fields'),
  };
  return names[key] ?? wordsOf(key);
}

/** What a member of an entry is called. */
export function memberName(name: string): string {
  const names: Readonly<Record<string, string>> = {
    Name: t('Name'),
    Login: t('Login'),
    FirstName: t('First name'),
    LastName: t('Last name'),
    Email: t('E-mail'),
    Comment: t('Comment'),
    CustomerID: t('Customer company'),
    Groups: t('Groups'),
    Group: t('Group'),
    Permissions: t('Permissions'),
    Agents: t('Agents'),
    CustomerUsers: t('Customer users'),
    Services: t('Ticket services'),
    Street: t('Street'),
    Zip: t('Postal code'),
    City: t('City'),
    Country: t('Country'),
    Type: t('Type'),
    Label: t('Label'),
    FieldType: t('Type of field'),
    ObjectType: t('Belongs to'),
    Config: t('Configuration'),
    FirstResponseTime: t('First response within (minutes)'),
    UpdateTime: t('Update within (minutes)'),
    SolutionTime: t('Solution within (minutes)'),
    PossibleValues: t('Possible values'),
    MultiValue: t('Multiple values'),
    DateRestriction: t('Allowed dates'),
    RegExList: t('Patterns for values'),
  };
  return names[name] ?? wordsOf(name);
}

/** Descriptions of the schema are for messages about mistakes where they repeat its limits. */
function hintOf(name: string, { description, maxLength, items, additionalProperties }: Schema): string | undefined {
  const hints: Readonly<Record<string, string>> = {
    FirstResponseTime: t('Working time; 0 or nothing for no limit.'),
    UpdateTime: t('Working time; 0 or nothing for no limit.'),
    SolutionTime: t('Working time; 0 or nothing for no limit.'),
    CustomerUsers: t('Who may choose it; <DEFAULT> stands for everybody.'),
    MultiValue: t('1 if the field takes several values.'),
    PossibleValues: t('What is stored, and the text that people see.'),
  };
  const isLimit = [maxLength, items, additionalProperties].some((each) => each !== undefined);
  return hints[name] ?? (typeof description === 'string' && !isLimit ? description : undefined);
}

export const entryWords = { nameOf: memberName, hintOf, isUnfolded: true };

/** `DynamicFields` as "Dynamic fields". */
function wordsOf(name: string): string {
  const words = name.replaceAll(
    /([a-z])([A-Z])/g,
    (_pair, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
