import { randomUUID } from 'node:crypto'
import { calledAs } from '@poundlock/runtime'
import { findBuiltInTool, visibleText, type ToolSpec } from '@poundlock/spec'
import { defineTools, type Provider } from '@poundlock/spec/providers'
import { exitCodeOf } from '../exit-code.ts'
import { explainOutcome } from '../output/explain-outcome.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { outputWriter } from '../output/terminal-text.ts'
import { approvalAsker } from '../setup/asker.ts'
import { assemble, type PlaceFlags } from '../setup/assemble.ts'
import { outputFolder, pruneOutputFolder } from '../setup/output-folder.ts'
import { watchStops } from '../setup/stops.ts'
import { readToolInput } from '../setup/tool-input.ts'
import { toolParts } from '../setup/tool-parts.ts'
import { whyNotCalled } from '../tools/may-be-called.ts'
import { UsageError } from '../usage-error.ts'
import { saidBefore } from './exec.ts'

export interface ToolCallFlags extends PlaceFlags {
  /** Shows tools in the format of a model provider. */
  readonly provider?: Provider
  readonly strict?: boolean
  readonly input?: string
  readonly json?: boolean
}

/** `poundlock tools list`: what can be called here, and what the policy says of each before anything is known of a call. */
export async function listTools(flags: ToolCallFlags): Promise<void> {
  const assembly = assemble(flags, { tools: toolParts })
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
  const { runtime } = assemble(flags, { tools: toolParts })
  const specs = runtime.tools.list()
  const found = runtime.tools.find(name)
  const spec = found && calledAs(name, found)
  if (!spec) {
    throw new UsageError(
      `there is no tool ${JSON.stringify(name)}`,
      `Known here: ${specs.map((known) => known.name).join(', ')}.`,
    )
  }
  if (flags.provider) await printDefinitions([spec], flags)
  else if (flags.json) await printJson(spec)
  else await printLine(JSON.stringify(spec, null, 2))
}

/** As they stand in a request to the provider; what it would refuse the request for is named beside them. */
async function printDefinitions(specs: readonly ToolSpec[], { provider, strict = false, json }: ToolCallFlags) {
  const { definitions, quarantined } = defineTools(provider!, specs, { strict })
  for (const { name, reason } of quarantined) process.stderr.write(`poundlock: ${name} is left out: ${reason}\n`)
  if (json) await printJson(definitions)
  else await printLine(JSON.stringify(definitions, null, 2))
}

/** `poundlock tools call NAME`: one call through both gates. The result goes to standard output, the rest to standard error. */
export async function callTool(name: string, given: string | undefined, flags: ToolCallFlags): Promise<void> {
  const input = await readToolInput(
    `For example: poundlock tools call ${name} '{"…": "…"}'; poundlock tools schema ${name} shows the keys.`,
    given,
    flags.input,
  )
  const stop = watchStops()
  // Where the input came from standard input, nobody can answer there.
  const terminal = flags.json !== true && flags.input !== '-'
  const assembly = assemble(flags, {
    asks: approvalAsker({ terminal, abortSignal: stop.abortSignal }),
    keepsOutput: true,
    redactsResults: true,
    tools: toolParts,
  })
  const { runtime, context, stateDirectory } = assembly
  await saidBefore(assembly, flags)
  const outcome = await runtime.call({ id: `call_${randomUUID()}`, name, input }, context, {
    abortSignal: stop.abortSignal,
    stdin: 'ignore',
    ...(!flags.json && {
      onOutput: outputWriter(),
      onUpdate: ({ text }) => void process.stderr.write(`${visibleText(text, { newlines: 'keep' })}\n`),
    }),
  })
  if (outcome.runId !== null || outcome.run !== null) pruneOutputFolder(outputFolder(stateDirectory))
  process.exitCode = stop.finish(outcome) ?? exitCodeOf(outcome)
  if (flags.json) await printJson(outcome)
  else await explainOutcome(outcome)
}
