import { generate, generateForZsh } from './generator.ts'
import { claimsOf, unclaimed } from './judge.ts'
import { observe, type Trial } from './oracle.ts'
import { Random } from './random.ts'

export interface FuzzResult {
  /** Strings that were generated. */
  readonly generated: number
  /** Of those, accepted and complete, and therefore executed. */
  readonly executed: number
  readonly finds: readonly { readonly trial: Trial; readonly missed: readonly string[] }[]
}

/**
 * Generates strings from a seed and executes those that the analysis calls complete: a refusal or an open record is
 * sound by itself. `budget`: milliseconds after which no new batch is begun.
 */
export async function fuzz(
  seed: number,
  executions: number,
  budget = Infinity,
  shells: readonly [usual: Trial['shell'], other: Trial['shell']] = ['bash', 'dash'],
  batch = 400,
): Promise<FuzzResult> {
  const start = performance.now()
  const random = new Random(seed)
  const finds: { trial: Trial; missed: string[] }[] = []
  let generated = 0
  let executed = 0
  while (executed < executions && performance.now() - start < budget) {
    const trials: Trial[] = []
    while (trials.length < Math.min(batch, executions - executed)) {
      generated++
      const text = shells[0] === 'zsh' ? generateForZsh(random) : generate(random)
      const shell = random.chance(0.8) ? shells[0] : shells[1]
      const trial: Trial = { shell, text, status: random.chance(0.5) ? 0 : 1 }
      if (/[\x1c-\x1f]/.test(text)) continue
      const findings = claimsOf(trial)
      if (findings !== null && findings.commands.length + findings.effects.length > 0) trials.push(trial)
    }
    // Two at a time: a trial is a chain of short processes, each of which waits for the one before.
    const middle = Math.ceil(trials.length / 2)
    const observations = (await Promise.all([observe(trials.slice(0, middle)), observe(trials.slice(middle))])).flat()
    executed += trials.length
    for (let index = 0; index < trials.length; index++) {
      const trial = trials[index]
      const observation = observations[index]
      if (trial === undefined || observation === undefined) continue
      const missed = unclaimed(trial, observation)
      if (missed.length > 0) finds.push({ trial, missed })
    }
  }
  return { generated, executed, finds }
}

/** Cuts a find down as long as it stays one. */
export async function minimise(trial: Trial): Promise<Trial> {
  let best = trial
  for (let size = Math.ceil(best.text.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let again = true; again;) {
      again = false
      const cuts: Trial[] = []
      for (let at = 0; at + size <= best.text.length; at++) {
        const cut = { ...best, text: best.text.slice(0, at) + best.text.slice(at + size) }
        if (claimsOf(cut) !== null) cuts.push(cut)
      }
      if (cuts.length === 0) continue
      const observations = await observe(cuts)
      const shorter = cuts.find((cut, index) => {
        const observation = observations[index]
        return observation !== undefined && unclaimed(cut, observation).length > 0
      })
      if (shorter !== undefined) {
        best = shorter
        again = best.text.length >= size
      }
    }
  }
  return best
}
