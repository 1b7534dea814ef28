import { isTrue, suggest, textOf } from '@ticketgate/sdk';

import type { Finding } from '../yaml/yaml-source.js';
import { ROUTES, routesOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** Methods that somebody would want. */
export const ROUTE_METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Methods that can be sent. */
export const METHODS: readonly string[] = [...ROUTE_METHODS, 'CONNECT', 'TRACE'];

/** RequestMethod is a list of methods; any other value allows all methods. */
export const requestMethods: Rule = (input) =>
  routesOf(input).flatMap(([name, { RequestMethod: methods }]): readonly Finding[] => {
    const path = [...ROUTES, name, 'RequestMethod'];
    if (!Array.isArray(methods)) {
      if (!isTrue(methods)) return [];
      const message = `RequestMethod of "${name}" is not a list and is ignored: every method is allowed. Write [${textOf(methods)}].`;
      return [warning({ code: 'request-method-ignored', message, path })];
    }
    return methods.flatMap((method: unknown, index) => {
      const word = textOf(method);
      if (METHODS.includes(word)) return [];
      const message = `"${word}" is not an HTTP method; write one of ${ROUTE_METHODS.join(', ')}.`;
      return [warning({ code: 'unknown-method', message, path: [...path, index], suggestion: suggest(word, METHODS) })];
    });
  });
