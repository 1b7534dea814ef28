import { callInvokerByHand } from '../../actions/invokers/call-invoker.js';
import type { AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

export const invokerRoutes: readonly AdminRoute[] = [routeOf('POST /services/:name/invoke', callInvokerByHand)];
