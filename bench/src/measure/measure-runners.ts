import type { Measurement } from './contestant.ts'
import { summarize } from './measure-interleaved.ts'

/** One way of doing the same, called in this process. */
export interface Runner {
  readonly name: string
  /** What must be there before the time counts. */
  readonly prepare?: () => Promise<void>
  readonly run: () => Promise<void>
}

/** As `measureInterleaved`, for what is called and not started. */
export async function measureRunners(
  runners: readonly Runner[],
  rounds: number,
  warmUp: number,
): Promise<readonly Measurement[]> {
  const samples = new Map(runners.map(({ name }) => [name, [] as number[]]))
  for (let round = -warmUp; round < rounds; round++) {
    const turn = (round + warmUp) % runners.length
    for (const { name, prepare, run } of [...runners.slice(turn), ...runners.slice(0, turn)]) {
      await prepare?.()
      const begin = process.hrtime.bigint()
      await run()
      const elapsed = Number(process.hrtime.bigint() - begin) / 1e6
      if (round >= 0) samples.get(name)?.push(elapsed)
    }
  }
  return [...samples].map(([name, times]) => summarize(name, times))
}
