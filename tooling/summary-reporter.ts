import { relative } from 'node:path'
import { inspect } from 'node:util'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/**
 * Names what was skipped and what failed, each with its reason in a line, then prints one plain closing line, so that
 * any CI can read the count. Of a long log, the end is what is kept: whoever reads no more learns which test it was.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const failures: string[] = []
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      let tests = 0
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'skipped') console.log(describeSkip(test))
        if (state === 'failed') failures.push(describeFailure(test))
        count[state]++
        tests++
      }
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0)
          failures.push(`failed before its tests: ${place(suite)}${firstMessage(suite.errors())}`)
      }
      // A file that fails before its first test counts as one failure, else it would go unseen.
      if (tests === 0 && !module.ok()) {
        failures.push(`failed ${relative(process.cwd(), module.moduleId)}${firstMessage(module.errors())}`)
        count.failed++
      }
    }
    for (const error of unhandledErrors) failures.push(`failed outside of every test: ${inspect(error).slice(0, 1500)}`)
    for (const failure of failures) console.log(failure)
    const failed = count.failed + count.pending + unhandledErrors.length
    console.log(`${count.passed} passed, ${failed} failed, ${count.skipped} skipped`)
  }
}

function describeSkip(test: TestCase): string {
  const result = test.result()
  const reason = result.state === 'skipped' && result.note ? `: ${result.note}` : ''
  return `skipped ${place(test)}${reason}`
}

function describeFailure(test: TestCase): string {
  const { errors = [] } = test.result()
  return `failed ${place(test)}${firstMessage(errors)}`
}

function place({ module, fullName }: TestCase | TestSuite): string {
  return `${relative(process.cwd(), module.moduleId)} > ${fullName}`
}

/** What the first error says, in one line, and no more than a screen of it. */
function firstMessage(errors: readonly { readonly message: string }[]): string {
  const [first] = errors
  return first === undefined ? '' : `: ${JSON.stringify(first.message.slice(0, 1500))}`
}
