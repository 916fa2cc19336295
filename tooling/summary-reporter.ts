import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Names what was skipped and why, then prints one plain closing line, so that any CI can read the count. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      let tests = 0
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'skipped') console.log(describeSkip(test))
        count[state]++
        tests++
      }
      // A file that fails before its first test counts as one failure, else it would go unseen.
      if (tests === 0 && !module.ok()) count.failed++
    }
    const failed = count.failed + count.pending + unhandledErrors.length
    console.log(`${count.passed} passed, ${failed} failed, ${count.skipped} skipped`)
  }
}

function describeSkip(test: TestCase): string {
  const result = test.result()
  const reason = result.state === 'skipped' && result.note ? `: ${result.note}` : ''
  return `skipped ${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}${reason}`
}
