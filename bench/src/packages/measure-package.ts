import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserSize } from '@poundlock/tooling/browser-size'
import { runCommand } from '@poundlock/tooling/run-command'
import { ENTRIES, WITH_OPTIONAL } from './peers.ts'

export interface PackageRow {
  readonly task: string
  readonly name: string
  readonly version: string
  readonly isOurs: boolean
  readonly megabytes: number
  /** With itself. */
  readonly packages: number
  /** The fastest, with all that it needs in npm's cache. */
  readonly installSeconds: number
  /** Of the processor, for its root or its main entry, without the start of Node, each the least; `null` for a command line. */
  readonly importMs: number | null
  /** Of all that this entry exports: minified, gzip; `null` where a browser cannot load it. */
  readonly browserKilobytes: number | null
}

const INSTALLS = 2
const IMPORTS = 10

/**
 * Installs one package into an empty folder, and measures it.
 *
 * @param settings flags of npm, with the registry of ours
 */
export async function measurePackage(
  wanted: string,
  task: string,
  settings: readonly string[],
  folder: string,
): Promise<PackageRow> {
  const name = nameOf(wanted)
  // The first one fills the cache of npm.
  await install(wanted, settings, folder)
  const seconds: number[] = []
  for (let round = 0; round < INSTALLS; round++) seconds.push(await install(wanted, settings, folder))
  const modules = join(folder, 'node_modules')
  const own = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Manifest
  const isLibrary = own.exports !== undefined || own.main !== undefined || existsSync(join(modules, name, 'index.js'))
  const isCommand = own.bin !== undefined && !isLibrary
  const bytes = globSync('**/*', { cwd: modules })
    .map((file) => statSync(join(modules, file), { throwIfNoEntry: false }))
    .reduce((sum, status) => sum + (status?.isFile() === true ? status.size : 0), 0)
  const entry = ENTRIES[name] ?? name
  const found = isCommand ? null : await browserSize(entry, folder)
  return {
    task,
    name,
    version: own.version,
    isOurs: name.startsWith('@poundlock/'),
    megabytes: round(bytes / 1e6),
    packages: globSync(['*/package.json', '@*/*/package.json', '**/node_modules/{*,@*/*}/package.json'], {
      cwd: modules,
    }).length,
    installSeconds: round(Math.min(...seconds)),
    importMs: isCommand ? null : round(await importTime(entry, folder)),
    browserKilobytes: found === null ? null : round(found / 1000),
  }
}

interface Manifest {
  readonly version: string
  readonly bin?: unknown
  readonly main?: unknown
  readonly exports?: unknown
}

const nameOf = (wanted: string) => wanted.replace(/(?<=.)@[^@/]*$/u, '')

const round = (value: number) => Number(value.toPrecision(3))

/** Seconds of one installation into an empty folder. */
async function install(wanted: string, settings: readonly string[], folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const flags = ['--no-audit', '--no-fund', '--silent', '--ignore-scripts', '--prefer-offline']
  if (!WITH_OPTIONAL.has(nameOf(wanted))) flags.push('--omit=optional')
  const begin = performance.now()
  const { code, output } = await runCommand('npm', ['install', ...flags, ...settings, wanted], { cwd: folder })
  if (code !== 0) throw new Error(`npm install ${wanted} failed:\n${output}`)
  return (performance.now() - begin) / 1000
}

/**
 * Milliseconds of the processor that a program needs more which imports the package than one which imports nothing. The
 * least of each is what the machine needs when nothing else runs; a clock would count the waiting, too.
 */
async function importTime(entry: string, folder: string): Promise<number> {
  const report = "process.on('exit', () => process.stdout.write(JSON.stringify(process.cpuUsage())))\n"
  writeFileSync(join(folder, 'nothing.js'), report)
  writeFileSync(join(folder, 'import.js'), `${report}await import(${JSON.stringify(entry)})`)
  const [bare, whole]: [number[], number[]] = [[], []]
  for (let count = 0; count < IMPORTS; count++) {
    bare.push(await processorTime('nothing.js', folder))
    whole.push(await processorTime('import.js', folder))
  }
  return Math.max(0, Math.min(...whole) - Math.min(...bare))
}

async function processorTime(file: string, folder: string): Promise<number> {
  const { code, stdout, output } = await runCommand(process.execPath, [file], { cwd: folder })
  if (code !== 0) throw new Error(`${file} in ${folder} failed:\n${output}`)
  const { user, system } = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as { user: number; system: number }
  return (user + system) / 1000
}
