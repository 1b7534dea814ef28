import { readFile } from 'node:fs/promises';
import type { DescribedService } from '@ticketgate/describe';

import { operationTable } from './operation-table.js';
import { pythonTypes } from './python-types.js';
import { typeScriptTypes } from './typescript-types.js';
import { identifier } from './identifier.js';

export type ClientLanguage = 'typescript' | 'python';

/** The source of a client of a web service: one file without dependencies, which fits this version of the definition. */
export async function writeClient(service: DescribedService, language: ClientLanguage): Promise<string> {
  const write = language === 'python' ? writePython : writeTypeScript;
  return write(service);
}

async function writeTypeScript(service: DescribedService): Promise<string> {
  const methods = service.operations.flatMap(({ name, summary }) => {
    const called = identifier(name);
    return [
      `  /** ${oneLine(summary)} */`,
      `  ${called}(input: ${called}Input, options: CallOptions = {}): Promise<${called}Output> {`,
      `    return this.#call('${name}', input, options);`,
      '  }',
      '',
      ...pagesInTypeScript(service, name),
    ];
  });
  return fill('client.ts.txt', {
    SERVICE: identifier(service.name),
    TITLE: oneLine(service.name),
    TYPES: await typeScriptTypes(service),
    TABLE: JSON.stringify(operationTable(service), undefined, 2),
    METHODS: methods.join('\n').trimEnd(),
    CODES: codesOf(service)
      .map((code) => `  | '${code}'`)
      .join('\n'),
  });
}

function pagesInTypeScript(service: DescribedService, name: string): readonly string[] {
  const items = operationTable(service).operations[name]?.pages;
  if (items === undefined) return [];
  const called = identifier(name);
  return [
    `  /** Every entry of all pages of ${called}; the next page is fetched when it is needed. */`,
    `  ${called}All(`,
    `    input: ${called}Input,`,
    '    options: CallOptions = {},',
    `  ): AsyncGenerator<NonNullable<${called}Output['${items}']>[number], void, undefined> {`,
    `    return this.#pages('${name}', input, options);`,
    '  }',
    '',
  ];
}

async function writePython(service: DescribedService): Promise<string> {
  const types = pythonTypes(service);
  const table = operationTable(service);
  const methods = service.operations.flatMap(({ name, summary }) => {
    const called = identifier(name);
    const { input, output, item } = types.operations.get(name) ?? { input: 'Any', output: 'Any', item: 'Any' };
    const method = [
      `    def ${called}(self, input: ${input}, *, idempotency_key: str | None = None) -> ${output}:`,
      `        """${oneLine(summary)}"""`,
      `        answer: ${output} = self._call(${JSON.stringify(name)}, input, ${JSON.stringify(output)}, idempotency_key)`,
      '        return answer',
      '',
    ];
    if (table.operations[name]?.pages === undefined) return method;
    return [
      ...method,
      `    def ${called}All(self, input: ${input}) -> Iterator[${item}]:`,
      `        """Every entry of all pages of ${called}; the next page is fetched when it is needed."""`,
      `        return self._pages(${JSON.stringify(name)}, input, ${JSON.stringify(output)})`,
      '',
    ];
  });
  return fill('client.py.txt', {
    SERVICE: identifier(service.name),
    TITLE: oneLine(service.name),
    TYPES: types.source,
    TABLE: JSON.stringify(JSON.stringify(table)),
    METHODS: methods.join('\n').trimEnd(),
    CODES: codesOf(service)
      .map((code) => `    "${code}",`)
      .join('\n'),
  });
}

function codesOf({ operations }: DescribedService): readonly string[] {
  return [...new Set(operations.flatMap(({ errors }) => errors.map(({ code }) => code)))].sort();
}

/** The text on one line, safe within a comment. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('*/', '* /').replaceAll('"""', "'''").replaceAll('\\', '/');
}

async function fill(template: string, parts: Readonly<Record<string, string>>): Promise<string> {
  // From `src` and from `dist` it is one folder up.
  const text = await readFile(new URL(`../templates/${template}`, import.meta.url), 'utf8');
  return text.replace(/@@([A-Z]+)@@/g, (mark, name: string) => parts[name] ?? mark);
}
