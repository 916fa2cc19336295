import type { McpServerReport, McpTool } from '@poundlock/mcp'
import { redactSecretsIn, visibleText } from '@poundlock/spec'
import { disabledReport, howToEnable } from '../mcp/disabled-servers.ts'
import { openMcp, type OpenMcp } from '../mcp/open-mcp.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import type { PlaceFlags } from '../setup/assemble.ts'
import { watchStops } from '../setup/stops.ts'
import { UsageError } from '../usage-error.ts'

export interface McpFlags extends PlaceFlags {
  readonly json?: boolean
}

/** `poundlock mcp list`: every server, how far it has come, and what keeps it from being used. Starts nothing. */
export async function listServers(flags: McpFlags): Promise<void> {
  const { manager, disabled, ignored, problems } = await openMcp(flags)
  const withoutSecrets = <Report extends { readonly what: string }>(report: Report): Report => ({
    ...report,
    what: redactSecretsIn(report.what),
  })
  const servers = manager.servers().map(withoutSecrets)
  const off = disabled.map((server) => withoutSecrets(disabledReport(server)))
  if (flags.json) return printJson({ servers: [...servers, ...off], ignored, problems })
  const { bold, dim, bad } = paint()
  for (const server of servers) {
    await printLine(
      `${bold(visibleText(server.name).padEnd(18))} ${stateText(server).padEnd(16)} ${dim(shortened(server.what))}`,
    )
    for (const line of remarks(server)) await printLine(`  ${bad(visibleText(line))}`)
  }
  for (const { name, state, what, remedy } of off) {
    await printLine(`${bold(visibleText(name).padEnd(18))} ${state.padEnd(16)} ${dim(shortened(what))}`)
    await printLine(dim(`  ${visibleText(remedy)}`))
  }
  for (const { name, origin, reason } of ignored) {
    const why =
      reason === 'untrusted'
        ? 'came with the repository and does nothing until it is trusted: poundlock mcp trust --project'
        : 'has a name that is taken'
    await printLine(
      `${bold(visibleText(name).padEnd(18))} ${bad('ignored'.padEnd(16))} ${dim(`${visibleText(origin)}: ${why}`)}`,
    )
  }
  for (const problem of problems) await printLine(bad(visibleText(problem)))
  if (servers.length + disabled.length + ignored.length === 0)
    await printLine('no server is configured: poundlock mcp add, poundlock mcp import')
}

const MOST_SHOWN = 100
const shortened = (text: string) => visibleText(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)

const stateText = ({ state, callable, listedAt }: McpServerReport) =>
  listedAt === null ? state : `${state}, ${callable} tools`

/** What a person should look at. */
export function remarks({
  name,
  drift,
  held,
  quarantined,
  problem,
  down,
  failures,
}: McpServerReport): readonly string[] {
  const mend = `look at it: poundlock mcp tools ${name}; accept it: poundlock mcp trust ${name}`
  const list = (names: readonly string[]) =>
    names.slice(0, 5).join(', ') + (names.length > 5 ? `, … (${names.length})` : '')
  return [
    ...(problem === null ? [] : [down ? `left alone after ${failures} failures: ${problem}` : problem]),
    ...(drift.changed.length > 0 ? [`changed since they were accepted: ${list(drift.changed)}; ${mend}`] : []),
    ...(drift.added.length > 0 ? [`added since the others were accepted: ${list(drift.added)}; ${mend}`] : []),
    ...(drift.removed.length > 0 ? [`no longer listed: ${list(drift.removed)}`] : []),
    ...(held > 0 && drift.changed.length + drift.added.length === 0
      ? [`${held} tools wait to be accepted; ${mend}`]
      : []),
    ...quarantined.slice(0, 5).map((tool) => `the tool ${JSON.stringify(tool.name)} cannot be used: ${tool.reason}`),
  ]
}

