import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { claimsOf, unclaimed } from './judge.ts'
import { missingProgram, missingZsh, observe, type Trial } from './oracle.ts'

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

const withoutZsh = missingZsh()

describe.skipIf(withoutZsh !== null)(`zsh${withoutZsh === null ? '' : ` (${withoutZsh} is missing)`}`, () => {
  const everyLine = (file: string): Trial[] =>
    readFileSync(new URL(`../corpus/${file}`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { text?: string; command?: string })
      .flatMap(({ text, command = text ?? '' }): Trial[] => [
        { shell: 'zsh', text: command, status: 0 },
        // With EXTENDED_GLOB and BRACE_CCL a revision of git is a pattern: that names less, and only for git.
        ...(/^git .*(?:\w\^|@\{)/.test(command) ? [] : [{ shell: 'zsh-options', text: command, status: 0 } as const]),
      ])

  async function missedIn(trials: readonly Trial[]): Promise<string[]> {
    const complete = trials.filter((trial) => claimsOf(trial) !== null)
    const observations = await observe(complete)
    return complete.flatMap((trial, index) => {
      const observation = observations[index]
      if (observation === undefined) return []
      return unclaimed(trial, observation).map((what) => `${trial.shell}: ${trial.text}: ${what}`)
    })
  }

  it('is seen by the oracle: programs with their words, and files', async () => {
    const text = "ls 'a b' $(touch P) | sed x; id *(e:'touch Q':) >f; unheard of"
    const [seen] = await observe([{ shell: 'zsh', text, status: 0 }])
    const names = seen?.ran.map((argv) => argv.join('|')).toSorted()
    expect(names).toEqual(['id|d|l', 'ls|a b', 'sed|x', 'touch|P', 'touch|Q', 'touch|Q', 'unheard|of'])
  })

  it('runs nothing that a complete analysis does not claim', { timeout: 600_000 }, async () => {
    expect(await missedIn([...everyLine('zsh-lines.jsonl'), ...everyLine('oneliners.jsonl')])).toEqual([])
    expect(await missedIn(everyLine('shell-traps.jsonl'))).toEqual([])
  })

  it('runs nothing of generated texts that is not claimed', { timeout: 36_000_000 }, async () => {
    const nightly = executions > 0
    const shells = ['zsh', 'zsh-options'] as const
    const { finds } = await fuzz(seed, nightly ? executions : 2000, nightly ? Infinity : 4_000, shells)
    expect(finds.map(({ trial, missed }) => `${trial.shell}: ${JSON.stringify(trial.text)}: ${missed[0]}`)).toEqual([])
  })
})
