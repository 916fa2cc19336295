import { ConfigError, findIneffectiveSettings, parseDocument } from '@poundlock/config'
import { readOwnFile } from '@poundlock/local-host'
import { REASON_CODES, type PlannedCommand, type PolicyRequest } from '@poundlock/policy'
import {
  implies,
  lintPolicy,
  replayHistory,
  runCases,
  suggestRules,
  type ChangedCall,
  type LintFinding,
  type PolicyCase,
} from '@poundlock/policy-review'
import { PoundlockError, findBuiltInTool, visibleText } from '@poundlock/spec'
import { createValidator } from '@poundlock/spec/validation'
import { EXIT } from '../exit-code.ts'
import { refuseFlags } from '../input/command-text.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { CasesDocument } from '../review/cases-schema.ts'
import { configuredServers, hookFindings, knownNames } from '../review/known-names.ts'
import { readHistory, type History } from '../review/read-history.ts'
import { layersOfFile, openReview, type ReviewFlags, type Review } from '../review/review-place.ts'
import { unkeptRules } from '../review/unkept-rules.ts'
import { UsageError } from '../usage-error.ts'

/** `poundlock policy lint`: 64 when a rule does not do what it seems to. */
export async function lint(flags: ReviewFlags & { readonly history?: boolean }): Promise<void> {
  const review = openReview(flags)
  const read = () => withSpinner('reading the record', flags, () => readHistory(review))
  const { calls } = flags.history ? await read() : { calls: [] }
  const requests = calls.map(({ request }) => request)
  const known = await knownNames(review)
  const findings = [
    ...lintPolicy(review.layers, { home: review.home, known }, requests),
    ...(await hookFindings(review.sources, known)),
    ...ineffectiveFindings(review),
    ...unkeptRules(await configuredServers(review), {
      files: review.policy.denials({ agent: 'main', workspace: review.workspace }),
      sources: review.sources,
    }),
  ]
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  if (flags.json) await printJson({ ok: warnings.length === 0, findings })
  else {
    const { bad, dim } = paint()
    for (const { code, severity, message, source } of findings) {
      await printLine(
        `${severity === 'warning' ? bad('warning') : 'note   '} ${visibleText(message)} ${dim(`[${code}]  ${source}`)}`,
      )
    }
    await printLine(`${counted(warnings.length, 'warning')}, ${counted(findings.length - warnings.length, 'note')}`)
  }
  process.exitCode = warnings.length === 0 ? EXIT.done : EXIT.denied
}

/** Settings that have no effect, as findings. */
const ineffectiveFindings = ({ sources, resolved }: Review): readonly LintFinding[] =>
  findIneffectiveSettings(sources, resolved).map(({ key, message, origin }) => ({
    code: 'ignored',
    severity: 'warning',
    message: `${key} ${message}`,
    rule: key,
    source: origin,
  }))

const validateCases = createValidator(CasesDocument)

/** `poundlock policy test`: 64 when a case does not hold. */
export async function testPolicy(files: readonly string[], flags: ReviewFlags): Promise<void> {
  const review = openReview(flags)
  const results = files.flatMap((file) =>
    runCases(review.policy, readCases(file), (one) => review.request(one)).map((result) => ({ file, ...result })),
  )
  const failed = results.filter(({ passed }) => !passed)
  if (flags.json) {
    const cases = results.map(({ file, case: one, passed, problem, decision }) => ({
      file,
      case: one,
      passed,
      problem,
      decision: decision.decision,
    }))
    await printJson({ ok: failed.length === 0, cases })
  } else {
    const { good, bad } = paint()
    for (const { file, case: one, passed, problem } of results) {
      const name = visibleText(one.command ?? `${one.tool} ${JSON.stringify(one.input ?? {})}`)
      await printLine(
        `${passed ? good('ok  ') : bad('FAIL')} ${one.expect.padEnd(5)} ${name}${problem === null ? '' : `\n     ${visibleText(problem)} (${file})`}`,
      )
    }
    await printLine(`${results.length} cases, ${failed.length} failed`)
  }
  process.exitCode = failed.length === 0 ? EXIT.done : EXIT.denied
}

function readCases(file: string): readonly PolicyCase[] {
  try {
    const { value } = parseDocument(readNamed(file), file, (document) => {
      const issues = validateCases(document)
      return issues.length > 0 ? issues : (document as CasesFile).cases.flatMap(caseProblems)
    })
    return (value as CasesFile).cases
  } catch (error) {
    if (ConfigError.isInstance(error)) throw new UsageError(error.message, { remedy: 'Mend the file of cases.' })
    throw error
  }
}

interface CasesFile {
  readonly cases: readonly PolicyCase[]
}

