export { connectStandardStreams, type AgentConnection } from './connect-standard-streams.js';
export { openMcpEndpoint } from './open-mcp-endpoint.js';
