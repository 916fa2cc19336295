import { outputFolder, pruneOutputFolder, stateFolder } from '@poundlock/local-host'
import type { CallOutcome } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { approvalAsker } from '../approvals/asker.ts'
import { exitCodeOf } from '../exit-code.ts'
import { namedGateway } from '../gateway/choose-gateway.ts'
import { assemble, type Assembly } from '../host/assemble.ts'
import { commandText } from '../input/command-text.ts'
import { execInput, type ExecFlags } from '../input/exec-input.ts'
import { outcomeJson } from '../output/outcome-json.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { endSpinner, startSpinner } from '../output/spinner.ts'
import { outputWriter } from '../output/terminal-text.ts'
import { watchStops } from '../stops.ts'
import { interruptedApplies } from '../try/open-try-store.ts'
import type { tryRequest } from '../try/try-request.ts'
import { UsageError } from '../usage-error.ts'

/** `poundlock exec`: one command through both gates. Its output is the command's own; ours goes to standard error. */
export async function exec(words: readonly string[], flags: ExecFlags): Promise<void> {
  const command = commandText(words)
  if (flags.nodes !== undefined || flags.all)
    return (await import('../gateway/fleet-exec.ts')).execOnFleet(command, flags)
  refuseFleetFlags(flags)
  if (namedGateway(flags) !== null || flags.node !== undefined)
    return (await import('../gateway/remote-exec.ts')).execAtGateway(command, flags)
  const input = execInput(command, flags)
  if (flags.try !== undefined && flags.background) {
    throw new UsageError('--try shows what a command did once it has ended, and --background does not wait for that', {
      remedy: 'Leave one of them out.',
    })
  }
  const stop = watchStops()
  // Output that is passed on is not lost; a JSON result keeps the rest in a file.
  const assembly = await assemble(flags, {
    ask: approvalAsker({
      terminal: flags.json !== true,
      abortSignal: stop.abortSignal,
      saysWaiting: true,
      prompts: flags.prompts !== false,
    }),
    keepsOutput: flags.json === true,
    ...(flags.background && { jobs: (await import('../host/background-jobs.ts')).backgroundJobs(stateFolder()) }),
  })
  const { runtime, context, stateDirectory } = assembly
  await applyStartDirectives(assembly, flags)
  if (!flags.json) startSpinner('preparing')
  const outcome = await runtime.call({ id: `call_${crypto.randomUUID()}`, name: 'exec', input }, context, {
    abortSignal: stop.abortSignal,
    asksBeforeStart: flags.prompts === false || !process.stdin.isTTY || !process.stderr.isTTY,
    // A contained command must not read from the terminal: it could read an answer to a prompt.
    stdin: process.stdin.isTTY || flags.json ? 'ignore' : 'inherit',
    ...(flags.try !== undefined && {
      try: await tryOf(flags.try, stateDirectory, { json: flags.json === true, abortSignal: stop.abortSignal }),
    }),
    ...(!flags.json && { onOutput: outputWriter(), beforeRun: async () => startSpinner('running') }),
    ...(flags.record && { recorded: true }),
  })
  endSpinner()
  if (outcome.run?.spillFile !== undefined) pruneOutputFolder(outputFolder(stateDirectory))
  process.exitCode = stop.finish(outcome) ?? exitCodeOf(outcome)
  if (flags.json) await printJson(await triedJson(outcome))
  else if (outcome.job !== null) await printLine(outcome.job.id)
  else {
    explain(outcome)
    if (flags.record && outcome.run) sayRecorded(outcome.runId)
    await explainTried(outcome, stateDirectory)
  }
}

function refuseFleetFlags({ maxConcurrency, maxErrors, dryRun, yes }: ExecFlags): void {
  const flags = { 'max-concurrency': maxConcurrency, 'max-errors': maxErrors, 'dry-run': dryRun, yes }
  const [wrong] = Object.entries(flags).filter(([, value]) => value !== undefined)
  if (wrong === undefined) return
  throw new UsageError(`--${wrong[0]} is for a command on several nodes`, {
    remedy: 'Say --nodes or --all, too, or leave it out.',
  })
}

/** Prints the answers to the person's directives on standard error. */
export async function applyStartDirectives(assembly: Assembly, { directive = [], json }: ExecFlags): Promise<void> {
  if (directive.length === 0) return
  const { applyDirectives } = await import('../host/directives.ts')
  const { dim } = paint(process.stderr)
  for (const answer of await applyDirectives(assembly, directive)) {
    if (json !== true) process.stderr.write(`${dim(`poundlock: ${visibleText(answer)}`)}\n`)
  }
}

/** Loaded on demand: most commands do not use it. */
const tryOf: typeof tryRequest = async (...given) => (await import('../try/try-request.ts')).tryRequest(...given)

async function triedJson(outcome: CallOutcome) {
  const { tried } = outcome
  if (tried === null) return outcomeJson(outcome, 'See `poundlock exec --help`.')
  const { changeSetJson, conflictsJson } = await import('../try/print-try.ts')
  const { changeSet, conflicts, ...rest } = tried
  return { ...outcome, tried: { ...rest, ...changeSetJson(changeSet), conflicts: conflictsJson(conflicts) } }
}

async function explainTried({ tried, status, run }: CallOutcome, state: string): Promise<void> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  if (tried !== null) {
    // The command was approved after its try: only now may its output be shown.
    const { explainTry } = await import('../try/try-request.ts')
    say(await explainTry(tried))
  } else if (status !== 'ran' && run !== null) say('poundlock: see `poundlock try list`')
  for (const id of await interruptedApplies(state)) {
    say(
      `poundlock: the try ${id} is half applied: poundlock try apply ${id} finishes it, poundlock try undo ${id} takes it back`,
    )
  }
}

/** Under which id it can be seen again. */
function sayRecorded(runId: string | null | undefined): void {
  if (runId)
    process.stderr.write(`${paint(process.stderr).dim(`poundlock: recorded: poundlock audit play ${runId}`)}\n`)
}

/** Everything to say besides the command's own output: refusals, and denials of the sandbox. */
function explain({ status, message, run, sandbox, notes, withheld }: CallOutcome): void {
  const { bad, dim } = paint(process.stderr)
  const say = (text: string) => process.stderr.write(`${text}\n`)
  for (const note of notes) say(dim(`poundlock: ${visibleText(note, { newlines: 'keep' })}`))
  if (status !== 'ran' || withheld !== null) {
    return void say(`${bad('poundlock:')} ${visibleText(message, { newlines: 'keep' })}`)
  }
  if (sandbox && !sandbox.active) {
    for (const reason of sandbox.fallbackReasons) say(dim(`poundlock: not contained: ${reason}`))
  }
  if (run?.reason === 'timeout') say(`${bad('poundlock:')} ${message}`)
  if (run?.reason === 'signal') say(dim(`poundlock: it was ended by ${run.signal}`))
  if (run?.reason === 'spawn-failed') say(`${bad('poundlock:')} ${message}`)
  for (const denial of run?.denials ?? []) say(dim(`poundlock: ${visibleText(denial.message)}`))
}
