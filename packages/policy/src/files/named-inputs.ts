import type { FileAccess } from './file-access.ts'
import { fileOfAddress, isFileAddress, isWebAddress, schemeOf, squeeze, webAddressOf } from './named-address.ts'
import { NO_ACCESS, type ToolAccess } from './tool-access.ts'

/** What an input of a tool names: a file and what is done with it, an address, or neither. */
export type NamedUse = FileAccess['access'] | 'url' | 'none'

/** What is known of the inputs of a tool that is not built in. */
export interface ToolInputs {
  /** What its owner says, by the name of the input, at any depth. */
  readonly uses?: Readonly<Record<string, NamedUse>>
  /** Which inputs count besides, by what their names or values look like; files and addresses unless set. */
  readonly guess?: 'all' | 'addresses' | 'none'
  /** Whether the tool only reads; else what looks like a file is one that is read and written. */
  readonly onlyReads?: boolean
  /** Where relative paths begin, absolute; the folder of the call unless set. */
  readonly base?: string
}

const MOST_VALUES = 10_000
const MOST_FILES = 1000
const DEEPEST = 64
/** Source: limits.h(0p), PATH_MAX on Linux. */
const LONGEST_PATH = 4096

/** Last words of names that say that the input is a file. */
const FILE_WORDS = new Set(
  'path paths file files filename filenames filepath filepaths pathname dir dirs directory directories folder folders cwd workdir'.split(
    ' ',
  ),
)
/** Words that say so only where the value looks like a path. */
const PLACE_WORDS = new Set('source sources src destination destinations dest dst target targets root roots'.split(' '))
const ADDRESS_WORDS = new Set('uri uris url urls href'.split(' '))
/** Before `path`, these say that it leads through something else than folders. */
const OTHER_PATHS = new Set('json x key url uri api route request object property field svg jq css'.split(' '))

/**
 * The files and addresses that the input of a call names. Whatever looks like one counts, also in lists and in what lies
 * deeper: naming too much only asks more.
 */
export function namedAccess(input: unknown, inputs: ToolInputs): ToolAccess {
  const found: Found = { inputs, files: null, urls: null, values: 0 }
  look(found, '', input, 0)
  const { files, urls } = found
  if (files === null && urls === null) return NO_ACCESS
  return { files: files ? [...files.values()] : [], urls: urls ? [...urls] : [] }
}

/** What was found so far in one input. Most inputs name nothing: what names are kept in is made with the first. */
interface Found {
  readonly inputs: ToolInputs
  files: Map<string, FileAccess> | null
  urls: Set<string> | null
  values: number
}

function look(found: Found, key: string, value: unknown, depth: number): void {
  const { uses, guess, onlyReads } = found.inputs
  if (++found.values > MOST_VALUES || depth > DEEPEST || (found.files !== null && found.files.size > MOST_FILES)) {
    return addAccess(found, '', onlyReads ? 'read' : 'write')
  }
  const said = uses !== undefined && Object.hasOwn(uses, key) ? uses[key]! : null
  if (said === 'none') return
  if (typeof value === 'string') {
    if (said !== null) addSaid(found, said, value)
    else if (guess !== 'none') addGuessed(found, key, value)
  } else if (Array.isArray(value)) for (const item of value) look(found, key, item, depth + 1)
  else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) look(found, name, (value as Record<string, unknown>)[name], depth + 1)
  } else if (said !== null && value !== undefined && value !== null) {
    // No text where a name was to be: who reads it may find one.
    if (said === 'url') addUrl(found, '')
    else addAccess(found, `${said} `, said)
  }
}

function addSaid(found: Found, said: Exclude<NamedUse, 'none'>, text: string): void {
  if (said === 'url') addUrl(found, text)
  else if (isFileAddress(squeeze(text))) addFileAddress(found, squeeze(text), [said])
  else addFile(found, text, [said])
}

function addGuessed(found: Found, key: string, text: string): void {
  const kind = kindOf(key)
  // Most inputs are text for people, and no address is without a colon.
  if (kind === null && !text.includes(':')) return
  const { guess, onlyReads } = found.inputs
  const guessed: readonly FileAccess['access'][] = guess === 'addresses' ? [] : onlyReads ? ['read'] : ['read', 'write']
  const address = squeeze(text)
  if (isFileAddress(address)) addFileAddress(found, address, guessed)
  if (kind === null) return
  if (isWebAddress(address)) addUrl(found, address)
  if (kind === 'address') {
    const web = webAddressOf(address)
    if (web !== null) addUrl(found, web)
    else if (/^[/~]/.test(address)) addFile(found, text, guessed)
  } else if (text.trim().length <= LONGEST_PATH && (kind === 'file' || /[/\\]|^[~.]/.test(text))) {
    // Also what reads as an address: a program that takes it for a path goes from its `..` to anywhere.
    addFile(found, text, guessed)
  }
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

/** What the name of an input says: a file, a file where the value looks like one, an address. */
function kindOf(key: string): KeyKind {
  const known = kinds.get(key)
  if (known !== undefined) return known
  const kind = readKey(key)
  if (kinds.size < MOST_KEYS && key.length <= LONGEST_KEY) kinds.set(key, kind)
  return kind
}

type KeyKind = 'file' | 'place' | 'address' | null

/** Servers have few names for their inputs, and use them in every call. */
const kinds = new Map<string, KeyKind>()
const MOST_KEYS = 1000
const LONGEST_KEY = 64

function readKey(key: string): KeyKind {
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  // `fileName` says what `file` does.
  if (words.length > 1 && /^names?$/.test(words.at(-1)!)) words.pop()
  const last = words.at(-1) ?? ''
  if (ADDRESS_WORDS.has(last)) return 'address'
  if (FILE_WORDS.has(last)) return words.length > 1 && OTHER_PATHS.has(words.at(-2)!) ? null : 'file'
  return PLACE_WORDS.has(last) ? 'place' : null
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
