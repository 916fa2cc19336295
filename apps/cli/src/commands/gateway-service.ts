import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { serviceFile, type ServiceFile } from '@poundlock/gateway'
import { makeStateFolder, stateFolder } from '@poundlock/local-host'
import { EXIT } from '../exit-code.ts'
import { configuredGateway } from '../gateway/gateway-settings.ts'
import { printJson, printLine } from '../output/print.ts'
import type { GatewayFlags } from './gateway.ts'

export interface InstallFlags extends GatewayFlags {
  readonly print?: boolean
  readonly start?: boolean
}

/** `poundlock gateway install`: has the session of the user start the gateway. */
export const installGateway = (flags: InstallFlags): Promise<void> => installService(gatewayService(), flags)

/** `poundlock gateway uninstall` */
export const uninstallGateway = (flags: GatewayFlags): Promise<void> => uninstallService(gatewayService(), flags)

/** Writes the file of a service, and has it started. */
export async function installService(service: ServiceFile, { print, start, json }: InstallFlags): Promise<void> {
  const { path, text } = service
  if (print) return json ? printJson({ path, text }) : printLine(text.trimEnd())
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o600 })
  const problem = start === false ? null : runAll(service.start)
  if (problem !== null) process.exitCode = EXIT.toolError
  if (json) return printJson({ path, started: start !== false && problem === null, problem })
  await printLine(`wrote ${path}`)
  if (problem !== null) await printLine(`it was not started: ${problem}`)
  if (start === false || problem !== null) await printLine(`Start it: ${service.start.map(shown).join(' && ')}`)
}

/** Has a service stopped, and removes its file. */
export async function uninstallService({ path, stop }: ServiceFile, { json }: GatewayFlags): Promise<void> {
  const problem = runAll(stop)
  rmSync(path, { force: true })
  if (json) return printJson({ path, problem })
  await printLine(problem === null ? `removed ${path}` : `removed ${path}; it may still run: ${problem}`)
}

function gatewayService(): ServiceFile {
  const state = stateFolder()
  makeStateFolder(state)
  const { drainMs } = configuredGateway(state, undefined)
  const argv = [process.execPath, realpathSync(process.argv[1]!), 'gateway', 'run'] as const
  return serviceFile(
    process.platform,
    homedir(),
    { argv: [...argv], stateFolder: state, drainSeconds: drainMs / 1000 },
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
