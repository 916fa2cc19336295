import { readFileSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, type McpServerSettings } from '@poundlock/config'
import { findLocation, homeFolder, stateFolder } from '@poundlock/local-host'
import { openMcpStore } from '@poundlock/mcp'
import { redactSecretsIn, visibleText } from '@poundlock/spec'
import { environmentFlags } from '../input/command-text.ts'
import { forgetAuthorization } from '../mcp/authorization-store.ts'
import { targetOf } from '../mcp/disabled-servers.ts'
import { changeUserServers, readUserServers } from '../mcp/edit-servers.ts'
import type { ForeignClient } from '../mcp/foreign-clients.ts'
import { clientOfFile, existingFiles, foreignFiles, type ForeignFile } from '../mcp/foreign-files.ts'
import { projectOfFile } from '../mcp/foreign-paths.ts'
import { type ForeignServer, readForeignServers } from '../mcp/foreign-servers.ts'
import { authorizationFolder, mcpFolder } from '../mcp/mcp-folder.ts'
import { NeedsBook } from '../mcp/needs/needs-book.ts'
import { serverProblem } from '../mcp/server-problem.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'
import type { McpFlags } from './mcp.ts'
import { unknownServer } from './mcp.ts'

/** Of a name that cannot be one, so much is shown. */
const LONGEST_NAME = 60
const LARGEST_FILE = 16 * 1024 * 1024

export interface AddFlags extends McpFlags {
  readonly url?: string
  readonly sse?: boolean
  readonly header?: readonly string[]
  readonly env?: readonly string[]
  readonly sandbox?: boolean
  readonly force?: boolean
}

/** `poundlock mcp add NAME -- COMMAND`, or `--url URL`. Starts nothing. */
export async function addServer(name: string, words: readonly string[], flags: AddFlags): Promise<void> {
  const { servers } = readUserServers(flags.config)
  const [word = '', ...others] = words
  if (flags.url === undefined && others.length === 0 && /^[a-z][a-z0-9+.-]*:\/\//i.test(word)) {
    throw new UsageError(`${JSON.stringify(word)} is an address, and a program is expected there`, {
      remedy: /^https?:/i.test(word)
        ? `Name it as one: poundlock mcp add ${name} --url ${word}`
        : 'Servers are reached over http and https: --url https://….',
    })
  }
  if (Object.hasOwn(servers, name) && flags.force !== true) {
    throw new UsageError(`there is a server ${JSON.stringify(name)} already`, {
      remedy: 'Name it otherwise, or use --force.',
    })
  }
  const settings = flags.url === undefined ? programOf(words, flags) : addressOf(words, flags.url, flags)
  const problem = serverProblem(name, settings)
  if (problem !== null) {
    throw new UsageError(`the server ${JSON.stringify(name.slice(0, LONGEST_NAME))} cannot be added: ${problem}`, {
      remedy: 'Nothing was changed.',
    })
  }
  const { file } = changeUserServers(flags.config, { [name]: settings })
  if (flags.json) return printJson({ added: name, file, settings })
  await printLine(`added ${visibleText(name)} to ${visibleText(file)}`)
  await printLine(paint().dim(`see what it offers: poundlock mcp tools ${visibleText(name)}`))
}

function programOf([command, ...args]: readonly string[], flags: AddFlags): McpServerSettings {
  if (command === undefined) {
    throw new UsageError('neither a program nor an address is given', {
      remedy: 'For example: poundlock mcp add fs -- npx -y some-server.',
    })
  }
  if (flags.header || flags.sse)
    throw new UsageError('--header and --sse are for a server with --url', { remedy: 'Leave them out.' })
  const env = environmentFlags(flags.env)
  return {
    command,
    ...(args.length > 0 && { args }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(flags.sandbox === true && { sandbox: true }),
  }
}

function addressOf(words: readonly string[], url: string, flags: AddFlags): McpServerSettings {
  if (words.length > 0)
    throw new UsageError('both an address and a program are given', { remedy: 'Leave one of them out.' })
  if (flags.env || flags.sandbox)
    throw new UsageError('--env and --sandbox are for a program', { remedy: 'Leave them out.' })
  const headers = (flags.header ?? []).map((header) => {
    const [, name, value] = /^([A-Za-z0-9-]+):\s*(.*)$/.exec(header) ?? []
    if (name === undefined)
      throw new UsageError(`${JSON.stringify(header)} is not a header`, { remedy: "For example: 'X-Key: ${KEY}'." })
    return [name, value]
  })
  return {
    url,
    ...(flags.sse === true && { type: 'sse' }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) as Record<string, string> }),
  }
}

