import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { gatewaySocket, serviceFile, type ServiceFile, type ServiceSockets } from '@poundlock/gateway'
import { makeStateFolder, stateFolder } from '@poundlock/local-host'
import { EXIT } from '../exit-code.ts'
import { configuredGateway } from '../gateway/gateway-settings.ts'
import { printJson, printLine } from '../output/print.ts'
import type { GatewayFlags } from './gateway.ts'

export interface InstallFlags extends GatewayFlags {
  readonly print?: boolean
  readonly start?: boolean
  readonly socketActivation?: boolean
}

/** `poundlock gateway install`: has the session of the user start the gateway. */
export const installGateway = (flags: InstallFlags): Promise<void> =>
  installService(gatewayService(flags.socketActivation ? configuredSockets() : null), flags)

/** `poundlock gateway uninstall` */
export const uninstallGateway = (flags: GatewayFlags): Promise<void> => uninstallService(installedService(), flags)

/** Writes the file of a service, and has it started. */
export async function installService(service: ServiceFile, { print, start, json }: InstallFlags): Promise<void> {
  const { path, text, others } = service
  const files = [{ path, text }, ...others]
  if (print && json) return printJson({ path, text, ...(others.length > 0 && { others }) })
  if (print) return printLine(files.map((file) => file.text.trimEnd()).join('\n\n'))
  for (const file of files) {
    mkdirSync(dirname(file.path), { recursive: true })
    writeFileSync(file.path, file.text, { mode: 0o600 })
  }
  const problem = start === false ? null : runAll(service.start)
  if (problem !== null) process.exitCode = EXIT.toolError
  if (json) return printJson({ path, started: start !== false && problem === null, problem })
  for (const file of files) await printLine(`wrote ${file.path}`)
  if (problem !== null) await printLine(`it was not started: ${problem}`)
  if (start === false || problem !== null) await printLine(`Start it: ${service.start.map(shown).join(' && ')}`)
}

/** Has a service stopped, and removes its file. */
export async function uninstallService({ path, others, stop }: ServiceFile, { json }: GatewayFlags): Promise<void> {
  const problem = runAll(stop)
  for (const file of [path, ...others.map((other) => other.path)]) rmSync(file, { force: true })
  if (json) return printJson({ path, problem })
  await printLine(problem === null ? `removed ${path}` : `removed ${path}; it may still run: ${problem}`)
}

/** Where the gateway listens. */
function configuredSockets(): ServiceSockets {
  const state = stateFolder()
  const { tcp } = configuredGateway(state, undefined)
  const local = gatewaySocket(state)
  if (tcp === null || tcp.port === 0) return { local, tcp: null }
  return { local, tcp: `${tcp.address.includes(':') ? `[${tcp.address}]` : tcp.address}:${tcp.port}` }
}

/** With the units that were written, even if the configuration has changed. */
function installedService(): ServiceFile {
  const plain = gatewayService(null)
  if (process.platform !== 'linux') return plain
  const local = gatewaySocket(stateFolder())
  const candidates = ['127.0.0.1:1', null].map((tcp) => gatewayService({ local, tcp }))
  return candidates.find(({ others }) => others.every(({ path }) => existsSync(path))) ?? plain
}

/** @param sockets that systemd opens; `null` where the gateway does */
function gatewayService(sockets: ServiceSockets | null): ServiceFile {
  const state = stateFolder()
  makeStateFolder(state)
  const { drainMs } = configuredGateway(state, undefined)
  const argv = [process.execPath, realpathSync(process.argv[1]!), 'gateway', 'run'] as const
  return serviceFile(
    process.platform,
    homedir(),
    { argv: [...argv], stateFolder: state, drainSeconds: drainMs / 1000, ...(sockets && { sockets }) },
    process.getuid?.() ?? 0,
  )
}

/** Runs commands of the service manager, up to the first that fails. @returns what it says then */
function runAll(commands: ServiceFile['start']): string | null {
  for (const [program, ...args] of commands) {
    try {
      execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
    } catch (error) {
      const { stderr, message } = error as Error & { readonly stderr?: string }
      return stderr?.trim() || message
    }
  }
  return null
}

const shown = (command: readonly string[]) => command.join(' ')
