import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '@ticketgate/definition';
import { describeMistakes } from '@ticketgate/gateway';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ts from 'typescript';

import { KNOWN } from '../../definition/test/known-names.js';
import { shippedOperations } from '../../../test/openapi/shipped-operations.js';
import { ROOT } from '../../../test/support/root.js';
import { translator, type ServerWords } from '../src/app/server-words.js';

const FOLDER = join(import.meta.dirname, '..', 'src');
const german = JSON.parse(readFileSync(join(FOLDER, 'locales/de.json'), 'utf8')) as Readonly<Record<string, string>>;

/** Every text that `t` or `count` is called with. */
function textsOf(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(join(FOLDER, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const literals = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) texts.push(node.text);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(literals);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const { text } = node.expression;
      if (text === 't') node.arguments.slice(0, 1).forEach(literals);
      if (text === 'count') node.arguments.slice(1).forEach(literals);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

describe('the German console', () => {
  const files = readdirSync(FOLDER, { recursive: true }).map(String);
  const texts = new Set(files.filter((each) => /\.tsx?$/.test(each)).flatMap(textsOf));

  it('has all texts, and none that nobody shows', () => {
    expect({
      missing: [...texts].filter((text) => !Object.hasOwn(german, text)),
      unused: Object.keys(german).filter((text) => !texts.has(text)),
    }).toEqual({ missing: [], unused: [] });
  });

  it('has the same values in each text', () => {
    const valuesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    const different = Object.entries(german).filter(
      ([english, translated]) => valuesOf(english).join() !== valuesOf(translated).join(),
    );
    expect(different).toEqual([]);
  });

  describe('for what the server says', () => {
    const words = JSON.parse(readFileSync(join(FOLDER, 'locales/de-server.json'), 'utf8')) as ServerWords;
    const translate = translator(words);
    /** What parsers of YAML and XSLT say. */
    const LIBRARY = /(?<=YAML: |Zeile \d+: ).*/;
    const untranslated = (messages: readonly string[]) => messages.filter((text) => translate(text) === undefined);

    it('knows the diagnostics of all broken definitions, with what they advise', () => {
      const invalid = join(ROOT, 'test', 'fixtures', 'definitions', 'invalid');
      const files = readdirSync(invalid).filter((name) => name.endsWith('.yml'));
      const messages = files.flatMap((file) => {
        const { diagnostics } = parseDefinition(readFileSync(join(invalid, file), 'utf8'), { file, ...KNOWN });
        return diagnostics.map(({ message }) => message);
      });
      expect(messages.length).toBeGreaterThan(100);
      expect(untranslated(messages)).toEqual([]);
      // Values that are words, too.
      expect(
        messages.map(translate).filter((text) => /\b(?:write|is|the|until)\b/i.test(text?.replace(LIBRARY, '') ?? '')),
      ).toEqual([]);
    });

    it('knows the descriptions of all settings', () => {
      const descriptions: string[] = [];
      JSON.parse(
        readFileSync(join(ROOT, 'packages/ticketgate/schemas/gateway.json'), 'utf8'),
        (key, value: unknown) => {
          if (key === 'description' && typeof value === 'string') descriptions.push(value);
          return value;
        },
      );
      expect(descriptions.length).toBeGreaterThan(100);
      expect(untranslated(descriptions)).toEqual([]);
    });

    it('knows the summaries of all operations that are shipped', () => {
      expect(untranslated([...shippedOperations().values()].map(({ summary }) => summary))).toEqual([]);
    });

    it('knows what is wrong with fields', () => {
      const schema = {
        type: 'object',
        properties: {
          Name: { type: 'string', minLength: 1, maxLength: 3, pattern: '^[A-Z]' },
          Number: { type: 'integer', minimum: 1, maximum: 5 },
          Kind: { enum: ['One', 'Two'] },
          List: { type: 'array', minItems: 1, maxItems: 1, uniqueItems: true },
        },
        required: ['Needed'],
        additionalProperties: false,
      };
      const validate = new Ajv2020({ allErrors: true, verbose: true }).compile(schema);
      const values = [
        { Name: '', Number: 0, Kind: 'Onee', List: [], Nam: 1 },
        { Name: 'abcd', Number: 6, Kind: 'x', List: [1, 1] },
        { Name: 1, Number: 'a', Kind: 1, List: {} },
      ];
      const sentences = values.flatMap((value) => {
        validate(value);
        return describeMistakes(validate.errors ?? []).map(({ sentence }) => sentence);
      });
      expect(sentences.length).toBeGreaterThan(10);
      expect(untranslated(sentences)).toEqual([]);
      expect(translate('Number is 0; send 1 or more.')).toBe('Number ist 0; geben Sie 1 oder mehr an.');
    });

    it('names no value that a message does not have', () => {
      const unknown = Object.entries({ ...words.messages, ...words.parts }).flatMap(([english, other]) =>
        [...other.matchAll(/\{\w+\}/g)].map(String).filter((value) => !english.includes(value)),
      );
      expect(unknown).toEqual([]);
    });
  });
});
