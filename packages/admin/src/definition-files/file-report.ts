import { renderCodeFrame, type Diagnostic } from '@ticketgate/definition';
import type { Logger } from '@ticketgate/sdk';

import type { ApplyResult, MissingResult } from './apply-definition-file.js';
import { describeDrift, type Drift, driftAdvice } from './find-drift.js';
import type { DefinitionFile } from './definition-files.js';
import { describeImpact } from '../services/prepare-draft.js';

interface FileName {
  /** Name of the service. */
  readonly name: string;
  readonly path: string;
}

/** Logs what became of definition files; the same drift only once. */
export class FileReport {
  readonly #logger: Logger;
  readonly #drifts = new Map<string, Drift>();
  #differences: ReadonlyMap<string, string> = new Map();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  applied(file: DefinitionFile, result: ApplyResult): void {
    if (result.kind === 'kept') {
      this.#drifted(file, result.drift);
      return;
    }
    this.#drifts.delete(file.name);
    const fields = { service: file.name, file: file.path };
    if (result.kind === 'applied') {
      const changes = result.changes.map((change) => `\n  ${describeImpact(change)}`).join('');
      this.#logger.info(`web service applied from its file${changes}`, fields);
    }
    const text = frame(result.diagnostics, file);
    if (result.kind === 'rejected') {
      this.#logger.error(
        `the file has errors and was not applied; the last good version keeps serving\n${text}`,
        fields,
      );
    } else if (result.diagnostics.length > 0) {
      this.#logger.warn(`the file has warnings\n${text}`, fields);
    }
  }

  /** How the folders of several machines differ, once as long as it stays so. */
  differences(differences: ReadonlyMap<string, string>): void {
    for (const [service, difference] of differences) {
      if (this.#differences.get(service) !== difference) {
        this.#logger.warn(`the web service "${service}": ${difference}`, { service });
      }
    }
    this.#differences = differences;
  }

  missing(file: FileName, result: MissingResult): void {
    if (result.kind === 'kept') this.#drifted(file, result.drift);
    if (result.kind === 'disabled') this.#drifted(file, 'gone');
  }

  #drifted(file: FileName, drift: Drift): void {
    if (this.#drifts.get(file.name) === drift) return;
    this.#drifts.set(file.name, drift);
    const sentence = `the web service "${file.name}" and its file differ: ${describeDrift(drift)}`;
    this.#logger.warn(`${sentence}\n${driftAdvice(drift, file)}`, { service: file.name, file: file.path });
  }
}

function frame(diagnostics: readonly Diagnostic[], file: DefinitionFile): string {
  return renderCodeFrame(diagnostics, new Map([[file.path, file.text]]));
}
