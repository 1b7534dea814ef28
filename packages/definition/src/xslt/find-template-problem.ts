import { cleanTemplate } from './clean-template.js';
import { Engine } from './engine.js';
import { XsltError } from './xslt-error.js';

export interface TemplateProblem {
  readonly message: string;
  /** Line in the template; undefined if unknown. */
  readonly line: number | undefined;
}

let engine: Engine | undefined;

/**
 * Compiles a template in this thread, and returns its first error.
 *
 * @example
 * findTemplateProblem('<a>'); // { message: 'Premature end of data in tag a line 1', line: 1 }
 */
export function findTemplateProblem(template: string): TemplateProblem | undefined {
  // Templates are compiled without spaces around texts. The error of the original has the right line.
  const problem = compile(cleanTemplate(template));
  return problem && (compile(template) ?? problem);
}

function compile(template: string): TemplateProblem | undefined {
  engine ??= new Engine();
  try {
    engine.release(engine.compile(template));
    return undefined;
  } catch (error) {
    if (error instanceof XsltError) return { message: error.message, line: error.line };
    engine = undefined;
    return { message: 'The template is too large.', line: undefined };
  }
}