/** `poundlock mcp tools [SERVER]`: what is known of the tools; with `--refresh`, what the servers say now. */
export async function listTools(
  server: string | undefined,
  flags: McpFlags & { readonly refresh?: boolean },
): Promise<void> {
  const open = await openMcp(flags)
  const { manager } = open
  const stop = watchStops()
  const named = manager.servers().filter(({ name }) => server === undefined || name === server)
  if (server !== undefined && named.length === 0) throw noServer(server, open)
  const problems: { server: string; message: string; remedy?: string }[] = []
  try {
    // One that was never seen is started when it is asked for by its name.
    const asked = named.filter(
      ({ state }) => flags.refresh === true || (server !== undefined && state === 'configured'),
    )
    await Promise.all(
      asked.map(async ({ name }) => {
        try {
          await manager.refresh(name, stop.abortSignal)
        } catch (error) {
          const { message, remedy } = error as Error & { remedy?: string }
          problems.push({ server: name, message, ...(remedy !== undefined && { remedy }) })
        }
      }),
    )
    const tools = manager.tools(server)
    for (const { name } of named) {
      // What keeps all of them from being known: without it, there would seem to be none.
      const { problem = null } = manager.server(name) ?? {}
      const isTold = problems.some((one) => one.server === name) || tools.some((tool) => tool.server === name)
      if (problem !== null && !isTold) {
        problems.push({ server: name, message: problem, remedy: `Look how to mend it: poundlock mcp doctor ${name}` })
      }
    }
    const unseen = manager
      .servers()
      .filter((one) => one.state === 'configured' && named.some(({ name }) => name === one.name))
    process.exitCode = problems.length > 0 ? 1 : 0
    if (flags.json) {
      return await printJson({
        tools: tools.map(({ inputSchema, ...tool }) => ({ ...tool, inputSchema: JSON.parse(inputSchema) as unknown })),
        unseen: unseen.map(({ name }) => name),
        problems,
      })
    }
    for (const tool of tools) await printTool(tool, server !== undefined)
    const { bad, dim } = paint()
    for (const { message, remedy } of problems) {
      await printLine(bad(visibleText(remedy === undefined ? message : `${message}\n${remedy}`, { newlines: 'keep' })))
    }
    if (unseen.length > 0 && problems.length === 0) {
      const names = unseen.map(({ name }) => visibleText(name)).join(', ')
      await printLine(dim(`not seen yet: ${names}; start and list them: poundlock mcp tools --refresh`))
    }
  } finally {
    await manager.close()
  }
}

/** Why a server that was named cannot be used: it is switched off, or there is none. */
export function noServer(name: string, { manager, disabled }: Pick<OpenMcp, 'manager' | 'disabled'>): UsageError {
  const off = disabled.find((server) => server.name === name)
  return off
    ? new UsageError(`the server ${JSON.stringify(name)} is disabled`, howToEnable(off))
    : unknownServer(name, manager.servers())
}

export function unknownServer(name: string, known: readonly { readonly name: string }[]): UsageError {
  return new UsageError(
    `there is no server ${JSON.stringify(name)}`,
    `Known here: ${known.map((server) => server.name).join(', ') || 'none; see poundlock mcp list'}.`,
  )
}

async function printTool(tool: McpTool, whole: boolean): Promise<void> {
  const { bold, dim, bad } = paint()
  const [summary = ''] = (tool.title ?? tool.description).split('\n')
  const held = tool.held === null ? '' : bad(` held back: ${tool.held}`)
  await printLine(
    `${bold(tool.publicName)} ${dim(tool.requiredPermission)}${held} ${visibleText(summary.slice(0, 100))}`,
  )
  if (!whole) return
  const lines = visibleText(tool.description, { newlines: 'keep' }).split('\n')
  for (const line of lines) await printLine(`  ${dim(line)}`)
  await printLine(`  ${dim(visibleText(tool.inputSchema))}`)
}
