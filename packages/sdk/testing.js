// It needs a gateway, which needs this package: docs/adr says why it is here nevertheless.
export * from '@ticketgate/testing';
