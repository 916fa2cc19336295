import { globSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '../workspace/list-packages.ts'
import { runCommand } from '../workspace/run-command.ts'

interface WeightLimit {
  /** Bytes of all that npm installs for it. */
  readonly bytes: number
  /** Packages, with itself. */
  readonly packages: number
  /** Files that importing its root loads: each costs a tenth of a millisecond and more. */
  readonly modules: number
}

/** What a package may weigh for those who install it alone; optional parts are not installed. */
const LIMITS: Readonly<Record<string, WeightLimit>> = {
  '@poundlock/policy': { bytes: 1_000_000, packages: 2, modules: 12 },
  '@poundlock/spec': { bytes: 600_000, packages: 1, modules: 6 },
  '@poundlock/plan': { bytes: 3_800_000, packages: 5, modules: 20 },
  '@poundlock/sandbox-docker': { bytes: 3_000_000, packages: 5, modules: 20 },
  '@poundlock/process': { bytes: 1_500_000, packages: 4, modules: 20 },
  '@poundlock/mcp': { bytes: 2_000_000, packages: 5, modules: 20 },
  '@poundlock/runtime': { bytes: 11_000_000, packages: 30, modules: 20 },
}

/** What a package says where an optional part of it is not installed: a program, and what it prints. */
const WITHOUT_PARTS: Readonly<Record<string, readonly [program: string, output: string]>> = {
  '@poundlock/process': [
    `import { startTerminal } from '@poundlock/process'
    const command = { file: process.execPath, args: ['--version'], cwd: '/', env: {} }
    await startTerminal(command).catch(({ code }) => process.stdout.write(code))`,
    'PROCESS_NO_TERMINAL',
  ],
}

export interface Weight {
  readonly name: string
  readonly bytes: number
  readonly packages: number
  readonly modules: number
  readonly problems: readonly string[]
}

/**
 * Installs packages as a stranger would, each alone, and says what that weighs.
 *
 * @param settings flags of npm, with the registry that they are in
 * @param folder an empty folder
 */
export async function checkWeights(settings: readonly string[], folder: string): Promise<readonly Weight[]> {
  const weights: Weight[] = []
  for (const [name, limit] of Object.entries(LIMITS)) {
    const found = await weigh(name, settings, join(folder, name.replaceAll('/', '-')))
    weights.push(
      typeof found === 'string' ? { name, ...NOTHING, problems: [found] } : { ...found, problems: over(found, limit) },
    )
  }
  return weights
}

const NOTHING = { bytes: 0, packages: 0, modules: 0 }

function over(found: Omit<Weight, 'problems'>, limit: WeightLimit): readonly string[] {
  return (['bytes', 'packages', 'modules'] as const)
    .filter((kind) => found[kind] > limit[kind])
    .map((kind) => `${found[kind]} ${kind}, and at most ${limit[kind]} are allowed`)
}

async function weigh(
  name: string,
  settings: readonly string[],
  folder: string,
): Promise<Omit<Weight, 'problems'> | string> {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const install = ['install', '--no-audit', '--no-fund', '--silent', '--omit=optional', ...settings, name]
  const installed = await runCommand('npm', install, { cwd: folder })
  if (installed.code !== 0) return `npm install of ${name} failed:\n${installed.output}`
  const counter = join(workspaceRoot, 'tooling', 'packages', 'count-modules.mjs')
  const counted = await runCommand(process.execPath, [counter, name], { cwd: folder })
  if (counted.code !== 0) return `${name} cannot be imported alone:\n${counted.output}`
  const [program, wanted] = WITHOUT_PARTS[name] ?? ['', '']
  const without = await runCommand(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder })
  if (without.stdout !== wanted) return `${name} without its optional parts, instead of ${wanted}:\n${without.output}`
  const modules = join(folder, 'node_modules')
  const bytes = globSync('**/*', { cwd: modules, exclude: ['.package-lock.json'] })
    .map((file) => statSync(join(modules, file)))
    .reduce((sum, status) => sum + (status.isFile() ? status.size : 0), 0)
  const manifests = globSync(['*/package.json', '@*/*/package.json', '**/node_modules/*/package.json'], {
    cwd: modules,
  })
  return { name, bytes, packages: manifests.length, modules: Number(counted.stdout) }
}
