import { type McpPassThrough, type McpServing, SERVER_DEFAULTS, serverProgram } from '@poundlock/mcp'
import { noServer } from '../commands/mcp.ts'
import { assemble } from '../host/assemble.ts'
import { askAndKeep } from './ask-and-keep.ts'
import { ownTerminal } from './asking/own-terminal.ts'
import { openMcp } from './open-mcp.ts'
import { passThrough } from './pass-through.ts'
import type { ServeFlags } from './serve-flags.ts'
import { servedOrEnded } from './served-or-ended.ts'
import { serverDefinition } from './server-definitions.ts'

/**
 * Serves everything of one server: its tools under their own names, its resources, prompts and requests.
 *
 * @returns the server, and a function that ends it with everything that it started
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
  const assembly = await assemble({ ...flags, session: flags.session ?? flags.agent }, { redactsResults: true })
  const kept = askAndKeep(assembly, abortSignal)
  const definition = serverDefinition(configured, open.config.resolved.sandbox.network)
  const { sampling = false, elicitation = false, ...limits } = { ...SERVER_DEFAULTS, ...definition }
  // Its tools are listed before the first call.
  if (manager.server(server)?.state === 'configured') {
    await manager.refresh(server, abortSignal)
    await manager.stop(server)
  }
  const served = passThrough({
    server,
    program: serverProgram(definition),
    manager,
    assembly,
    terminal: flags.http === true ? () => null : ownTerminal,
    showsForms: flags.elicitation !== false,
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
