import { type McpPassThrough, type McpServing, SERVER_DEFAULTS } from '@poundlock/mcp'
import { servedOrEnded, type ServeFlags } from '../commands/mcp-serve.ts'
import { noServer } from '../commands/mcp.ts'
import { assemble } from '../setup/assemble.ts'
import { askAndKeep } from './ask-and-keep.ts'
import { KeptRequests } from './kept-requests.ts'
import { openMcp } from './open-mcp.ts'
import { passThrough } from './pass-through.ts'
import { askThroughClients, type ClientAsking } from './serve-asking.ts'
import { serverDefinition } from './server-definitions.ts'

/**
 * Serves what one server has, all of it: its tools under their own names, its resources, prompts and what it asks.
 *
 * @returns what serves it, and what ends it with everything that it started
 */
export async function openPassThrough<S extends McpServing>(
  server: string,
  flags: ServeFlags & { readonly agent: string },
  abortSignal: AbortSignal,
  serve: (served: McpPassThrough) => S | Promise<S>,
): Promise<{ readonly serving: S; readonly end: () => Promise<void> }> {
  let sync: () => void = () => undefined
  const open = await openMcp(flags, { onChange: () => sync() })
  const { manager, servers } = open
  const configured = servers.find(({ name }) => name === server)
  if (!configured) throw noServer(server, open)
  const asking = askThroughClients()
  const kept = new KeptRequests(asking.patienceOf)
  const assembly = assemble(
    { ...flags, session: flags.session ?? flags.agent },
    {
      asks: askAndKeep(kept, asking.surface, abortSignal),
      redactsResults: true,
    },
  )
  const { sampling = false, elicitation = false, ...limits } = { ...SERVER_DEFAULTS, ...serverDefinition(configured) }
  // What it lists is looked at before anybody calls it.
  if (manager.server(server)?.state === 'configured') {
    await manager.refresh(server, abortSignal)
    await manager.stop(server)
  }
  const served = passThrough({
    server,
    manager,
    assembly,
    asking: flags.elicitation === false ? withoutForms(asking) : asking,
    kept,
    limits,
    questions: { sampling, elicitation },
    abortSignal,
    session: flags.session,
  })
  sync = () => void served.sync()
  const endParts = async () => {
    await Promise.all([manager.close(), assembly.runtime.close()])
  }
  const serving = await servedOrEnded(endParts, () => serve(served))
  return {
    serving,
    async end() {
      kept.end()
      await serving.close()
      await endParts()
    },
  }
}

/** Clients are never asked. */
const withoutForms = (asking: ClientAsking): ClientAsking => ({
  ...asking,
  begin: (callId, call) => asking.begin(callId, { ...call, ask: null }),
})
