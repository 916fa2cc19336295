import { randomUUID } from 'node:crypto'
import { defineTools, type Provider } from '@poundlock/agent'
import { outputFolder, pruneOutputFolder } from '@poundlock/local-host'
import { calledAs } from '@poundlock/runtime'
import { findBuiltInTool, visibleText, type ToolSpec } from '@poundlock/spec'
import { approvalAsker } from '../approvals/asker.ts'
import { exitCodeOf } from '../exit-code.ts'
import { assemble, type PlaceFlags } from '../host/assemble.ts'
import { whyNotCalled } from '../host/may-be-called.ts'
import { toolParts } from '../host/tool-parts.ts'
import { refuseFlags } from '../input/command-text.ts'
import { readToolInput } from '../input/tool-input.ts'
import { explainOutcome } from '../output/explain-outcome.ts'
import { outcomeJson } from '../output/outcome-json.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { endSpinner, startSpinner } from '../output/spinner.ts'
import { outputWriter } from '../output/terminal-text.ts'
import { watchStops } from '../stops.ts'
import { UsageError } from '../usage-error.ts'
import { applyStartDirectives } from './exec.ts'

export interface ToolCallFlags extends PlaceFlags {
  /** Shows tools in the format of a model provider. */
  readonly provider?: Provider
  readonly strict?: boolean
  readonly input?: string
  readonly json?: boolean
}

/** `poundlock tools list`: the callable tools, and the policy's decision for each without an input. */
export async function listTools(flags: ToolCallFlags): Promise<void> {
  refuseStrict(flags)
  const assembly = await assemble(flags, { tools: toolParts })
  const listed = assembly.runtime.tools.list().map((spec) => {
    const why = whyNotCalled(assembly, spec)
    return { spec, listed: why === null, why }
  })
  if (flags.provider)
    return printDefinitions(
      listed.filter((tool) => tool.listed).map(({ spec }) => spec),
      flags,
    )
  if (flags.json) {
    const tools = listed.map(({ spec, listed: mayCall, why }) => ({
      name: spec.name,
      aliases: findBuiltInTool(spec.name)?.aliases ?? [],
      summary: spec.summary,
      requiredPermission: spec.requiredPermission,
      groups: spec.groups,
      annotations: spec.annotations,
      mayBeCalled: mayCall,
      ...(why !== null && { why }),
    }))
    return printJson({ tools })
  }
  const { bold, dim, bad } = paint()
  for (const { spec, why } of listed) {
    const needs = dim(spec.requiredPermission.padEnd(18))
    await printLine(`${bold(spec.name.padEnd(18))} ${needs} ${spec.summary}${why === null ? '' : ` ${bad(why)}`}`)
  }
}

/** `poundlock tools schema NAME`. */
export async function showSchema(name: string, flags: ToolCallFlags): Promise<void> {
  refuseStrict(flags)
  const { runtime } = await assemble(flags, { tools: toolParts })
  const specs = runtime.tools.list()
  const found = runtime.tools.find(name)
  const spec = found && calledAs(name, found)
  if (!spec) {
    throw new UsageError(`there is no tool ${JSON.stringify(name)}`, {
      remedy: `Known here: ${specs.map((known) => known.name).join(', ')}.`,
    })
  }
  if (flags.provider) await printDefinitions([spec], flags)
  else if (flags.json) await printJson(spec)
  else await printLine(JSON.stringify(spec, null, 2))
}

function refuseStrict(flags: ToolCallFlags): void {
  if (flags.provider === undefined) refuseFlags(flags, ['strict'], 'is for --provider')
}

/** Prints the tools as a provider's request has them, with the reasons why it would refuse some. */
async function printDefinitions(specs: readonly ToolSpec[], { provider, strict = false, json }: ToolCallFlags) {
  const { definitions, quarantined } = defineTools(provider!, specs, { strict })
  for (const { name, reason } of quarantined) process.stderr.write(`poundlock: ${name} is left out: ${reason}\n`)
  await printLine(JSON.stringify(definitions, null, json ? 0 : 2))
}

/** `poundlock tools call NAME`: one call through both gates. The result goes to standard output, the rest to standard error. */
export async function callTool(name: string, given: string | undefined, flags: ToolCallFlags): Promise<void> {
  const input = await readToolInput(
    `For example: poundlock tools call ${name} '{"…": "…"}'; poundlock tools schema ${name} shows the keys.`,
    given,
    flags.input,
  )
  const stop = watchStops()
  // When the input comes from standard input, no person can answer there.
  const terminal = flags.json !== true && flags.input !== '-'
  const assembly = await assemble(flags, {
    ask: approvalAsker({ terminal, abortSignal: stop.abortSignal, saysWaiting: true }),
    keepsOutput: true,
    redactsResults: true,
    tools: toolParts,
  })
  const { runtime, context, stateDirectory } = assembly
  await applyStartDirectives(assembly, flags)
  if (!flags.json) startSpinner('running')
  const outcome = await runtime.call({ id: `call_${randomUUID()}`, name, input }, context, {
    abortSignal: stop.abortSignal,
    stdin: 'ignore',
    ...(!flags.json && {
      onOutput: outputWriter(),
      onUpdate: ({ text }) => void process.stderr.write(`${visibleText(text, { newlines: 'keep' })}\n`),
    }),
  })
  endSpinner()
  if (outcome.runId !== null || outcome.run !== null) pruneOutputFolder(outputFolder(stateDirectory))
  process.exitCode = stop.finish(outcome) ?? exitCodeOf(outcome)
  const events = await runtime.takeEvents(context.session)
  if (flags.json) {
    const remedy = runtime.tools.find(name)
      ? `\`poundlock tools schema ${name}\` shows the keys.`
      : '`poundlock tools list` shows the tools.'
    return printJson({ ...outcomeJson(outcome, remedy), events })
  }
  await explainOutcome(outcome)
  for (const event of events) process.stderr.write(`poundlock: ${visibleText(event, { newlines: 'keep' })}\n`)
}
