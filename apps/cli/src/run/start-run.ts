import { join } from 'node:path'
import { loadConfig } from '@poundlock/config/node'
import { homeFolder, stateFolder, type Location } from '@poundlock/local-host'
import { quote } from '@poundlock/shell'
import { paint } from '../output/print.ts'
import { startObserved, type RunningAgent } from './agent-process.ts'
import { startContainedAgent } from './agent-sandbox.ts'
import { hostsOf } from './api-hosts.ts'
import { borrowFiles } from './borrowed-files.ts'
import type { AgentProgram } from './find-agent.ts'
import { hookProgram } from './hook-requests.ts'
import { TOKEN_VARIABLE, type KnownAgent, type RunPlace, type SettingsLayer } from './known-agent.ts'
import type { AgentDoor } from './open-door.ts'
import type { RunAgentFlags } from './run-agent-flags.ts'
import type { RunFolder } from './run-folder.ts'

export interface RunAgentParts {
  readonly known: KnownAgent | null
  readonly program: AgentProgram
  readonly args: readonly string[]
  readonly flags: RunAgentFlags
  readonly place: Location
  readonly folder: RunFolder
  readonly door: AgentDoor
  /** Whether approvals have a pane beside the agent. */
  readonly hasPane: boolean
}

/** The layer of an agent whose settings are not known: it gets the address of the tools, and no more. */
const bareLayer = ({ tools }: RunPlace): SettingsLayer => ({
  files: {},
  args: [],
  environment: { POUNDLOCK_MCP_URL: tools },
})

/** Writes the settings of the run and starts the agent with them. @throws SandboxError */
export async function startRun(parts: RunAgentParts): Promise<RunningAgent> {
  const { known, program, args, flags, place, folder, door, hasPane } = parts
  const hookFile = join(folder.settings, 'hook.cjs')
  const runPlace: RunPlace = {
    home: folder.home,
    settings: folder.settings,
    workspace: place.workspace,
    tools: door.url,
    token: door.token,
    hook: quote([process.execPath, hookFile]),
    environment: process.env,
    userHome: homeFolder(),
    args,
  }
  const isObserved = flags.observe === true
  const layer = known === null ? bareLayer(runPlace) : isObserved ? known.observed(runPlace) : known.guarded(runPlace)
  if (!isObserved) for (const name of known?.ownSettings ?? []) folder.removeOwn(name)
  folder.write(hookFile, hookProgram(door.port, door.token))
  for (const [file, text] of Object.entries(layer.files)) folder.write(file, text)
  const environment = { ...layer.environment, [TOKEN_VARIABLE]: door.token }
  const allArgs = [...layer.args, ...args]
  const isMoved = !isObserved || layer.movesHome === true
  const giveBack = borrowFiles(isMoved ? (known?.borrowed(runPlace) ?? []) : [], runPlace.userHome, folder)
  const giving = (running: RunningAgent): RunningAgent => ({
    ...running,
    close: () => running.close().finally(giveBack),
  })
  if (isObserved) return giving(startObserved(program.file, allArgs, { cwd: place.cwd, environment }))
  const state = stateFolder()
  const agent = flags.agent ?? known?.name ?? 'agent'
  const config = loadConfig({
    workspace: place.workspace,
    stateDirectory: state,
    agent,
    ...(flags.config !== undefined && { file: flags.config }),
  })
  if (!hasPane) sayWhereToAnswer()
  return giving(
    await startContainedAgent({
      program,
      args: allArgs,
      environment,
      passes: [...(known?.variables ?? []), ...(flags.pass ?? [])],
      isGuarded: known !== null,
      hidden: known?.hidden ?? [],
      hosts: [
        `127.0.0.1:${String(door.port)}`,
        ...(known === null ? [] : hostsOf(known, process.env)),
        ...(layer.hosts ?? []),
        ...(flags.apiHost ?? []),
      ],
      folder,
      agent,
      session: flags.session ?? 'main',
      config,
      place,
      stateDirectory: state,
    }),
  )
}

/** Before the agent takes the terminal. */
function sayWhereToAnswer(): void {
  if (!process.stderr.isTTY) return
  const { dim } = paint(process.stderr)
  process.stderr.write(
    `${dim('poundlock: answer requests here where the agent shows them, or with "poundlock approvals watch" in another terminal')}\n`,
  )
}
