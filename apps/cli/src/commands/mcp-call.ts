import { randomUUID } from 'node:crypto'
import { outputFolder, pruneOutputFolder } from '@poundlock/local-host'
import { mcpToolHandler, type McpTool } from '@poundlock/mcp'
import { visibleText } from '@poundlock/spec'
import { approvalAsker } from '../approvals/asker.ts'
import { exitCodeOf } from '../exit-code.ts'
import { assemble } from '../host/assemble.ts'
import { readToolInput } from '../input/tool-input.ts'
import { openMcp } from '../mcp/open-mcp.ts'
import { explainOutcome } from '../output/explain-outcome.ts'
import { outcomeJson } from '../output/outcome-json.ts'
import { printJson } from '../output/print.ts'
import { endSpinner, startSpinner } from '../output/spinner.ts'
import { watchStops } from '../stops.ts'
import { UsageError } from '../usage-error.ts'
import { type McpFlags, noServer } from './mcp.ts'

/** `poundlock mcp call SERVER TOOL [INPUT]`: one call of a server's tool through the same gates as any other. */
export async function callServerTool(
  names: { readonly server: string; readonly tool: string },
  given: string | undefined,
  flags: McpFlags & { readonly input?: string },
): Promise<void> {
  const input = await readToolInput(
    `For example: poundlock mcp call ${names.server} ${names.tool} '{"…": "…"}'; poundlock mcp tools ${names.server} --json shows the keys.`,
    given,
    flags.input,
  )
  const open = await openMcp(flags)
  const { manager } = open
  const stop = watchStops()
  try {
    const tool = await find(names.server, names.tool)
    const terminal = flags.json !== true && flags.input !== '-'
    const { runtime, context, stateDirectory } = await assemble(flags, {
      ask: approvalAsker({ terminal, abortSignal: stop.abortSignal, saysWaiting: true }),
      keepsOutput: true,
    })
    runtime.tools.add(mcpToolHandler(manager, tool))
    const call = { id: `call_${randomUUID()}`, name: tool.publicName, input }
    if (!flags.json) startSpinner('calling')
    const outcome = await runtime.call(call, context, {
      abortSignal: stop.abortSignal,
      ...(!flags.json && { onUpdate: ({ text }) => void process.stderr.write(`${visibleText(text)}\n`) }),
    })
    endSpinner()
    if (outcome.runId !== null) pruneOutputFolder(outputFolder(stateDirectory))
    process.exitCode = stop.finish(outcome) ?? exitCodeOf(outcome)
    const remedy = `\`poundlock mcp tools ${names.server} --json\` shows the keys.`
    if (flags.json) await printJson(outcomeJson(outcome, remedy))
    else await explainOutcome(outcome)
  } finally {
    await manager.close()
  }

  async function find(server: string, name: string): Promise<McpTool> {
    const report = manager.server(server)
    if (report === null) throw noServer(server, open)
    const known = () => manager.tools(server).find((tool) => tool.name === name || tool.publicName === name)
    const tool = known()
    if (tool) return tool
    await manager.refresh(server, stop.abortSignal)
    const listed = known()
    if (listed) return listed
    const has = manager.tools(server).map((one) => one.name)
    throw new UsageError(
      `the server ${JSON.stringify(server)} has no tool ${JSON.stringify(name)}, or it cannot be used`,
      { remedy: `It has: ${has.slice(0, 50).join(', ') || 'none'}.` },
    )
  }
}
