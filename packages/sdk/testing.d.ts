export * from '@ticketgate/testing';
