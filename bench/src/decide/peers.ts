import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = ['@google/gemini-cli-core@0.61.0', 'cc-safety-net@2.4.5']
const folder = join(tmpdir(), 'poundlock-bench-judges')
const modules = join(folder, 'node_modules')
const gemini = join(modules, '@google/gemini-cli-core/dist/src')

/** Something else that says whether an agent may run a line. */
export interface Judge {
  readonly name: string
  /** True when the line may run with no question. */
  readonly allows: (line: string) => Promise<boolean>
}

/** What is used of Gemini CLI. */
interface PolicyEngine {
  check(call: object, server: undefined): Promise<{ readonly decision: string }>
}
interface GeminiModules {
  readonly PolicyEngine: new (configuration: object) => PolicyEngine
  readonly buildArgsPatterns: (args: undefined, prefix: string) => readonly (string | undefined)[]
  readonly initializeShellParsers: () => Promise<void>
}

/** Judges of command lines that other agents come with: 380 MB that nobody should have to install who measures nothing. */
export function installJudges(): void {
  if (existsSync(modules)) return
  mkdirSync(folder, { recursive: true })
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...PACKAGES]
  const { status } = spawnSync('npm', args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('the other judges could not be installed')
}

/** The policy engine of Gemini CLI with rules by prefix, which it calls `commandPrefix`. */
export async function openGemini(prefixes: readonly string[]): Promise<Judge> {
  const parts = ['policy/policy-engine.js', 'policy/utils.js', 'utils/shell-utils.js']
  const loaded: object[] = await Promise.all(parts.map((part) => import(join(gemini, part)) as Promise<object>))
  const modulesOfGemini = Object.assign({}, ...loaded) as GeminiModules
  const { PolicyEngine, buildArgsPatterns, initializeShellParsers } = modulesOfGemini
  await initializeShellParsers()
  const rules = prefixes.flatMap((prefix) =>
    buildArgsPatterns(undefined, prefix).map((pattern) => ({
      toolName: 'run_shell_command',
      decision: 'allow',
      priority: 10,
      ...(pattern !== undefined && { argsPattern: new RegExp(pattern) }),
    })),
  )
  const engine = new PolicyEngine({ rules, defaultDecision: 'ask_user' })
  return {
    name: 'Gemini CLI, policy engine',
    async allows(command) {
      const call = { name: 'run_shell_command', args: { command } }
      return (await silently(() => engine.check(call, undefined))).decision === 'allow'
    },
  }
}

/** It says on the console what it does, which would be most of what is measured. */
async function silently<Result>(run: () => Promise<Result>): Promise<Result> {
  const { debug, log } = console
  console.debug = console.log = () => {}
  try {
    return await run()
  } finally {
    Object.assign(console, { debug, log })
  }
}

/** A hook of other agents that refuses what is known to do harm. */
export async function openSafetyNet(): Promise<Judge> {
  const { checkCommand } = (await import(join(modules, 'cc-safety-net/dist/api.js'))) as {
    checkCommand: (input: { command: string; cwd: string }) => { readonly kind: string }
  }
  const cwd = tmpdir()
  return { name: 'cc-safety-net', allows: async (command) => checkCommand({ command, cwd }).kind === 'allow' }
}
