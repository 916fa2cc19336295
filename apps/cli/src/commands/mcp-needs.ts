import { serverCommand } from '@poundlock/mcp'
import { visibleText } from '@poundlock/spec'
import type { KeptNeeds } from '../mcp/needs/needs-book.ts'
import { programOf, variablesOf } from '../mcp/needs/program-of.ts'
import { serverHome } from '../mcp/needs/server-home.ts'
import { describeNeeds, joinNeeds, needNothing } from '../mcp/needs/server-needs.ts'
import { openMcp, type OpenMcp } from '../mcp/open-mcp.ts'
import { hasManifest, serverDefinition } from '../mcp/server-definitions.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { confirmWrite } from '../policy-import/changed-document.ts'
import { UsageError } from '../usage-error.ts'
import { type McpFlags, noServer } from './mcp.ts'

/** `poundlock mcp needs SERVER`: its manifest, and what it wanted besides. Starts nothing. */
export async function showNeeds(server: string, flags: McpFlags): Promise<void> {
  const manifest = manifestOf(server, await openMcp(flags))
  if (flags.json) return printJson(manifest)
  await printManifest(manifest)
}

export interface NeedsFlags extends McpFlags {
  readonly revoke?: boolean
  readonly yes?: boolean
}

/** `poundlock mcp trust SERVER --needs`: shows what it wants, and grants exactly that after a yes. */
export async function trustNeeds(server: string, flags: NeedsFlags): Promise<void> {
  const open = await openMcp(flags)
  if (flags.revoke === true) {
    manifestOf(server, open)
    open.book.forget(server)
    if (flags.json) return printJson({ server, granted: false })
    return printLine(`${visibleText(server)} has no grants any more`)
  }
  const manifest = manifestOf(server, open)
  const wanted = joinNeeds(manifest.granted, manifest.wanted)
  if (needNothing(manifest.wanted)) {
    if (flags.json) return printJson({ server, granted: manifest.granted, new: [] })
    return printLine(`${visibleText(server)} asks for nothing new`)
  }
  if (!flags.json) await printManifest(manifest)
  if (flags.yes !== true && (flags.json === true || !(await confirmWrite('Grant it?')))) {
    throw new UsageError('nothing was granted', {
      remedy: `Without a terminal, look first (poundlock mcp needs ${server}), then: poundlock mcp trust ${server} --needs --yes`,
    })
  }
  open.book.grant(server, wanted, programOf(definitionOf(server, open), open))
  const news = describeNeeds(manifest.wanted)
  if (flags.json) return printJson({ server, granted: wanted, new: news })
  await printLine(`granted to ${visibleText(server)}: ${visibleText(news.join('; '))}`)
}

interface Manifest extends Pick<KeptNeeds, 'granted' | 'wanted' | 'programs' | 'dropped'> {
  readonly server: string
  readonly command: string
  /** `name@version`. */
  readonly packages: readonly string[]
  /** Folders whose code belongs to a grant. */
  readonly pinned: readonly string[]
  /** Of these, those with more code than is read. */
  readonly beyond: readonly string[]
  /** Names of the variables that the configuration gives it. */
  readonly variables: readonly string[]
  readonly workspace: string
  readonly home: string
}

function manifestOf(server: string, open: OpenMcp): Manifest {
  const definition = definitionOf(server, open)
  const { transport } = definition
  if (transport.kind !== 'stdio') throw new TypeError(`${server} is not a program`)
  const { granted, wanted, programs, dropped } = open.book.read(server)
  const { file, args } = serverCommand(server, transport, {
    hostEnvironment: process.env,
    cwd: open.place.workspace,
  })
  const { packages, code } = programOf(definition, open)
  return {
    server,
    command: [file, ...args].join(' '),
    packages,
    pinned: code.map(({ folder }) => folder),
    beyond: code.filter(({ isWhole }) => !isWhole).map(({ folder }) => folder),
    variables: variablesOf(transport),
    workspace: open.place.workspace,
    home: serverHome(server, open.stateDirectory),
    granted,
    wanted,
    programs,
    dropped,
  }
}

function definitionOf(server: string, open: OpenMcp) {
  const configured = open.servers.find(({ name }) => name === server)
  if (!configured) throw noServer(server, open)
  if (!hasManifest(configured)) {
    throw new UsageError(`${JSON.stringify(server)} has no manifest`, {
      remedy: 'Only programs have one, and only where "sandbox" is not set.',
    })
  }
  return serverDefinition(configured)
}

async function printManifest(manifest: Manifest): Promise<void> {
  const { bold, dim, bad } = paint()
  const row = (name: string, value: string) => printLine(`  ${dim(name.padEnd(10))} ${visibleText(value)}`)
  await printLine(`${bold(visibleText(manifest.server))} ${dim(visibleText(manifest.command))}`)
  if (manifest.packages.length > 0) await row('package', manifest.packages.join(', '))
  if (manifest.programs.length > 0) await row('ran', manifest.programs.join(', '))
  if (manifest.variables.length > 0) await row('variables', manifest.variables.join(', '))
  await row('reads', [manifest.workspace, ...manifest.granted.readPaths].join(', '))
  await row('writes', [manifest.home, ...manifest.granted.writePaths].join(', '))
  await row('reaches', manifest.granted.hosts.join(', ') || 'no host')
  if (manifest.dropped !== null) await printLine(`  ${bad(visibleText(`no longer granted: ${manifest.dropped}`))}`)
  const wanted = describeNeeds(manifest.wanted)
  if (wanted.length === 0) return
  await printLine('  also asks for:')
  for (const line of wanted) await printLine(`    ${visibleText(line)}`)
  await printLine(
    '  A grant is for this command line, the content of the files that it names, and the code beside them:',
  )
  await printLine(`  ${visibleText(listed(manifest.pinned) || 'none is known')}. It ends when one of them changes.`)
  if (manifest.beyond.length > 0)
    await printLine(`  ${bad(visibleText(`too much code to pin all of it: ${listed(manifest.beyond)}`))}`)
  await printLine(dim(`  grant it: poundlock mcp trust ${visibleText(manifest.server)} --needs`))
}

const MOST_LISTED = 3
const listed = (folders: readonly string[]) =>
  folders.length > MOST_LISTED
    ? `${folders.slice(0, MOST_LISTED).join(', ')} and ${folders.length - MOST_LISTED} more folders`
    : folders.join(', ')
