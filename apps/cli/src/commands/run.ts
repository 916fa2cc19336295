import { findLocation, refuseHome } from '@poundlock/local-host'
import { watchAgent } from '../run/agent-process.ts'
import { openApprovalsPane } from '../run/approvals-pane.ts'
import { findAgent } from '../run/find-agent.ts'
import type { KnownAgent } from '../run/known-agent.ts'
import { KNOWN_AGENTS } from '../run/known-agents.ts'
import { openDoor } from '../run/open-door.ts'
import type { RunAgentFlags } from '../run/run-agent-flags.ts'
import { openRunFolder } from '../run/run-folder.ts'
import { startRun } from '../run/start-run.ts'
import { UsageError } from '../usage-error.ts'

/** `poundlock run AGENT`: the agent contained at this terminal, with guarded tools, until it ends. */
export async function run(name: string, words: readonly string[], flags: RunAgentFlags): Promise<void> {
  const args = words[0] === '--' ? words.slice(1) : words
  const known = Object.hasOwn(KNOWN_AGENTS, name) ? KNOWN_AGENTS[name]! : null
  if (flags.observe !== true) refuseArgs(known, args)
  if (flags.observe === true && known === null) {
    throw new UsageError('--observe records what the hook of an agent is asked, and none is known for this program', {
      remedy: `Name one of ${Object.keys(KNOWN_AGENTS).join(', ')}, or leave --observe out.`,
    })
  }
  const place = findLocation(flags)
  refuseHome(place.workspace)
  const program = findAgent(known?.program ?? name, place.workspace, known?.install)
  const folder = openRunFolder(place.workspace, flags.home)
  // At a terminal alone: a run without one has other surfaces.
  const closePane = flags.observe !== true && process.stderr.isTTY ? openApprovalsPane(place.workspace) : null
  try {
    const agent = flags.agent ?? known?.name ?? 'agent'
    const door = await openDoor({ known, flags, place, agent, notifies: closePane === null && process.stderr.isTTY })
    try {
      const parts = { known, program, args, flags, place, folder, door, hasPane: closePane !== null }
      process.exitCode = await watchAgent(await startRun(parts))
    } finally {
      await door.end()
    }
  } finally {
    closePane?.()
    folder.remove()
  }
}

/** @throws UsageError for an argument that would take the guarded tools or the hook away */
function refuseArgs(known: KnownAgent | null, args: readonly string[]): void {
  const refused = args.find((arg) => known?.refusedArgs.some((flag) => arg === flag || arg.startsWith(`${flag}=`)))
  if (refused === undefined) return
  throw new UsageError(
    `${refused} would replace the settings under which ${known!.title} has the guarded tools and the hook`,
    { remedy: `Leave it out, or start ${known!.program} without poundlock run.` },
  )
}
