import {
  isData,
  isOperationError,
  isReply,
  isStreamedAnswer,
  type Data,
  type Operation,
  type OperationProfile,
  type Plugin,
} from '@ticketgate/sdk';
import { closedSchema } from '@ticketgate/sdk/schema';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** Parts of the system whose errors any operation may pass on. */
const SHARED = /^(?:Accounts|Database|Fetch|Gateway)\./;

/**
 * Compares the answers of operations with their declarations: output with `output`, where members that the schema does not name are
 * mistakes too, and errors with `errors`.
 */
export class AnswerCheck {
  readonly #mistakes = new Set<string>();
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #ajv = new Ajv2020({ validateSchema: false, strict: false, allErrors: true, code: { optimize: false } });

  /** Each mistake once, with the operation that made it. */
  get mistakes(): readonly string[] {
    return [...this.#mistakes];
  }

  /** Wraps plugins to check their answers. */
  watch(plugins: readonly Plugin[]): readonly Plugin[] {
    return plugins.map((plugin) => ({ ...plugin, operations: plugin.operations.map((each) => this.#watchOne(each)) }));
  }

  /** Checks an answer after `present`. */
  check({ type, output: schema }: Operation, output: Data | undefined): void {
    if (schema === undefined || output === undefined) return;
    const validate = this.#validators.get(type) ?? this.#ajv.compile(closedSchema(schema));
    this.#validators.set(type, validate);
    // JSON drops members that are undefined.
    if (validate(JSON.parse(JSON.stringify(output)))) return;
    for (const { instancePath, message = '', params } of validate.errors ?? []) {
      const place = instancePath.replaceAll(/\/\d+/g, '/*');
      this.#mistakes.add(`${type} answers ${place} that ${message} ${JSON.stringify(params)}`);
    }
  }

  /** Checks an example, which may have members that the schema does not name. */
  checkInput({ type, input: schema }: Operation, input: Data): void {
    if (this.#ajv.validate(schema, input)) return;
    this.#mistakes.add(`${type} has an example that does not fit: ${this.#ajv.errorsText()}`);
  }

  checkError({ type, errors = [] }: Operation, error: unknown): void {
    if (!isOperationError(error) || errors.includes(error.code) || SHARED.test(error.code)) return;
    this.#mistakes.add(`${type} answers ${error.code}, which is not among its errors`);
  }

  #watchOne(operation: Operation): Operation {
    // Some tests load broken plugins on purpose.
    if (isBroken(operation)) return operation;
    const profiles = Object.entries(operation.profiles ?? {}).map(([name, profile]) => [
      name,
      this.#watchProfile(operation, profile),
    ]);
    return {
      ...operation,
      ...(operation.profiles === undefined
        ? {}
        : { profiles: Object.fromEntries(profiles) as typeof operation.profiles }),
      run: async (input, context) => {
        try {
          const output = await operation.run(input, context);
          const isPresented = operation.profiles?.[context.binding.profile]?.present !== undefined;
          if (!isPresented && !isStreamedAnswer(output)) this.check(operation, isReply(output) ? output.data : output);
          return output;
        } catch (error) {
          this.checkError(operation, error);
          throw error;
        }
      },
    };
  }

  #watchProfile(operation: Operation, { readInput, present }: OperationProfile): OperationProfile {
    return {
      ...(readInput === undefined ? {} : { readInput }),
      ...(present === undefined
        ? {}
        : {
            present: (output, binding) => {
              const presented = present(output, binding);
              this.check(operation, presented);
              return presented;
            },
          }),
    };
  }
}

/** Plugins come from anywhere, also without types. */
function isBroken(operation: unknown): boolean {
  return !isData(operation) || typeof operation.run !== 'function';
}
