import { alternate, ratio, spentOf } from '../driving/alternate.js';
import { checkPeers } from '../peers/check-peers.js';
import { startPeer } from '../peers/start-peer.js';
import { atLeast, type Measured } from '../report/measure.js';
import type { OperationName } from '../requests/gateway-probes.js';
import { gatewaySide, peerSide, type Bench } from './bench.js';

/** Operation, and what is wanted against bare node. Against bare Express it is 1 for all. */
const COMPARED: readonly (readonly [OperationName, number])[] = [
  ['TicketCreate', 0.75],
  ['TicketUpdate', 0.75],
  ['TicketGet', 0.65],
  ['TicketSearch title', 0.65],
  ['TicketSearch %word%', 0.65],
  ['TicketSearch full text', 0.65],
  ['TicketSearch dynamic field', 0.65],
];

/** What the framework costs: the product against programs that do the same work and nothing else. */
export async function measureAgainstPeers(bench: Bench): Promise<readonly Measured[]> {
  const { database, databaseURL } = bench.system;
  const express = await startPeer('express', databaseURL);
  const node = await startPeer('node', databaseURL);
  const measures: Measured[] = [];
  try {
    for (const [operation, target] of COMPARED) {
      const sides = [
        gatewaySide(bench, operation),
        peerSide(bench, operation, express),
        peerSide(bench, operation, node),
      ];
      await checkPeers(database, sides);
      const rounds = await alternate(sides);
      const [ours, ofExpress, ofNode] = rounds;
      measures.push(
        {
          measure: `${operation} against bare Express`,
          unit: 'ratio',
          value: ratio(ours, ofExpress),
          target: atLeast(1),
          spent: spentOf(rounds),
        },
        {
          measure: `${operation} against bare node`,
          unit: 'ratio',
          value: ratio(ours, ofNode),
          target: atLeast(target),
        },
      );
    }
  } finally {
    await express.stop();
    await node.stop();
  }
  return measures;
}
