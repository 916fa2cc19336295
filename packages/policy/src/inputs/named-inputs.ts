import type { FileAccess } from '../model/file-access.ts'
import type { ServerProgram } from '../model/request.ts'
import { commandLines } from './input-commands.ts'
import { kindOfName, namesRoute } from './input-names.ts'
import {
  embeddedJson,
  firstOfRoute,
  LONGEST_PATH,
  looksLikePath,
  looksLikeRelativePath,
  nearAddress,
  optionValue,
} from './input-values.ts'
import { fileOfAddress, isFileAddress, isWebAddress, schemeOf, squeeze, webAddressOf } from './named-address.ts'
import { NO_ACCESS, type ToolAccess } from './tool-access.ts'

/** What an input of a tool names: a file and what is done with it, an address, a command line, or none of these. */
export type NamedUse = FileAccess['access'] | 'url' | 'command' | 'none'

/** What is known of the inputs of a tool that is not built in. */
export interface ToolInputs {
  /** What its owner says, by the name of the input, at any depth. */
  readonly uses?: Readonly<Record<string, NamedUse>>
  /** Which inputs count besides, by what their names or values look like; all of them unless set. */
  readonly guess?: 'all' | 'addresses' | 'none'
  /** Whether the tool only reads; else what looks like a file is one that is read and written. */
  readonly onlyReads?: boolean
  /** Where the program runs that serves the tool. */
  readonly program?: ServerProgram
  /** Whether the tool runs in a sandbox that keeps it to the network that commands have. */
  readonly networkUnchanged?: boolean
  /** Where relative paths begin, absolute; the folder of the call unless set. */
  readonly base?: string
}

const MOST_VALUES = 10_000
const MOST_FILES = 1000
const MOST_COMMANDS = 50
const DEEPEST = 64

/**
 * The files, addresses and command lines that the input of a call names. Whatever looks like one counts, also in lists
 * and in what lies deeper, unless its name says that it is text: naming too much only asks more.
 *
 * @param rootHas whether the folder `/` of the machine has something of a name; without it, it may have
 */
export function namedAccess(input: unknown, inputs: ToolInputs, rootHas: RootHas = () => true): ToolAccess {
  const found: Found = { inputs, rootHas, files: null, urls: null, commands: null, values: 0 }
  look(found, '', input, 0)
  const { files, urls, commands } = found
  if (files === null && urls === null && commands === null) return NO_ACCESS
  return {
    files: files ? [...files.values()] : [],
    urls: urls ? [...urls] : [],
    ...(commands && { commands: [...commands] }),
  }
}

/** Tells whether the folder `/` of the machine has something of a name. */
export type RootHas = (name: string) => boolean

/** What was found so far in one input. Most inputs name nothing: what names are kept in is made with the first. */
interface Found {
  readonly inputs: ToolInputs
  readonly rootHas: RootHas
  files: Map<string, FileAccess> | null
  urls: Set<string> | null
  commands: Set<string> | null
  values: number
}

function look(found: Found, key: string, value: unknown, depth: number): void {
  const { guess, onlyReads } = found.inputs
  if (++found.values > MOST_VALUES || depth > DEEPEST || (found.files !== null && found.files.size > MOST_FILES)) {
    return addAccess(found, '', onlyReads ? 'read' : 'write')
  }
  const use = declaredUse(found, key)
  if (use === 'none') return
  if (typeof value === 'string') {
    // With its object, which may hold its arguments.
    if (use === 'command') return
    if (use !== null) addDeclared(found, use, value)
    else if (guess !== 'none') addGuessed(found, key, value, depth)
  } else if (Array.isArray(value)) for (const item of value) look(found, key, item, depth + 1)
  else if (typeof value === 'object' && value !== null) lookInto(found, value as Values, depth)
  else if (use !== null && use !== 'command' && value !== undefined && value !== null) {
    // No text where a name was to be: who reads it may find one.
    if (use === 'url') addUrl(found, '')
    else addAccess(found, `${use} `, use)
  }
}

type Values = Readonly<Record<string, unknown>>

function lookInto(found: Found, values: Values, depth: number): void {
  const { uses, guess = 'all', onlyReads } = found.inputs
  for (const name of Object.keys(values)) {
    // A file can be the name of its own content.
    if (guess !== 'none') addByValue(found, name, depth)
    look(found, name, values[name], depth + 1)
  }
  // A server on another machine runs its commands there, unless its owner says otherwise.
  if (guess !== 'all' && uses === undefined) return
  const lines = commandLines(values, (key) => declaredUse(found, key) ?? (guess === 'all' ? null : 'none'))
  if (lines.length === 0) return
  const commands = (found.commands ??= new Set())
  for (const line of lines) {
    if (commands.size < MOST_COMMANDS) commands.add(line)
    else addAccess(found, '', onlyReads === true ? 'read' : 'write')
  }
}

