// For `node --import @ticketgate/sdk/typescript`, which lets Node.js run TypeScript.
import '@ticketgate/runtime/typescript';
