import { stateFolder } from '@poundlock/local-host'
import { visibleText } from '@poundlock/spec'
import { forgetAuthorization, newAuthorizationStore } from '../mcp/authorization-store.ts'
import { openLogin } from '../mcp/authorization.ts'
import { authorizationFolder } from '../mcp/mcp-folder.ts'
import { openMcp } from '../mcp/open-mcp.ts'
import { printJson, printLine } from '../output/print.ts'
import { watchStops } from '../stops.ts'
import { UsageError } from '../usage-error.ts'
import { type McpFlags, noServer } from './mcp.ts'

/** `poundlock mcp login SERVER`: authorizes with a server that requires it; `--forget` removes the authorization. */
export async function login(server: string, flags: McpFlags & { readonly forget?: boolean }): Promise<void> {
  const folder = authorizationFolder(stateFolder())
  const known = await openMcp(flags)
  const report = known.manager.server(server)
  if (report === null) throw noServer(server, known)
  if (report.transport === 'stdio') {
    throw new UsageError(`${JSON.stringify(server)} is a program; its credentials are in its environment`, {
      remedy: 'Set env of the server.',
    })
  }
  if (flags.forget === true) {
    forgetAuthorization(folder, server)
    if (flags.json) return printJson({ server, authorized: false })
    return printLine(`forgotten: ${visibleText(server)}`)
  }
  const stop = watchStops()
  const show = (address: URL) => void process.stderr.write(`poundlock: open this in your browser:\n${address.href}\n`)
  const opened = await openLogin(newAuthorizationStore(folder, server), show, stop.abortSignal)
  const { manager } = await openMcp(flags, { authorization: opened.authorization })
  try {
    const { callable } = await manager.refresh(server, stop.abortSignal)
    if (flags.json) await printJson({ server, authorized: true, callable })
    else await printLine(`${visibleText(server)} knows who asks; ${callable} tools can be called`)
  } finally {
    await manager.close()
    opened.close()
  }
}
