import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { vi } from 'vitest'
import { installedProgram } from '../hook/agents/installed-agents.ts'
import { startModelServer, type NextCall } from '../hook/record/model-server.ts'
import { LAUNCHER } from '../poundlock.ts'
import { CODING_TASKS, PROJECT } from './coding-tasks.ts'

/** How often a call that failed is made in all. */
const MOST_TRIES = 3

/** How a task went. */
export interface TaskRun {
  readonly turns: number
  readonly errors: number
}

export interface CodingRun {
  readonly tasks: readonly TaskRun[]
  /** The files of the project afterwards. */
  readonly files: Readonly<Record<string, string | null>>
  /** What was said of calls that failed. */
  readonly problems: readonly string[]
  readonly stderr: string
}

/** Files that the tasks make, besides those of the project. */
const MADE = ['src/double.js', 'double.test.js', 'built']

const SET_UP = ['init -q', 'config user.name a', 'config user.email a@example.com', 'add -A', 'commit -qm begin']

/** Claude Code on all tasks in one session: with its own tools, or with the guarded ones behind `poundlock run`. */
export async function runCodingTasks(tools: 'native' | 'guarded'): Promise<CodingRun> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-coding-')))
  const [home, workspace, bin] = ['home', 'workspace', 'bin'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [home, workspace, bin]) mkdirSync(folder)
  for (const [name, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true })
    writeFileSync(join(workspace, name), text)
  }
  const environment = { PATH: `${bin}:${process.env['PATH']!}`, HOME: home, LANG: 'C.UTF-8' }
  const options = { cwd: workspace, env: environment, extendEnv: false, stdin: 'ignore' } as const
  for (const line of SET_UP) await execa('git', line.split(' '), options)
  symlinkSync(installedProgram('claude')!, join(bin, 'claude'))
  const counts = CODING_TASKS.map(() => ({ turns: 0, errors: 0 }))
  const problems: string[] = []
  const server = await startModelServer(repeatingModel(tools, workspace, counts, problems))
  try {
    const prompt = ['-p', 'go', '--output-format', 'json']
    const [program, args]: readonly [string, readonly string[]] =
      tools === 'native'
        ? ['claude', [...prompt, '--permission-mode', 'bypassPermissions']]
        : [process.execPath, [LAUNCHER, 'run', 'claude', '--', ...prompt]]
    const variables = {
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // Claude Code lets root do everything only where that is said to be meant.
      IS_SANDBOX: '1',
    }
    const { stderr } = await execa(program, args, {
      ...options,
      env: { ...environment, ...variables },
      reject: false,
      timeout: 300_000,
      forceKillAfterDelay: 1000,
    })
    // On a slow machine a command goes on in the background.
    await vi.waitFor(() => readFileSync(join(workspace, 'built')), { timeout: 60_000 })
    const read = (name: string) => [name, contentOf(join(workspace, name))] as const
    return { tasks: counts, files: Object.fromEntries([...Object.keys(PROJECT), ...MADE].map(read)), problems, stderr }
  } finally {
    await server.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Follows its plan, and makes a call again that failed. */
function repeatingModel(
  tools: 'native' | 'guarded',
  workspace: string,
  counts: readonly { turns: number; errors: number }[],
  problems: string[],
): NextCall {
  const plan = CODING_TASKS.flatMap(({ steps }, task) =>
    steps.map(([native, guarded]) => ({ task, call: tools === 'native' ? native : guarded })),
  )
  let at = -1
  let tries = 0
  return ({ messages }) => {
    const problem = failureIn(messages)
    if (at >= 0 && problem !== null) {
      counts[plan[at]!.task]!.errors += 1
      problems.push(`${plan[at]!.call.tool}: ${problem}`)
    }
    if (at >= 0 && problem !== null && tries < MOST_TRIES) tries += 1
    else [at, tries] = [at + 1, 1]
    const next = plan[at]
    if (next === undefined) return undefined
    counts[next.task]!.turns += 1
    return {
      ...next.call,
      input: JSON.parse(JSON.stringify(next.call.input).replaceAll('$WORKSPACE', workspace)) as object,
    }
  }
}

interface ResultBlock {
  readonly type: string
  readonly is_error?: boolean
  readonly content?: unknown
}

/** What the last call was answered, where it failed. */
function failureIn(messages: unknown): string | null {
  const blocks = (messages as { readonly content: string | readonly ResultBlock[] }[]).flatMap(({ content }) =>
    typeof content === 'string' ? [] : content,
  )
  const result = blocks.findLast(({ type }) => type === 'tool_result')
  return result?.is_error === true ? JSON.stringify(result.content) : null
}

/** Of a notebook the sources of its cells: how they are written down differs. */
function contentOf(path: string): string | null {
  if (!existsSync(path)) return null
  const text = readFileSync(path, 'utf8')
  if (!path.endsWith('.ipynb')) return text
  const { cells } = JSON.parse(text) as { readonly cells: readonly { readonly source: string | readonly string[] }[] }
  return cells.map(({ source }) => (typeof source === 'string' ? source : source.join(''))).join('\n')
}
