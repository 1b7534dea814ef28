export { connectStandardStreams } from './connect-standard-streams.js';
export { openMcpEndpoint } from './open-mcp-endpoint.js';
