// For `node --import @ticketgate/sdk/typescript`.
import '@ticketgate/testing/typescript';
