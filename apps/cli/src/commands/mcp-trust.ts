import { readFileSync } from 'node:fs'
import { changeTrust } from '@poundlock/config/node'
import { visibleText } from '@poundlock/spec'
import { refuseFlags } from '../input/command-text.ts'
import { targetOf } from '../mcp/disabled-servers.ts'
import { readForeignServers } from '../mcp/foreign-servers.ts'
import { openMcp } from '../mcp/open-mcp.ts'
import { workspaceServersFile } from '../mcp/workspace-servers.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'
import { type NeedsFlags, trustNeeds } from './mcp-needs.ts'
import { noServer } from './mcp.ts'

export interface TrustFlags extends NeedsFlags {
  readonly project?: boolean
  readonly needs?: boolean
}

/**
 * `poundlock mcp trust SERVER [TOOL...]`: accepts its tools as they were last seen; `--project`: trusts the servers of
 * `.mcp.json`; `--needs`: grants what a server asks for.
 */
export async function trust(server: string | undefined, tools: readonly string[], flags: TrustFlags): Promise<void> {
  if (flags.project === true) {
    if (server !== undefined)
      throw new UsageError('both a server and --project are given', { remedy: 'Leave one of them out.' })
    return trustProject(flags)
  }
  if (flags.needs === true) {
    if (server === undefined || tools.length > 0)
      throw new UsageError('--needs is for one server', { remedy: 'Name the server, and no tools.' })
    return trustNeeds(server, flags)
  }
  refuseFlags(flags, ['revoke'], 'is for --project and --needs')
  refuseFlags(flags, ['yes'], 'is for --needs')
  if (server === undefined) {
    throw new UsageError('no server is named', { remedy: 'Name one, or --project for the servers of .mcp.json.' })
  }
  const open = await openMcp(flags)
  const { manager } = open
  const report = manager.server(server)
  if (report === null) throw noServer(server, open)
  const listed = manager.tools(server)
  if (listed.length === 0) {
    if (report.problem !== null)
      throw new UsageError(report.problem, { remedy: `Look how to mend it: poundlock mcp doctor ${server}` })
    throw new UsageError(`no tool of ${JSON.stringify(server)} was seen yet`, {
      remedy: `Look at them first: poundlock mcp tools ${server}`,
    })
  }
  const missing = tools.find((name) => !listed.some((tool) => tool.name === name))
  if (missing !== undefined) {
    throw new UsageError(`${JSON.stringify(server)} lists no tool ${JSON.stringify(missing)}`, {
      remedy: `See poundlock mcp tools ${server}`,
    })
  }
  // The named tools are accepted in addition to those that are accepted already.
  const accepted = listed.filter((tool) => tools.length === 0 || tools.includes(tool.name) || tool.withheldBy === null)
  manager.accept(server, accepted)
  const news = accepted.filter((tool) => tool.withheldBy !== null).map((tool) => tool.name)
  if (flags.json) return printJson({ server, accepted: accepted.map((tool) => tool.name), new: news })
  await printLine(
    `accepted ${accepted.length} tools of ${visibleText(server)}${news.length > 0 ? `, new or changed: ${visibleText(news.join(', '))}` : ''}`,
  )
}

/** Lets the servers of `.mcp.json` count, as the file is now; what each would run is shown. */
async function trustProject(flags: TrustFlags): Promise<void> {
  const { place, stateDirectory } = await openMcp(flags)
  const file = workspaceServersFile(place.workspace)
  if (flags.revoke === true) {
    changeTrust(stateDirectory, file, null)
    if (flags.json) return printJson({ file, trusted: false })
    return printLine(`no longer trusted: ${visibleText(file)}`)
  }
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    throw new UsageError(`${file}: cannot be read`, {
      remedy: 'There is nothing to trust: the workspace has no .mcp.json.',
    })
  }
  const { servers, skipped } = await readForeignServers(textOf(file, bytes), file, {
    client: 'claude-code',
    workspace: place.workspace,
    project: place.workspace,
  })
  changeTrust(stateDirectory, file, bytes)
  if (flags.json) return printJson({ file, trusted: true, servers, skipped })
  const { bold, dim } = paint()
  await printLine(`trusted: the servers of ${visibleText(file)} count until the file changes`)
  for (const { name, settings } of servers) {
    const target = targetOf(settings)
    await printLine(`  ${bold(visibleText(name))} ${dim(visibleText(target))}`)
  }
  for (const { name, reason } of skipped) await printLine(`  ${visibleText(name)}: left out: ${visibleText(reason)}`)
}

/** The shown text is the trusted one: invalid bytes are not repaired. */
function textOf(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(`${file}: is not UTF-8`, { remedy: 'Save it as UTF-8.' })
  }
}