/** `poundlock mcp remove NAME`: from the user's file, with all that was seen and accepted of it. */
export async function removeServer(name: string, flags: McpFlags): Promise<void> {
  const { servers } = readUserServers(flags.config)
  if (!Object.hasOwn(servers, name))
    throw unknownServer(
      name,
      Object.keys(servers).map((one) => ({ name: one })),
    )
  const { file } = changeUserServers(flags.config, { [name]: null })
  if (flags.json) await printJson({ removed: name, file })
  else await printLine(`removed ${visibleText(name)} from ${visibleText(file)}`)
  // It is out of the file by now, also where the rest cannot be forgotten.
  openMcpStore(mcpFolder(stateFolder())).remove(name)
  new NeedsBook(mcpFolder(stateFolder())).forget(name)
  forgetAuthorization(authorizationFolder(stateFolder()), name)
}

export interface ImportFlags extends McpFlags {
  readonly from?: ForeignClient
  readonly dryRun?: boolean
  readonly force?: boolean
}

/** `poundlock mcp import [FILE]`: takes servers of other clients over into the user's file. Starts nothing. */
export async function importServers(file: string | undefined, flags: ImportFlags): Promise<void> {
  const { workspace } = findLocation(flags)
  const { servers: known, file: ours } = readUserServers(flags.config)
  const sources = sourcesOf(file, flags.from, workspace)
  const taken: (ForeignServer & { readonly from: string })[] = []
  const skipped: { name: string; from: string; reason: string }[] = []
  for (const source of sources) {
    const read = await readSource(source, workspace)
    skipped.push(...read.skipped.map((one) => ({ ...one, from: source.file })))
    for (const server of read.servers) {
      const reason = taken.some(({ name }) => name === server.name)
        ? 'another file has the name, too'
        : Object.hasOwn(known, server.name) && flags.force !== true
          ? 'you have one of that name; --force replaces it'
          : null
      if (reason === null) taken.push({ ...server, from: source.file })
      else skipped.push({ name: server.name, from: source.file, reason })
    }
  }
  if (taken.length > 0 && flags.dryRun !== true) {
    changeUserServers(flags.config, Object.fromEntries(taken.map(({ name, settings }) => [name, settings])))
  }
  if (flags.json) {
    return printJson({ file: ours, imported: taken.map(redactSecretsIn), skipped, dryRun: flags.dryRun === true })
  }
  const { bold, dim, bad } = paint()
  for (const { name, from, settings, notes } of taken) {
    const target = redactSecretsIn(targetOf(settings))
    await printLine(
      `${flags.dryRun ? 'would import' : 'imported'} ${bold(visibleText(name))} ${dim(visibleText(`${target}  (${from})`))}`,
    )
    for (const note of new Set(notes)) await printLine(`  ${visibleText(note)}`)
  }
  for (const { name, from, reason } of skipped) {
    await printLine(
      `${bad('left out')} ${visibleText(shortName(name))} ${dim(visibleText(`(${from})`))}: ${visibleText(reason)}`,
    )
  }
  if (taken.length + skipped.length > 0) return
  await printLine(
    file === undefined
      ? 'no server was found in the files of other clients; name one: poundlock mcp import FILE'
      : `no server was found in ${visibleText(file)}; expected "mcpServers", "servers" as in VS Code, or [mcp_servers.NAME] as in Codex`,
  )
}

const shortName = (name: string) =>
  name === '' ? '""' : name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name

function sourcesOf(
  file: string | undefined,
  client: ForeignClient | undefined,
  workspace: string,
): readonly ForeignFile[] {
  if (file !== undefined) {
    const path = resolve(file)
    return [{ client: client ?? clientOfFile(path), file: path }]
  }
  const sources = existingFiles(foreignFiles(homeFolder(), workspace, process.env), client)
  // A link from one to the other is one file.
  return sources.filter(
    (source, index) => sources.findIndex((one) => realpathSync(one.file) === realpathSync(source.file)) === index,
  )
}

async function readSource({ client, file }: ForeignFile, workspace: string) {
  let text: string
  try {
    const { size } = statSync(file)
    if (size > LARGEST_FILE) throw new Error(`it has ${size} bytes`)
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    throw new UsageError(`${file}: cannot be read: ${(error as Error).message}`, { remedy: 'Name a readable file.' })
  }
  try {
    return await readForeignServers(text, file, { client, workspace, project: projectOfFile(file, homeFolder()) })
  } catch (error) {
    // A ConfigError names the file itself, with line and column.
    const { message } = error as Error
    throw new UsageError(error instanceof ConfigError ? message : `${file}: ${message}`, {
      remedy: 'Mend the file, or name another: poundlock mcp import FILE.',
    })
  }
}
