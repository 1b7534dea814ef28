// For `node --import @ticketgate/sdk/typescript`.
import '@ticketgate/runtime/typescript';
