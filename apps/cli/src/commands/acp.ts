import { findLocation, refuseHome } from '@poundlock/local-host'
import { ACP_AGENTS } from '../acp/acp-agents.ts'
import type { AcpFlags } from '../acp/acp-flags.ts'
import { serveAcp, startAcpAgent } from '../acp/start-acp.ts'
import { EXIT } from '../exit-code.ts'
import { watchAgent } from '../run/agent-process.ts'
import { findAgent } from '../run/find-agent.ts'
import { openRunFolder } from '../run/run-folder.ts'
import { UsageError } from '../usage-error.ts'

/** `poundlock acp -- AGENT`: between an editor and a contained agent, until one of them ends. */
export async function acp(name: string, words: readonly string[], flags: AcpFlags): Promise<void> {
  if (process.stdin.isTTY) {
    throw new UsageError('an editor starts this command and speaks ACP to it', {
      remedy: 'Name it in the settings of your editor.',
    })
  }
  const args = words[0] === '--' ? words.slice(1) : words
  const known = Object.hasOwn(ACP_AGENTS, name) ? ACP_AGENTS[name]! : null
  const place = findLocation(flags)
  refuseHome(place.workspace)
  const program = findAgent(known?.program ?? name, place.workspace, known?.install)
  const folder = openRunFolder(place.workspace, flags.home)
  try {
    const running = await startAcpAgent({ known, program, args, flags, place, folder })
    const served = serveAcp(running, place).finally(() => running.kill('SIGTERM'))
    const code = await watchAgent(running)
    // Where the editor ended first, the signal was ours.
    process.exitCode = (await served) === 'editor' ? EXIT.done : code
  } finally {
    folder.remove()
  }
  // The input may stay open.
  process.exit()
}
