import { Readable } from 'node:stream'
import { loadConfig } from '@poundlock/config/node'
import { homeFolder, stateFolder, type Location } from '@poundlock/local-host'
import { startContainedAgent, type ContainedRun } from '../run/agent-sandbox.ts'
import { hostsOf } from '../run/api-hosts.ts'
import { borrowFiles } from '../run/borrowed-files.ts'
import type { AgentProgram } from '../run/find-agent.ts'
import type { KnownAgent, SettingsLayer } from '../run/known-agent.ts'
import type { RunFolder } from '../run/run-folder.ts'
import type { AcpFlags } from './acp-flags.ts'
import { openGate } from './acp-gate.ts'
import { AcpProxy } from './acp-proxy.ts'
import { LineWriter, readLines } from './message-lines.ts'

export interface AcpParts {
  readonly known: KnownAgent | null
  readonly program: AgentProgram
  readonly args: readonly string[]
  readonly flags: AcpFlags
  readonly place: Location
  readonly folder: RunFolder
}

const NO_LAYER: SettingsLayer = { files: {}, args: [], environment: {} }

/** Starts an agent in a sandbox, with its input and output as ours. It has its own tools, and asks. @throws SandboxError */
export async function startAcpAgent(parts: AcpParts): Promise<ContainedRun> {
  const { known, program, args, flags, place, folder } = parts
  const person = { environment: process.env, userHome: homeFolder(), home: folder.home, args }
  const layer = known?.asking?.(person) ?? NO_LAYER
  for (const name of known?.ownSettings ?? []) folder.removeOwn(name)
  for (const [file, text] of Object.entries(layer.files)) folder.write(file, text)
  const giveBack = borrowFiles(known?.borrowed(person) ?? [], person.userHome, folder)
  const stateDirectory = stateFolder()
  const agent = flags.agent ?? known?.name ?? 'agent'
  const config = loadConfig({
    workspace: place.workspace,
    stateDirectory,
    agent,
    ...(flags.config !== undefined && { file: flags.config }),
  })
  try {
    const running = await startContainedAgent({
      program,
      args: [...args, ...layer.args],
      environment: layer.environment,
      passes: [...(known?.variables ?? []), ...(flags.pass ?? [])],
      isGuarded: false,
      hidden: known?.hidden ?? [],
      hosts: [...(known === null ? [] : hostsOf(known, process.env)), ...(layer.hosts ?? []), ...(flags.apiHost ?? [])],
      folder,
      agent,
      session: flags.session ?? 'main',
      config,
      place,
      stateDirectory,
      streams: 'pipe',
    })
    return { ...running, close: () => running.close().finally(giveBack) }
  } catch (error) {
    giveBack()
    throw error
  }
}

/**
 * Carries the messages of the editor, at our own input and output, and of the agent, until one of them ends.
 *
 * @returns which one
 */
export async function serveAcp({ handle }: ContainedRun, place: Location): Promise<'editor' | 'agent'> {
  const { stdin, stdout, stderr } = handle
  if (stdin === null || stdout === null || stderr === null)
    throw new TypeError('serveAcp: expected an agent with pipes')
  const toAgent = new LineWriter((line) => Promise.resolve(stdin.write(line)))
  const toEditor = new LineWriter(writeOut)
  const gate = openGate(place.workspace)
  const proxy = new AcpProxy({ toAgent: toAgent.send, toEditor: toEditor.send, gate, cwd: place.cwd })
  Readable.from(stderr).pipe(process.stderr, { end: false })
  const fromEditor = readLines(process.stdin, {
    receive: (read) => proxy.fromEditor(read),
    refuse: toEditor.send,
    ready: toAgent.ready,
  })
  const fromAgent = readLines(stdout, {
    receive: (read) => proxy.fromAgent(read),
    refuse: toAgent.send,
    ready: toEditor.ready,
  })
  try {
    return await Promise.race([fromEditor.then(() => 'editor' as const), fromAgent.then(() => 'agent' as const)])
  } finally {
    proxy.close()
    stdin.end()
    fromEditor.catch(() => undefined)
    fromAgent.catch(() => undefined)
  }
}

const writeOut = (line: string) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(line, (error) => (error ? reject(error) : resolve()))
  })
