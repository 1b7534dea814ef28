import type { JsonSchema } from '@ticketgate/sdk';

/** 0 or 1, in any form that clients send. */
const FLAG = { type: ['integer', 'string', 'boolean'] } as const;

export function flag(description: string): JsonSchema {
  return { ...FLAG, description };
}
