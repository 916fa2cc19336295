import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type EscapeCase, ESCAPE_CASES, type EscapeKind } from '@poundlock/sandbox/conformance'
import { someOf } from '@poundlock/tooling/tries'
import { beforeAll, describe, expect, test } from 'vitest'
import { IS_PODMAN, needsEngine, noEngine } from '../container-engine.ts'
import { OPEN_ATTEMPTS } from './open-attempts.ts'

interface Outcome {
  readonly id: string
  readonly passed: boolean
  readonly output: string
}

const open = new Set<string>([...OPEN_ATTEMPTS.everywhere, ...OPEN_ATTEMPTS[IS_PODMAN ? 'Podman' : 'Docker']])

export interface SuiteOptions {
  /** All unless set. */
  readonly kinds?: readonly EscapeKind[]
  /** One in so many is made, and every one that is open. */
  readonly sample?: number
}

const suite = fileURLToPath(new URL('../fixtures/escape-suite.ts', import.meta.url))
/** A process for each, with a proof of its own: worth it only for many attempts. */
const shares = process.env['POUNDLOCK_THOROUGH'] === '1' ? 3 : 1

function chosen({ kinds = [], sample = 1 }: SuiteOptions): readonly EscapeCase[] {
  const wanted = ESCAPE_CASES.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
  return someOf(wanted.filter(({ id }, place) => place % sample === 0 || open.has(id)))
}

/** Runs the suite in processes that each have a part of it, with a secret in their environment and their descriptors. */
async function outcomesOf(owner: number, attempts: readonly EscapeCase[]): Promise<ReadonlyMap<string, Outcome>> {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-suite-'))
  const secret = join(folder, 'descriptor')
  writeFileSync(secret, 'SECRET-KEY\n')
  const leaked = openSync(secret, 'r')
  const tried = attempts.map(({ id }) => id).join(',')
  const share = async (index: number): Promise<readonly Outcome[]> => {
    const args = [suite, folder, String(owner), `${String(index)}/${String(shares)}`, tried]
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      env: { ...process.env, SBX_SECRET_TOKEN: 'ENV-SECRET' },
      stdio: ['ignore', 'pipe', 'inherit', ...Array.from({ length: 6 }, () => 'ignore' as const), leaked],
    })
    const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
    expect(code, output).toBe(0)
    return JSON.parse(output) as Outcome[]
  }
  try {
    const parts = await Promise.all(Array.from({ length: shares }, (_, index) => share(index)))
    return new Map(parts.flat().map((outcome) => [outcome.id, outcome]))
  } finally {
    closeSync(leaked)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Declares one test for every attempt of the suite, or for those of some kinds; at a desk, for every fifth. */
export function declareEscapeSuite(who: string, owner: number, options: SuiteOptions = {}): void {
  const attempts = chosen(options)
  describe.skipIf(noEngine)(`commands that try to get out of a container, ${who}${needsEngine}`, () => {
    let outcomes: ReadonlyMap<string, Outcome>
    beforeAll(async () => {
      outcomes = await outcomesOf(owner, attempts)
    }, 600_000)

    for (const attempt of attempts) {
      const declare = open.has(attempt.id) ? test.fails : test
      declare(`${attempt.id} (${attempt.kind}) is passed: ${attempt.command.slice(0, 80)}`, () => {
        const outcome = outcomes.get(attempt.id)
        expect(outcome, 'it was not made').toBeDefined()
        expect(outcome!.passed, outcome!.output).toBe(true)
      })
    }
  })
}
