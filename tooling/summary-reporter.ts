import type { Reporter, TestModule } from 'vitest/node'

/** Prints one plain closing line, so that any CI can read the count. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      let tests = 0
      for (const test of module.children.allTests()) {
        count[test.result().state]++
        tests++
      }
      // A file that fails before its first test counts as one failure, else it would go unseen.
      if (tests === 0 && !module.ok()) count.failed++
    }
    const failed = count.failed + count.pending + unhandledErrors.length
    console.log(`${count.passed} passed, ${failed} failed, ${count.skipped} skipped`)
  }
}
