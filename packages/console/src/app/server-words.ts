/** Texts of the server in another language, by patterns in which `{name}` stands for anything. */
export interface ServerWords {
  /** Whole messages. */
  readonly messages: Readonly<Record<string, string>>;
  /** What may stand in place of a `{name}`. */
  readonly parts: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly form: RegExp;
  readonly names: readonly string[];
  readonly text: string;
}

const PLACE = /\{(\w+)\}/g;
/** Longer messages, such as those of a template, stay as they are. */
const LONGEST = 2_000;

/** A function that puts a message of the server into another language; it gives undefined for one that it does not know. */
export function translator({ messages, parts }: ServerWords): (text: string) => string | undefined {
  const whole = compileSentences(messages);
  const all = compileSentences({ ...messages, ...parts });
  const translate = (text: string, patterns: readonly Pattern[]): string | undefined => {
    for (const { form, names, text: words } of text.length > LONGEST ? [] : patterns) {
      const found = form.exec(text);
      if (found === null) continue;
      const values = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']));
      return words.replace(PLACE, (_place, name: string) => {
        const value = values[name] ?? '';
        return translate(value, all) ?? value;
      });
    }
    return undefined;
  };
  return (text) => translate(text, whole);
}

/** What the audit log has of changes. */
export interface ActionWords {
  readonly subjects: Readonly<Record<string, string>>;
  readonly deeds: Readonly<Record<string, string>>;
}

/** A function that puts a change into another language: its subject and what became of it, as far as both are known. */
export function actionTranslator({ subjects, deeds }: ActionWords): (action: string) => string {
  const translate = translator({ messages: deeds, parts: {} });
  const names = Object.keys(subjects).sort();
  return (action) => {
    // The longest one, such as "agent password", not "agent".
    const name = names.findLast((each) => action.startsWith(`${each} `)) ?? '';
    const deed = action.slice(name.length).trimStart();
    return `${subjects[name] ?? ''} ${translate(deed) ?? deed}`.trimStart();
  };
}

/** Patterns that begin with another sentence come first, then longer ones. */
function compileSentences(texts: Readonly<Record<string, string>>): readonly Pattern[] {
  const weight = (pattern: string) => pattern.replace(PLACE, '').length + (/^\{\w+\} [A-Z]/.test(pattern) ? 1_000 : 0);
  return Object.entries(texts)
    .sort(([one], [other]) => weight(other) - weight(one))
    .map(([pattern, text]) => ({
      form: new RegExp(
        `^${pattern
          .split(PLACE)
          .map((part, index) => (index % 2 === 1 ? '([^]+?)' : escapePattern(part)))
          .join('')}$`,
      ),
      names: [...pattern.matchAll(PLACE)].map(([, name = '']) => name),
      text,
    }));
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
