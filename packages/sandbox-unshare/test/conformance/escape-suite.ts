import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ESCAPE_CASES, type EscapeCase, type EscapeKind } from '@poundlock/sandbox/conformance'
import { needsProgram } from '@poundlock/tooling/programs'
import { someOf } from '@poundlock/tooling/tries'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RendererName } from '../../src/index.ts'
import { findProgram } from '../system-package.ts'
import { OPEN_ATTEMPTS } from './open-attempts.ts'

interface Outcome {
  readonly id: string
  readonly passed: boolean
  readonly output: string
  /** Whether it was made in a sandbox that had been built before. */
  readonly waited: boolean
}

/** What is made differently from one declaration of the suite to another. */
export interface SuiteOptions {
  /** The owner of the workspace, where that is not the user. */
  readonly owner?: number
  /** All unless set. */
  readonly kinds?: readonly EscapeKind[]
  /** `namespaces` unless set. */
  readonly renderer?: RendererName
  /** Makes every attempt in a sandbox that has been waiting in a pool. */
  readonly pool?: boolean
  /** Makes every attempt with hosts that can be reached. */
  readonly allowlist?: boolean
  /** Makes every attempt on a view of the workspace, and applies what it changed. */
  readonly view?: boolean
}

const suite = fileURLToPath(new URL('../fixtures/escape-suite.ts', import.meta.url))
/** Puts a secret into a fresh session keyring before Node starts: `keyctl(JOIN)`, `add_key("user", "sbxk", …)`. */
const WITH_KEY =
  'my ($t,$d,$p)=("user\\0","sbxk\\0","KEY-SECRET"); syscall(250,1,0); syscall(248,$t,$d,$p,10,-3); exec @ARGV'

/** A part at a desk, and all in CI. */
const attempts: readonly EscapeCase[] = someOf(ESCAPE_CASES)

/** Runs the suite in a process of its own, with a secret in its environment, its descriptors and its keyring. */
async function outcomesOf(user: number, options: SuiteOptions): Promise<ReadonlyMap<string, Outcome>> {
  const { owner, kinds = [], renderer = 'namespaces', pool = false, allowlist = false, view = false } = options
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-suite-'))
  chownSync(folder, user, user)
  const secret = join(folder, 'descriptor')
  writeFileSync(secret, 'SECRET-KEY\n')
  const leaked = openSync(secret, 'r')
  const perl = process.arch === 'x64' ? findProgram('perl') : null
  const node = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    suite,
    folder,
    String(user),
    String(owner ?? ''),
    kinds.join(','),
    renderer,
    pool ? 'pool' : allowlist ? 'allowlist' : view ? 'try' : '',
    attempts.map(({ id }) => id).join(','),
  ]
  const [file, ...args] = perl === null ? node : [perl, '-e', WITH_KEY, ...node]
  try {
    const child = spawn(file!, args, {
      env: { PATH: process.env['PATH'], SBX_SECRET_TOKEN: 'ENV-SECRET' },
      stdio: ['ignore', 'pipe', 'inherit', ...Array.from({ length: 6 }, () => 'ignore' as const), leaked],
    })
    const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
    expect(code, output).toBe(0)
    return new Map((JSON.parse(output) as Outcome[]).map((outcome) => [outcome.id, outcome]))
  } finally {
    closeSync(leaked)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Declares one test for every attempt of the suite, or for those of some kinds. */
export function declareEscapeSuite(who: string, user: number, options: SuiteOptions = {}): void {
  const { kinds = [], renderer = 'namespaces', pool = false } = options
  describe(`commands that try to get out of ${renderer}, ${who}`, () => {
    let outcomes: ReadonlyMap<string, Outcome>
    beforeAll(async () => {
      outcomes = await outcomesOf(user, options)
    }, 600_000)

    for (const attempt of attempts) {
      if (attempt.as === 'root' && user !== 0) continue
      if (kinds.length > 0 && !kinds.includes(attempt.kind)) continue
      const ways = ['everywhere', renderer, `${renderer} ${String(user)}`]
      const isOpen = ways.some((way) => OPEN_ATTEMPTS[way]?.includes(attempt.id))
      const declare = isOpen ? test.fails : test
      declare(`${attempt.id} (${attempt.kind}) is passed: ${attempt.command.slice(0, 80)}`, () => {
        // Without the program an attempt says nothing.
        for (const program of ['python3', 'git', 'curl']) if (attempt.command.includes(program)) needsProgram(program)
        const outcome = outcomes.get(attempt.id)
        expect(outcome, 'it was not made').toBeDefined()
        expect(outcome!.passed, outcome!.output).toBe(true)
        expect(outcome!.waited).toBe(pool)
      })
    }
  })
}

/** A user that owns nothing; it needs no account. */
export const ANYBODY = 21_357
export const isRoot = process.geteuid?.() === 0
