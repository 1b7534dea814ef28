export { connectStandardStreams, type AgentConnection } from './connect-standard-streams.js';
export { openAgentDesk } from './open-agent-desk.js';
