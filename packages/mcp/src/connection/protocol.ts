/** Revisions with an `initialize` handshake, the newest first. Source: Model Context Protocol, Specification, Lifecycle. */
export const HANDSHAKE_REVISIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/**
 * Whether several messages may come at once: a part of the protocol in one revision only.
 *
 * Source: Model Context Protocol, 2025-03-26, Basic, Batching; 2025-06-18, Key Changes.
 */
export const takesBatches = (revision: string | undefined): boolean => revision === '2025-03-26'

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
