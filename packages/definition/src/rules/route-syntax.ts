import { isTrue, textOf } from '@ticketgate/sdk';

import { translateRoute } from '../route-pattern.js';
import { ROUTES, routesOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** Routes compile; a route that does not never matches. */
export const routeSyntax: Rule = (input) =>
  routesOf(input).flatMap(([name, { Route: value }]) => {
    const path = [...ROUTES, name, 'Route'];
    const report = (message: string) => [warning({ code: 'route-syntax', message, path })];
    if (!isTrue(value)) return report(`"${name}" has no Route and matches nothing; write for example Route: /${name}.`);
    const route = textOf(value);
    const pattern = translateRoute(route);
    if ('problem' in pattern) return report(`The route "${route}" matches nothing: ${pattern.problem}. Correct it.`);
    if (!route.startsWith('/'))
      return report(`The route "${route}" matches nothing, because every path begins with "/"; write "/${route}".`);
    if (/\s/.test(route)) return report(`Spaces in the route "${route}" are ignored; remove them.`);
    return [];
  });
