import { openLocalHost, type OpenSessionHost } from '@poundlock/local-host'
import { createNoneBackend } from '@poundlock/sandbox'
import { BUILT_IN_HANDLERS, createAgentHandler, type ToolHandler } from '@poundlock/tools'

/** Opens hosts as a program that starts the gateway does. */
export const openHost: OpenSessionHost = (place) =>
  openLocalHost({
    ...place,
    backends: { unshare: () => createNoneBackend() },
    handlers: place.runTask ? [...BUILT_IN_HANDLERS, agentHandler(place.runTask)] : BUILT_IN_HANDLERS,
    ...(place.worksForAgent === true && { tighten: [{ name: 'agent for an agent', tools: { deny: ['Agent'] } }] }),
  })

const agentHandler = (run: Parameters<typeof createAgentHandler>[0]): ToolHandler => ({
  ...createAgentHandler(run),
  permissionOf: async () => 'read-only',
})
