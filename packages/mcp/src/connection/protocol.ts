/** Revisions with an `initialize` handshake, the newest first. Source: Model Context Protocol, Specification, Lifecycle. */
export const HANDSHAKE_REVISIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** Names of methods, as the specification has them. */
export const METHODS = {
  initialize: 'initialize',
  initialized: 'notifications/initialized',
  ping: 'ping',
  listTools: 'tools/list',
  callTool: 'tools/call',
  toolsChanged: 'notifications/tools/list_changed',
  progress: 'notifications/progress',
  listRoots: 'roots/list',
  sample: 'sampling/createMessage',
  elicit: 'elicitation/create',
} as const
