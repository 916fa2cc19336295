import { relative } from 'node:path'
import { inspect } from 'node:util'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { describeMissing } from './missing-programs.ts'

/**
 * Names what was skipped, what failed and what passed only at a second try, each with its reason in a line, then prints one plain closing line, so that
 * any CI can read the count. Of a long log, the end is what is kept: its reader learns which test it was.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const failures: string[] = []
    const skips: string[] = []
    const secondTries: string[] = []
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'skipped') skips.push(describeSkip(test))
        if (state === 'failed') failures.push(describeFailure(test))
        if (test.diagnostic()?.flaky === true) secondTries.push(describeSecondTry(test))
        count[state]++
      }
      // What fails outside of its tests, such as in `beforeAll`, counts as one failure: its tests are only skipped.
      const groups = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
      for (const suite of groups)
        failures.push(`failed around its tests: ${place(suite)}${firstMessage(suite.errors())}`)
      count.failed += groups.length
      if (module.errors().length > 0) {
        failures.push(`failed ${relative(process.cwd(), module.moduleId)}${firstMessage(module.errors())}`)
        count.failed++
      }
    }
    for (const error of unhandledErrors) failures.push(describeUnhandled(error))
    for (const skip of skips) console.log(skip)
    for (const second of secondTries) console.log(second)
    for (const failure of failures) console.log(failure)
    for (const line of describeMissing(skips)) console.log(line)
    const failed = count.failed + count.pending + unhandledErrors.length
    console.log(`${count.passed} passed, ${failed} failed, ${count.skipped} skipped`)
  }
}

function describeSkip(test: TestCase): string {
  const result = test.result()
  const reason = result.state === 'skipped' && result.note ? `: ${result.note}` : ''
  return `skipped ${place(test)}${reason}`
}

function describeSecondTry(test: TestCase): string {
  const { errors = [] } = test.result()
  return `passed only at a second try: ${place(test)}${firstMessage(errors)}`
}

function describeFailure(test: TestCase): string {
  const { errors = [] } = test.result()
  return `failed ${place(test)}${firstMessage(errors)}`
}

/** With the file whose turn it was. What a test that failed had begun often fails after it. */
function describeUnhandled(error: unknown): string {
  const { VITEST_TEST_PATH: file } = (error ?? {}) as { readonly VITEST_TEST_PATH?: string }
  const where = file === undefined ? '' : `, in ${relative(process.cwd(), file)}`
  return `failed outside of every test${where}: ${inspect(error).slice(0, 1500)}`
}

function place({ module, fullName }: TestCase | TestSuite): string {
  return `${relative(process.cwd(), module.moduleId)} > ${fullName.replaceAll('\n', String.raw`\n`)}`
}

/** What the first error says, in one line, and no more than a screen of it. */
function firstMessage(errors: readonly { readonly message: string }[]): string {
  const [first] = errors
  return first === undefined ? '' : `: ${JSON.stringify(first.message.slice(0, 1500))}`
}
