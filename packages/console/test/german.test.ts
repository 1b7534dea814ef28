import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

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
});
