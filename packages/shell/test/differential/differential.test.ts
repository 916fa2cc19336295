import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { claimsOf, unclaimed } from './judge.ts'
import { missingProgram, observe, type Trial } from './oracle.ts'

/**
 * The real shells are the judges. A run in CI executes up to 3,000 texts for 6 seconds; `POUNDLOCK_FUZZ` asks for a
 * number of executions (nightly: 100,000 and more), `POUNDLOCK_FUZZ_SEED` for another seed.
 */
const executions = Number(process.env['POUNDLOCK_FUZZ'] ?? 0)
const seed = Number(process.env['POUNDLOCK_FUZZ_SEED'] ?? 20_261_121)

const missing = missingProgram()

describe.skipIf(missing !== null)(`bash and dash${missing === null ? '' : ` (${missing} is missing)`}`, () => {
  it('are seen by the oracle: programs with their words, and files', async () => {
    const text = "ls 'a b' $(touch P) | sed x; nice id >f; unheard of"
    const [bash, dash] = await observe([
      { shell: 'bash', text, status: 0 },
      { shell: 'dash', text, status: 0 },
    ])
    const names = (ran: readonly (readonly string[])[] = []) => ran.map((argv) => argv.join('|')).toSorted()
    expect(names(bash?.ran)).toEqual(['id', 'ls|a b', 'sed|x', 'touch|P', 'unheard|of'])
    expect(names(dash?.ran)).toEqual(['id', 'ls|a b', 'sed|x', 'touch|P'])
    expect([bash?.files, dash?.files]).toEqual([['f'], ['f']])
  })

  it('run nothing and write nothing that a complete analysis does not claim', { timeout: 36_000_000 }, async () => {
    const nightly = executions > 0
    const { finds, executed } = await fuzz(seed, nightly ? executions : 3000, nightly ? Infinity : 6_000)
    expect(executed).toBeGreaterThanOrEqual(nightly ? executions : 1)
    expect(finds.map(({ trial, missed }) => `${trial.shell}: ${JSON.stringify(trial.text)}: ${missed[0]}`)).toEqual([])
  })

  it('agree with the claims about lines that were thought up against them', { timeout: 3_600_000 }, async () => {
    const text = readFileSync(new URL('../corpus/hostile-lines.jsonl', import.meta.url), 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { text: string }).text)
    const every = executions > 0 ? 1 : 12
    const trials = lines.flatMap((line, index): Trial[] =>
      index % every === seed % every
        ? (['bash', 'dash'] as const).flatMap((shell) => [
            { shell, text: line, status: 0 as const },
            { shell, text: line, status: 1 as const },
          ])
        : [],
    )
    const complete = trials.filter((trial) => claimsOf(trial) !== null)
    const observations = await observe(complete)
    const missed = complete.flatMap((trial, index) => {
      const observation = observations[index]
      return observation === undefined ? [] : unclaimed(trial, observation).map((what) => `${trial.text}: ${what}`)
    })
    expect(missed).toEqual([])
  })

  it('agree with the claims about everything that was once found', { timeout: 600_000 }, async () => {
    const text = readFileSync(new URL('../corpus/finds.jsonl', import.meta.url), 'utf8')
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { text: string; shell: Trial['shell'] })
    const trials = rows.flatMap((row): Trial[] => [
      { ...row, status: 0 },
      { ...row, status: 1 },
    ])
    const observations = await observe(trials)
    const missed = trials.flatMap((trial, index) => {
      const observation = observations[index]
      return observation === undefined || claimsOf(trial) === null ? [] : unclaimed(trial, observation)
    })
    expect(missed).toEqual([])
  })
})
