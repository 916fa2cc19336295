import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { onTestFinished } from 'vitest'
import { readDocument } from './json-documents.ts'
import { gatherCode, warmCode } from './warm-code.ts'

/** The built command: what a user gets. */
export const LAUNCHER = fileURLToPath(new URL('../dist/poundlock.cjs', import.meta.url))

export interface Scene {
  /** Where the command works. */
  readonly workspace: string
  /** Poundlock's state, and what else lies outside the workspace. */
  readonly state: string
  readonly root: string
  /** Writes the user's configuration. */
  configure(config: object | string): void
  /** Runs the command in the workspace; never throws for its exit code. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ran>
}

interface RunOptions {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

export interface Ran {
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
  /** The one JSON object on standard output, which fits its schema; without its version, which is the same for all. */
  readonly json: () => any
  /** One JSON object a line, as for `json`. */
  readonly lines: () => any[]
}

interface SceneOptions {
  /** Starts without the code that other tests compiled. */
  readonly cold?: boolean
}

/** An empty workspace with a state folder of its own, gone when the test is over. */
export function openScene({ cold = false }: SceneOptions = {}): Scene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-cli-')))
  const workspace = join(root, 'workspace')
  const state = join(root, 'state')
  mkdirSync(workspace)
  mkdirSync(state, { mode: 0o700 })
  if (!cold) warmCode(state)
  onTestFinished(() => {
    if (!cold) gatherCode(state)
    rmSync(root, { recursive: true, force: true })
  })
  return {
    root,
    workspace,
    state,
    configure(config) {
      const text = typeof config === 'string' ? config : JSON.stringify(config)
      writeFileSync(join(state, 'poundlock.json'), text, { mode: 0o600 })
    },
    run: (args, options) =>
      runPoundlock(args, { cwd: workspace, ...options, env: { POUNDLOCK_HOME: state, ...options?.env } }),
  }
}

export async function runPoundlock(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return ranOf(
    await execa(process.execPath, [LAUNCHER, ...args], {
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      env: { NO_COLOR: '1', ...options.env },
      ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
      reject: false,
      stripFinalNewline: false,
    }),
    args,
  )
}

/** @param args what was run, which names the schema of its documents */
export function ranOf(
  result: { exitCode?: number | undefined; stdout: string; stderr: string },
  args: readonly string[] = [],
): Ran {
  const { exitCode, stdout, stderr } = result
  return {
    code: exitCode,
    stdout,
    stderr,
    json: () => readDocument(stdout, args),
    lines: () =>
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => readDocument(line, args)),
  }
}