/** Refuses cases that would only pass by mistake: a misspelt tool is denied, too. */
function caseProblems({ command, tool, input, code }: PolicyCase, index: number) {
  const problem = (message: string, key = '') => [{ pointer: `/cases/${index}${key}`, message }]
  const isCommand = tool === undefined || findBuiltInTool(tool)?.name === 'exec'
  if (code !== undefined && !Object.hasOwn(REASON_CODES, code)) {
    return problem(`${JSON.stringify(code)} is not a reason code; docs/policy.md lists them`, '/code')
  }
  if (isCommand && command === undefined) return problem('names no command and no other tool')
  if (!isCommand && command !== undefined) return problem(`has a command, which ${tool} does not take`)
  if (isCommand) return input === undefined ? [] : problem('has an input; exec takes its command')
  const isKnown = findBuiltInTool(tool) !== null || /^mcp__/i.test(tool)
  if (isKnown || code === 'TOOL_UNKNOWN') return []
  return problem(
    `${JSON.stringify(tool)} is not a tool; for one that shall be unknown, expect the code TOOL_UNKNOWN`,
    '/tool',
  )
}

function readNamed(file: string): string {
  try {
    return readOwnFile(file, { vouchedFor: true })!
  } catch (error) {
    if (!PoundlockError.isInstance(error)) throw error
    // It was named on the command line.
    throw new UsageError(error.message, { remedy: error.remedy ?? 'Name a file of cases.' })
  }
}

/** `poundlock policy replay`: decides recorded calls with this policy. */
export async function replay(flags: ReviewFlags): Promise<void> {
  const review = openReview(flags)
  const { calls, left } = await withSpinner('reading the record', flags, () => readHistory(review))
  const { newlyAllowed, newlyAsking, newlyDenied, ...counts } = replayHistory(calls, review.policy)
  const shown = (changed: readonly ChangedCall[]) =>
    changed.map(({ call, before }) => ({ command: describeRequest(call.request), before }))
  const lists = { newlyAllowed: shown(newlyAllowed), newlyAsking: shown(newlyAsking), newlyDenied: shown(newlyDenied) }
  if (flags.json) return printJson({ ...counts, ...lists, left })
  await printLine(`${counts.total} calls; prompts: ${counts.promptsBefore} before, ${counts.promptsAfter} after`)
  for (const [name, list] of Object.entries(lists)) {
    if (list.length > 0) await printLine(`${name.replace('newly', 'newly ').toLowerCase()}:`)
    for (const { command, before } of list) await printLine(`  ${before.padEnd(5)} ${visibleText(command)}`)
  }
  await tellLeft(left)
}

async function tellLeft(left: History['left']): Promise<void> {
  for (const { reason, count } of left) await printLine(`not decided again: ${count}, each of which ${reason}`)
}

/** `poundlock policy implies A B`: 0 yes, 64 no, 65 when it could not be decided. */
export async function askImplies(files: readonly [string, string], flags: ReviewFlags): Promise<void> {
  refuseFlags(flags, ['config'], 'would be a third file; the two that are named are compared')
  const review = openReview({ ...(flags.workspace !== undefined && { workspace: flags.workspace }) })
  const [first, second] = files.map(layersOfFile)
  const runsCode = ({ argv }: PlannedCommand) => {
    const line = argv.map((word) => word ?? '"$UNKNOWN"').join(' ')
    const [command] = review.request({ command: line }).plan?.commands ?? []
    return command?.profile?.code === 'EXECUTES_CODE'
  }
  const found = implies(first!, second!, { home: review.home, workspace: review.workspace, runsCode })
  if (flags.json) await printJson(found)
  else if (found.answer === 'yes') await printLine('yes: everything that the first allows, the second allows')
  else if (found.answer === 'unknown')
    await printLine(`unknown: no difference was found, but not all was looked at: ${found.gaps.join('; ')}`)
  else {
    const { request, decision } = found
    await printLine(`no: the first allows ${visibleText(describe(request))}; the second says ${decision.decision}`)
    for (const { message, source = '' } of decision.reasons)
      await printLine(`  because ${visibleText(message)} ${source}`)
  }
  process.exitCode = { yes: EXIT.done, no: EXIT.denied, unknown: EXIT.unapproved }[found.answer]
}

const describeRequest = ({ tool, plan, files, urls }: PolicyRequest) =>
  plan ? plan.text : [tool, ...(files ?? []).map(({ path }) => path), ...(urls ?? [])].join(' ')

function describe(request: PolicyRequest): string {
  const { plan, containment, parameters } = request
  const subject = plan ? `"${plan.text}"` : describeRequest(request)
  const where = containment ? ` in a sandbox with network ${containment.network}` : ' without a sandbox'
  return subject + (plan ? where : '') + (parameters ? ` with ${JSON.stringify(parameters)}` : '')
}

/** `poundlock policy suggest`: rules that would have answered what people approved. */
export async function suggest(flags: ReviewFlags): Promise<void> {
  const review = openReview(flags)
  const { calls, left } = await withSpinner('reading the record', flags, () => readHistory(review))
  const found = suggestRules(calls, review.layers, {
    home: review.home,
    stateDirectory: review.state,
    requestOf: (command) => review.request({ command }),
  })
  if (flags.json) return printJson({ ...found, left })
  await printLine(`prompts: ${found.promptsBefore} as it is, ${found.promptsAfter} with these rules`)
  for (const { key, rule, silences } of found.rules) {
    await printLine(`  ${key}: ${visibleText(JSON.stringify(rule))}  (${silences} so far)`)
  }
  await tellLeft(left)
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