const declaredUse = ({ inputs: { uses } }: Found, key: string): NamedUse | null =>
  uses !== undefined && Object.hasOwn(uses, key) ? uses[key]! : null

function addDeclared(found: Found, use: Exclude<NamedUse, 'none' | 'command'>, text: string): void {
  if (use === 'url') addUrl(found, text)
  else if (isFileAddress(squeeze(text))) addFileAddress(found, squeeze(text), [use])
  else addFile(found, text, [use])
}

function addGuessed(found: Found, key: string, text: string, depth: number): void {
  const kind = kindOfName(key)
  if (kind === 'text') {
    if (text.includes(':')) addFileAddressIn(found, squeeze(text))
    return
  }
  const json = embeddedJson(text)
  if (json !== undefined) look(found, key, json, depth + 1)
  if (isRoute(found, key, text)) return
  addByValue(found, text, depth)
  if (kind === null) return
  const address = squeeze(text)
  const bare = withoutQuotes(text.trim()).trim()
  if (isWebAddress(address)) addUrl(found, address)
  if (kind === 'address') {
    const web = webAddressOf(address)
    if (web !== null) addUrl(found, web)
  } else if (kind === 'perhaps') {
    if (looksLikeRelativePath(bare)) addFile(found, text, accessesOf(found))
  } else if (text.trim().length <= LONGEST_PATH && (kind === 'file' || /[/\\]|^[~.]/.test(text))) {
    // Also what reads as an address: a program that takes it for a path goes from its `..` to anywhere.
    addFile(found, text, accessesOf(found))
  }
}

/** A part of a service, such as `/v1/users`: who took it for a path would find nothing. */
function isRoute({ rootHas }: Found, key: string, text: string): boolean {
  if (!text.startsWith('/') || !namesRoute(key)) return false
  const first = firstOfRoute(text)
  return first !== null && !rootHas(first)
}

/** Adds what a text is by its look, whatever it is called. */
function addByValue(found: Found, text: string, depth: number): void {
  // Most inputs are words for people.
  if (!MAY_NAME.test(text)) return
  const address = squeeze(text)
  addFileAddressIn(found, address)
  const near = isFileAddress(address) ? null : nearAddress(address)
  if (near !== null) addUrl(found, near)
  if (looksLikePath(withoutQuotes(text.trim()).trim())) addFile(found, text, accessesOf(found))
  const value = optionValue(text)
  if (value !== null && depth <= DEEPEST) addByValue(found, value, depth + 1)
}

/** Something of a path, an address or an option. */
const MAY_NAME = /[/~:.=[]|localhost/i

function addFileAddressIn(found: Found, address: string): void {
  if (isFileAddress(address)) addFileAddress(found, address, accessesOf(found))
}

/** What is done with a file that is guessed: none is of this machine where the tool runs on another. */
function accessesOf({ inputs: { guess, onlyReads } }: Found): readonly FileAccess['access'][] {
  return guess === 'addresses' ? [] : onlyReads ? ['read'] : ['read', 'write']
}

function addFile(found: Found, text: string, accesses: readonly FileAccess['access'][]): void {
  const { base } = found.inputs
  for (const one of spellings(text)) {
    addPath(found, base !== undefined && isPlainRelative(one) ? `${base}/${one}` : one, accesses)
  }
}

function addFileAddress(found: Found, address: string, accesses: readonly FileAccess['access'][]): void {
  for (const path of fileOfAddress(address)) addPath(found, path, accesses)
}

function addPath(found: Found, path: string, accesses: readonly FileAccess['access'][]): void {
  for (const access of accesses) addAccess(found, `${access} ${path}`, access, path)
}

function addUrl(found: Found, url: string): void {
  const urls = (found.urls ??= new Set())
  urls.add(url)
}

/** An empty path asks. */
function addAccess(found: Found, key: string, access: FileAccess['access'], path = ''): void {
  const files = (found.files ??= new Map())
  files.set(key, { access, path })
}

/**
 * What programs take a path for: as it is written, and without the blanks and quotes around it, which many leave out.
 * Nothing at all is the folder that the program is in.
 */
function spellings(text: string): readonly string[] {
  const bare = withoutQuotes(text.trim()).trim()
  const written = bare === '' ? '.' : bare
  return written === text || text.trim() === '' ? [written] : [text, written]
}

/** By hand: a pattern for quotes at an end looks at each run of quotes once for each of its characters. */
function withoutQuotes(text: string): string {
  const isQuote = (at: number) => text[at] === '"' || text[at] === "'"
  let start = 0
  let end = text.length
  while (start < end && isQuote(start)) start += 1
  while (end > start && isQuote(end - 1)) end -= 1
  return text.slice(start, end)
}

/** One that is only relative, and nothing that a policy should ask about as it is written. */
const isPlainRelative = (path: string) => path !== '' && !/^[-/~]|\\/.test(path) && schemeOf(path) === null
