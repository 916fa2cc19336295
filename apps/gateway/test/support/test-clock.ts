/** Clocks that stand still until a test moves them. */
export interface TestClock {
  readonly now: () => number
  readonly monotonic: () => number
  advance(ms: number): void
}

export function testClock(): TestClock {
  let passed = 0
  const start = Date.now()
  return {
    now: () => start + passed,
    monotonic: () => passed,
    advance: (ms) => void (passed += ms),
  }
}
