import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Contestant, Measurement } from './contestant.ts'

/**
 * Runs every contestant once a round, each round in another order, so that what the machine does meanwhile meets
 * all of them alike. The first round warms caches and is not counted.
 *
 * @throws when a contestant does not end with exit code 0: a failing command is fast.
 */
export async function measureInterleaved(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<readonly Measurement[]> {
  const samples = new Map(contestants.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round++) {
    const turn = round % contestants.length
    for (const contestant of [...contestants.slice(turn), ...contestants.slice(0, turn)]) {
      const elapsed = await timeOf(contestant)
      if (round > 0) samples.get(contestant.name)?.push(elapsed)
    }
  }
  return [...samples].map(([name, times]) => summarize(name, times))
}

async function timeOf({ name, file, args, cwd, environment }: Contestant): Promise<number> {
  const begin = process.hrtime.bigint()
  const child = spawn(file, [...args], { cwd, env: { ...process.env, ...environment }, stdio: 'ignore' })
  const [code, signal] = await once(child, 'exit')
  const elapsed = Number(process.hrtime.bigint() - begin) / 1e6
  if (code !== 0) throw new Error(`${name} ended with ${String(code ?? signal)}; run it by hand to see why`)
  return elapsed
}

/** What a reader wants to know of so many times in milliseconds. */
export function summarize(name: string, samples: readonly number[]): Measurement {
  const sorted = samples.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const median =
    sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
  return {
    name,
    samples: samples.map((time) => Math.round(time * 10) / 10),
    median: median ?? Number.NaN,
    fastest: sorted[0] ?? Number.NaN,
    slowest: sorted.at(-1) ?? Number.NaN,
  }
}
