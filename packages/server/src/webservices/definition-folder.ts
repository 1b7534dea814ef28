import { watch, type FSWatcher } from 'node:fs';
import { renderCodeFrame, type Diagnostic } from '@ticketgate/definition';
import type { Logger } from '@ticketgate/sdk';

import type { System } from '../system/open-system.js';
import { applyDefinitionFile, type ApplyResult } from './apply-definition-file.js';
import { readDefinitionFiles, type DefinitionFile } from './definition-files.js';

/** Editors write a file in several steps; what comes within this time is one change. */
const DEBOUNCE_MILLISECONDS = 150;

/** `config/webservices`: applied at start, and whenever a file changes while the server runs. */
export class DefinitionFolder {
  readonly #system: System;
  readonly #folder: string;
  readonly #operationTypes: readonly string[];
  readonly #seen = new Map<string, string>();
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(system: System, folder: string, operationTypes: readonly string[]) {
    this.#system = system;
    this.#folder = folder;
    this.#operationTypes = operationTypes;
  }

  /** Applies what was never applied before. */
  async applyAll(): Promise<void> {
    for (const file of await readDefinitionFiles(this.#folder)) await this.#apply(file, false);
  }

  /** Applies files as they change. A folder that is not there is not watched. */
  watch(): void {
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, () => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
          this.#working = this.#working.then(() => this.#applyChanged());
        }, DEBOUNCE_MILLISECONDS);
      });
      this.#watcher.on('error', (error) => {
        this.#system.logger.warn('the web-service files are not watched any more', { folder: this.#folder, error });
      });
    } catch (error) {
      this.#system.logger.warn('the web-service files cannot be watched; restart the server after changes', {
        folder: this.#folder,
        error,
      });
    }
  }

  async close(): Promise<void> {
    this.#watcher?.close();
    clearTimeout(this.#timer);
    await this.#working;
  }

  async #applyChanged(): Promise<void> {
    try {
      for (const file of await readDefinitionFiles(this.#folder)) {
        if (this.#seen.get(file.path) !== file.text) await this.#apply(file, true);
      }
    } catch (error) {
      this.#system.logger.error('the web-service files could not be applied', { folder: this.#folder, error });
    }
  }

  async #apply(file: DefinitionFile, isChange: boolean): Promise<void> {
    const options = { operationTypes: this.#operationTypes, isChange };
    const result = await applyDefinitionFile(this.#system, file, options);
    this.#seen.set(file.path, file.text);
    reportResult(this.#system.logger, file, result);
  }
}

function reportResult(logger: Logger, file: DefinitionFile, result: ApplyResult): void {
  const fields = { service: file.name, file: file.path };
  if (result.kind === 'foreign') {
    logger.warn('a web service of this name exists that no file made; it stays as it is. Rename the file.', fields);
    return;
  }
  if (result.kind === 'applied') logger.info('web service applied from its file', fields);
  const text = frame(result.diagnostics, file);
  if (result.kind === 'rejected') {
    logger.error(`the file has errors and was not applied; the last good version keeps serving\n${text}`, fields);
  } else if (result.diagnostics.length > 0) {
    logger.warn(`the file has warnings\n${text}`, fields);
  }
}

function frame(diagnostics: readonly Diagnostic[], file: DefinitionFile): string {
  return renderCodeFrame(diagnostics, new Map([[file.path, file.text]]));
}
