// For `node --import @ticketgate/sdk/typescript`.
import '@ticketgate/server/typescript';
