import { callInvokerByHand } from '../../actions/invokers/call-invoker.js';
import { listServiceInvokers } from '../../actions/invokers/list-service-invokers.js';
import type { AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

export const invokerRoutes: readonly AdminRoute[] = [
  routeOf('GET /services/:name/invokers', listServiceInvokers),
  routeOf('POST /services/:name/invoke', callInvokerByHand),
];
