import { existsSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { sha256, type FolderPlace } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

import { applyDefinitionFile, applyMissing, FileReport } from './apply-definition-file.js';
import {
  type DefinitionFile,
  describeDifferences,
  type FolderView,
  readDefinitionFiles,
  readFolderView,
} from './definition-files.js';

/** Editors write a file in several steps; what comes within this time is one change. */
const DEBOUNCE_MILLISECONDS = 150;
/** A file that is being replaced is back by then. */
const GONE_MILLISECONDS = 1_000;
/** Between two words to other machines that this one is there. */
const ANNOUNCE_MILLISECONDS = 5_000;

/** `config/webservices`: applied at start, and whenever a file changes while the server runs. */
export class DefinitionFolder {
  readonly #system: System;
  readonly #place: FolderPlace;
  readonly #operationTypes: readonly string[];
  readonly #report: FileReport;
  readonly #seen = new Map<string, string>();
  /** Digests of the files that were applied, or left alone for the sake of other machines; these machines read them. */
  #files: Readonly<Record<string, string>> = {};
  /** Services whose file was missing at the last look. */
  #missing: ReadonlySet<string> = new Set();
  /** Whether a service stays because another machine has its file. */
  #isHeld = false;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #announcing: NodeJS.Timeout | undefined;
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
    const view = await readFolderView(this.#system, this.#place, files);
    for (const file of files) await this.#apply(file, view);
    if (existsSync(this.#folder)) await this.#applyMissing(files, view, () => true);
    else this.#system.logger.warn('the folder of the web-service files does not exist', { folder: this.#folder });
  }

  /** Tells other machines what this one has, as long as it serves. */
  async announce(): Promise<void> {
    await this.#announce();
    this.#announcing = setInterval(() => {
      this.#working = this.#working.then(() => this.#announceAgain());
    }, ANNOUNCE_MILLISECONDS).unref();
  }

  /** Applies files as they change. A folder that is not there is not watched. */
  watch(): void {
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, () => {
        this.#lookIn(DEBOUNCE_MILLISECONDS);
      });
      this.#watcher.on('error', (error) => {
        this.#system.logger.warn('the web-service files are no longer watched', { folder: this.#folder, error });
      });
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
    clearInterval(this.#announcing);
    await this.#working;
    if (this.#announcing !== undefined) await this.#system.services.folders.leave(this.#place);
  }

  get #folder(): string {
    return this.#place.folder;
  }

  async #announce(): Promise<void> {
    const { folders } = this.#system.services;
    await folders.announce({ ...this.#place, files: this.#files });
    await this.#reportDifferences();
  }

  async #reportDifferences(): Promise<void> {
    this.#report.differences(describeDifferences(await this.#system.services.folders.live()));
  }

  /** A file that another machine had may be gone there by now, too. */
  async #announceAgain(): Promise<void> {
    try {
      await this.#system.services.folders.renew(this.#place);
      await this.#reportDifferences();
      if (this.#isHeld) await this.#applyChanged();
    } catch (error) {
      this.#system.logger.debug('other machines could not be told about the web-service files', { error });
    }
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
      const view = await readFolderView(this.#system, this.#place, files);
      for (const file of files) {
        if (this.#seen.get(file.path) !== file.text) await this.#apply(file, view);
      }
      const before = this.#missing;
      if (existsSync(this.#folder)) await this.#applyMissing(files, view, (name) => before.has(name));
      await this.#announce();
      if ([...this.#missing].some((name) => !before.has(name))) this.#lookIn(GONE_MILLISECONDS);
    } catch (error) {
      this.#system.logger.error('the web-service files could not be applied', { folder: this.#folder, error });
    }
  }

  async #apply(file: DefinitionFile, view: FolderView): Promise<void> {
    const options = { operationTypes: this.#operationTypes, view };
    const result = await applyDefinitionFile(this.#system, file, options);
    this.#seen.set(file.path, file.text);
    // A file with errors changes nothing, so the next one follows what was there before it.
    const digest = result.kind === 'rejected' ? view.last?.[file.name] : sha256(file.text);
    if (digest !== undefined) this.#files = { ...this.#files, [file.name]: digest };
    this.#report.applied(file, result);
  }

  async #applyMissing(
    files: readonly DefinitionFile[],
    view: FolderView,
    isSure: (name: string) => boolean,
  ): Promise<void> {
    const names = new Set(files.map(({ name }) => name));
    const applied = (await this.#system.services.files.list()).filter(({ serviceName }) => !names.has(serviceName));
    this.#isHeld = false;
    this.#files = Object.fromEntries(Object.entries(this.#files).filter(([name]) => names.has(name)));
    for (const each of applied.filter(({ serviceName }) => isSure(serviceName))) {
      const path = join(this.#folder, `${each.serviceName}.yml`);
      // A file that returns counts as a change, whatever it contains.
      this.#seen.delete(path);
      const result = await applyMissing(this.#system, each, view);
      this.#isHeld ||= result.kind === 'kept' && result.drift === 'held';
      this.#report.missing({ name: each.serviceName, path }, result);
    }
    this.#missing = new Set(applied.map(({ serviceName }) => serviceName));
  }
}
