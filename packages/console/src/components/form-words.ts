import { createContext } from 'preact';

import { serverHelp, t } from '../app/language.js';
import type { Path, Schema } from './schema.js';

interface Words {
  readonly nameOf: (name: string, schema: Schema) => string;
  readonly hintOf: (name: string, schema: Schema) => string | undefined;
  /** Whether groups are open although nothing is filled in. */
  readonly isUnfolded: boolean;
  /** Whether keys stand beside what they are called. */
  readonly hasKeys?: boolean;
  /** What is looked at in the text beside the form; its parts are open. */
  readonly place?: Path;
  /** Goes to what has no simpler form in that text; where there is none, it is filled in as JSON. */
  readonly onText?: (path: Path) => void;
}

/** What forms call members, and how they explain them. */
export const FormWords = createContext<Words>({
  nameOf: (name, { title }) => (typeof title === 'string' ? t(title) : name),
  hintOf: (_name, { description }) => (typeof description === 'string' ? serverHelp(description) : undefined),
  isUnfolded: false,
  hasKeys: true,
});

/** What is wrong with members, by their paths with `/` between the parts. */
export const FormMistakes = createContext<Readonly<Record<string, string>>>({});
