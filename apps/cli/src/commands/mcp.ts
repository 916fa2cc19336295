import type { McpServerReport, McpTool } from '@poundlock/mcp'
import { redactSecretsIn, visibleText } from '@poundlock/spec'
import type { PlaceFlags } from '../host/assemble.ts'
import { disabledReport, howToEnable } from '../mcp/disabled-servers.ts'
import type { KeptNeeds } from '../mcp/needs/needs-book.ts'
import { describeNeeds } from '../mcp/needs/server-needs.ts'
import { openMcp, type OpenMcp } from '../mcp/open-mcp.ts'
import { parametersOf, saysNoMore } from '../mcp/tool-parameters.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { watchStops } from '../stops.ts'
import { UsageError } from '../usage-error.ts'

export interface McpFlags extends PlaceFlags {
  readonly json?: boolean
}

/** `poundlock mcp list`: every server, its state, and the reason why it cannot be used. Starts nothing. */
export async function listServers(flags: McpFlags): Promise<void> {
  const { manager, disabled, ignored, problems, ruleProblems, book } = await openMcp(flags)
  const withoutSecrets = <Report extends { readonly target: string }>(report: Report): Report => ({
    ...report,
    target: redactSecretsIn(report.target),
  })
  const servers = manager.servers().map(withoutSecrets)
  const off = disabled.map((server) => withoutSecrets(disabledReport(server)))
  if (flags.json) return printJson({ servers: [...servers, ...off], ignored, problems, ruleProblems })
  const { bold, dim, bad } = paint()
  for (const server of servers) {
    await printLine(
      `${bold(visibleText(server.name).padEnd(18))} ${stateText(server).padEnd(16)} ${dim(shortened(server.target))}`,
    )
    for (const line of [...remarks(server), ...needsRemarks(server.name, book.read(server.name))])
      await printLine(`  ${bad(visibleText(line))}`)
  }
  for (const { name, state, target, remedy } of off) {
    await printLine(`${bold(visibleText(name).padEnd(18))} ${state.padEnd(16)} ${dim(shortened(target))}`)
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
  for (const problem of [...problems, ...ruleProblems]) await printLine(bad(visibleText(problem)))
  if (servers.length + disabled.length + ignored.length === 0) await printLine(NO_SERVER)
}

const NO_SERVER = 'no server is configured: poundlock mcp import, poundlock mcp add'

const MOST_SHOWN = 100
const shortened = (text: string) => visibleText(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)

const stateText = ({ state, callable, listedAt }: McpServerReport) =>
  listedAt === null ? state : `${state}, ${callable} tools`

/** Remarks that a person should read. */
export function remarks({
  name,
  drift,
  withheld,
  quarantined,
  unmatched,
  problem,
  down,
  failures,
}: McpServerReport): readonly string[] {
  const mend = `look at it: poundlock mcp tools ${name}; accept what is fine: poundlock mcp trust ${name} TOOL…`
  const list = (names: readonly string[]) =>
    names.slice(0, 5).join(', ') + (names.length > 5 ? `, … (${names.length})` : '')
  return [
    ...(problem === null ? [] : [down ? `not started again after ${failures} failures: ${problem}` : problem]),
    ...(drift.changed.length > 0 ? [`changed since they were accepted: ${list(drift.changed)}; ${mend}`] : []),
    ...(drift.added.length > 0 ? [`added since the others were accepted: ${list(drift.added)}; ${mend}`] : []),
    ...(drift.removed.length > 0 ? [`no longer listed: ${list(drift.removed)}`] : []),
    ...(withheld > 0 && drift.changed.length + drift.added.length === 0
      ? [`${withheld === 1 ? '1 tool waits' : `${withheld} tools wait`} to be accepted; ${mend}`]
      : []),
    ...unmatched.map(({ key, pattern }) => `${key} ${JSON.stringify(pattern)} matches none of its tools`),
    ...quarantined.slice(0, 5).map((tool) => `the tool ${JSON.stringify(tool.name)} cannot be used: ${tool.reason}`),
  ]
}

/** Remarks about what a contained server wants, or has no longer. */
export function needsRemarks(name: string, { wanted, dropped }: KeptNeeds): readonly string[] {
  const list = describeNeeds(wanted)
  if (list.length === 0) return []
  const shown = list.slice(0, 5).join('; ') + (list.length > 5 ? `; … (${list.length})` : '')
  const why =
    dropped === null ? 'asks for access that it does not have' : `its grant no longer counts: ${dropped}. It asks for`
  return [`${why}: ${shown}; grant it: poundlock mcp trust ${name} --needs`]
}

/** `poundlock mcp tools [SERVER]`: the known tools; `--refresh` lists them again. */
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
    const wanted = named.filter(
      ({ state }) => flags.refresh === true || (server !== undefined && state === 'configured'),
    )
    const refresh = async ({ name }: McpServerReport) => {
      try {
        await manager.refresh(name, stop.abortSignal)
      } catch (error) {
        const { message, remedy } = error as Error & { remedy?: string }
        problems.push({ server: name, message, ...(remedy !== undefined && { remedy }) })
      }
    }
    await withSpinner('starting the servers', flags, () => Promise.all(wanted.map(refresh)))
    const tools = manager.tools(server)
    for (const { name } of named) {
      // The reason why not all tools are known.
      const { problem = null } = manager.server(name) ?? {}
      const isExplained = problems.some((one) => one.server === name) || tools.some((tool) => tool.server === name)
      if (problem !== null && !isExplained) {
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
    await printTools(tools, server !== undefined)
    if (named.length === 0) await printLine(NO_SERVER)
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

/** Why a named server cannot be used: it is switched off, or there is none. */
export function noServer(name: string, { manager, disabled }: Pick<OpenMcp, 'manager' | 'disabled'>): UsageError {
  const off = disabled.find((server) => server.name === name)
  return off
    ? new UsageError(`the server ${JSON.stringify(name)} is disabled`, { remedy: howToEnable(off) })
    : unknownServer(name, manager.servers())
}

export function unknownServer(name: string, known: readonly { readonly name: string }[]): UsageError {
  return new UsageError(`there is no server ${JSON.stringify(name)}`, {
    remedy: `Known here: ${known.map((server) => server.name).join(', ') || 'none; see poundlock mcp list'}.`,
  })
}

/** One line for each tool below the name of its server, or all of a tool where one server was named. */
async function printTools(tools: readonly McpTool[], whole: boolean): Promise<void> {
  const { bold } = paint()
  const width = Math.max(0, ...tools.map(({ publicName }) => publicName.length))
  for (const [server, listed] of Map.groupBy(tools, (tool) => tool.server)) {
    await printLine(bold(`${visibleText(server)}: ${listed.length} ${listed.length === 1 ? 'tool' : 'tools'}`))
    for (const tool of listed) await (whole ? printWhole(tool) : printLine(toolLine(tool, width)))
  }
}

function toolLine(tool: McpTool, width: number, about = tool.title ?? tool.description): string {
  const { bold, dim, bad } = paint()
  const [summary = ''] = about.split('\n')
  const withheldNote = tool.withheldBy === null ? '' : bad(` withheld: ${tool.withheldBy}`)
  const head = `  ${bold(tool.publicName.padEnd(width))}  ${dim(tool.requiredPermission.padEnd(18))}${withheldNote}`
  return `${head} ${shortened(summary)}`.trimEnd()
}

/** With its description, and each of its parameters on a line. */
async function printWhole(tool: McpTool): Promise<void> {
  const { bold, dim } = paint()
  await printLine(toolLine(tool, 0, tool.title ?? ''))
  for (const line of visibleText(tool.description, { newlines: 'keep' }).split('\n'))
    await printLine(`    ${dim(line)}`)
  for (const { name, type, isRequired, description } of parametersOf(tool.inputSchema)) {
    await printLine(`    ${bold(visibleText(name))} ${visibleText(type)}${isRequired ? '' : ' (optional)'}`)
    const about = description === '' ? [] : visibleText(description, { newlines: 'keep' }).split('\n')
    for (const line of about) await printLine(`      ${dim(line)}`)
  }
  if (!saysNoMore(tool.inputSchema)) await printLine(`    ${dim(`schema ${visibleText(tool.inputSchema)}`)}`)
}
