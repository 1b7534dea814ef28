import { operationAt, offMainThread, type Diagnostic } from '@ticketgate/definition';
import { isData, withSuggestion } from '@ticketgate/sdk';
import type { Unchanged, ValueOf } from '@ticketgate/sdk/schema';

import type { CheckedText } from './definition-text.js';
import type { partSchema } from './service-schemas.js';

/** How a part of an export of another system runs here, for example `operation TicketGet` or `Requester`. */
type PartReport = Unchanged<ValueOf<typeof partSchema>>;

/** Tells which parts of a definition run unchanged, with a note, or not at all: first each operation, then the rest. */
export async function reportCompatibility(
  checked: Pick<CheckedText, 'text' | 'mostBytes'>,
  diagnostics: readonly Diagnostic[],
): Promise<readonly PartReport[]> {
  const isYaml = diagnostics.every(({ code }) => code !== 'yaml-syntax');
  const parts = [
    ...new Set([...(isYaml ? await listParts(checked) : []), ...diagnostics.map(({ path }) => namePart(path))]),
  ];
  const ofPart = new Map(parts.map((part) => [part, diagnostics.filter(({ path }) => namePart(path) === part)]));
  const obstacle = diagnostics.find(({ scope, path }) => scope?.stops === true && namePart(path) === 'transport');
  return parts.map((part) => {
    const own = ofPart.get(part) ?? [];
    const notes = own.map(({ message, line, suggestion }) => `line ${line}: ${withSuggestion(message, suggestion)}`);
    if (obstacle === undefined || !part.startsWith('operation ')) return { part, verdict: judgePart(own), notes };
    return { part, verdict: 'not served', notes: [`The transport is not served: see there.`, ...notes] };
  });
}

function judgePart(diagnostics: readonly Diagnostic[]): PartReport['verdict'] {
  // A text could be served if all it does wrong is to break the active version.
  const isError = ({ severity, breaks }: Diagnostic) => severity === 'error' && breaks === undefined;
  if (diagnostics.some((each) => isError(each) || each.scope?.stops === true)) return 'not served';
  return diagnostics.length === 0 ? 'as it is' : 'with a note';
}

/** The parts of a definition: its operations, the transport, then the others. */
async function listParts({ text, mostBytes }: Pick<CheckedText, 'text' | 'mostBytes'>): Promise<readonly string[]> {
  const config = await offMainThread('parse', text, mostBytes);
  const provider = isData(config.Provider) ? config.Provider : {};
  const operations = Object.keys(isData(provider.Operation) ? provider.Operation : {});
  const others = Object.keys(config).filter((key) => key !== 'Provider');
  return [
    ...operations.map((name) => `operation ${name}`),
    ...('Transport' in provider ? ['transport'] : []),
    ...Object.keys(provider)
      .filter((key) => key !== 'Operation' && key !== 'Transport')
      .map((key) => `Provider.${key}`),
    ...others,
  ];
}

function namePart(path: Diagnostic['path']): string {
  const operation = operationAt(path);
  if (operation !== undefined) return `operation ${operation}`;
  const [first, second] = path;
  if (first !== 'Provider') return first === undefined ? 'the file' : String(first);
  if (second === 'Transport' || second === undefined) return 'transport';
  return `Provider.${String(second)}`;
}
