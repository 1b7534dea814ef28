import { existsSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import type { FolderPlace } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

import { applyDefinitionFile, applyMissing, FileReport } from './apply-definition-file.js';
import { type DefinitionFile, nameService, readDefinitionFiles } from './definition-files.js';

/** Editors write a file in several steps; what comes within this time is one change. */
const DEBOUNCE_MILLISECONDS = 150;
/** A file that is being replaced is back by then. */
const GONE_MILLISECONDS = 1_000;

/** `config/webservices`: applied at start, and whenever a file changes while the server runs. */
export class DefinitionFolder {
  readonly #system: System;
  readonly #place: FolderPlace;
  readonly #operationTypes: readonly string[];
  readonly #report: FileReport;
  readonly #seen = new Map<string, string>();
  /** Services whose file was missing at the last look. */
  #missing: ReadonlySet<string> = new Set();
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #working: Promise<void> = Promise.resolve();

  constructor(system: System, place: FolderPlace, operationTypes: readonly string[]) {
    this.#system = system;
    this.#place = place;
    this.#operationTypes = operationTypes;
    this.#report = new FileReport(system.logger);
  }

  /** Applies what differs from what was last applied, and reports where files and services have drifted apart. */
  async applyAll(): Promise<void> {
    const files = await readDefinitionFiles(this.#folder, this.#system.configuration.limits.definitionBytes);
    for (const file of files) await this.#apply(file);
    if (existsSync(this.#folder)) await this.#applyMissing(files, () => true);
    else this.#system.logger.warn('the folder of the web-service files does not exist', { folder: this.#folder });
  }

  /** Applies files as they change. A missing folder is not watched. */
  watch(): void {
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, () => this.#lookIn(DEBOUNCE_MILLISECONDS));
      this.#watcher.on('error', (error) =>
        this.#system.logger.warn('the web-service files are no longer watched', { folder: this.#folder, error }),
      );
    } catch (error) {
      this.#system.logger.warn('the web-service files cannot be watched; restart the server after changes', {
        folder: this.#folder,
        error,
      });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watcher?.close();
    clearTimeout(this.#timer);
    await this.#working;
  }

  get #folder(): string {
    return this.#place.folder;
  }

  #lookIn(milliseconds: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#working = this.#working.then(() => this.#applyChanged());
    }, milliseconds);
  }

  async #applyChanged(): Promise<void> {
    try {
      const files = await readDefinitionFiles(this.#folder, this.#system.configuration.limits.definitionBytes);
      for (const file of files) if (this.#seen.get(file.path) !== file.text) await this.#apply(file);
      const before = this.#missing;
      if (existsSync(this.#folder)) await this.#applyMissing(files, (name) => before.has(name));
      if ([...this.#missing].some((name) => !before.has(name))) this.#lookIn(GONE_MILLISECONDS);
    } catch (error) {
      this.#system.logger.error('the web-service files could not be applied', { folder: this.#folder, error });
    }
  }

  async #apply(file: DefinitionFile): Promise<void> {
    const options = { operationTypes: this.#operationTypes, place: this.#place };
    const result = await applyDefinitionFile(this.#system, file, options);
    this.#seen.set(file.path, file.text);
    this.#report.applied(file, result);
  }

  async #applyMissing(files: readonly DefinitionFile[], isSure: (name: string) => boolean): Promise<void> {
    const names = new Set(files.map(({ name }) => name));
    const applied = (await this.#system.services.files.list()).filter(({ serviceName }) => !names.has(serviceName));
    for (const each of applied.filter(({ serviceName }) => isSure(serviceName))) {
      const seen = [...this.#seen.keys()].filter((path) => nameService(path) === each.serviceName);
      // A file that returns counts as a change, whatever it contains.
      for (const path of seen) this.#seen.delete(path);
      const [path = join(this.#folder, `${each.serviceName}.yml`)] = seen;
      this.#report.missing({ name: each.serviceName, path }, await applyMissing(this.#system, each, this.#place));
    }
    this.#missing = new Set(applied.map(({ serviceName }) => serviceName));
  }
}
