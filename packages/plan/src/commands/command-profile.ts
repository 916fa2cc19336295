import { basename, dirname, resolve } from 'node:path'
import type { CommandProfile, PlannedEffect } from '@poundlock/policy'
import {
  type GitArea,
  mayBeOption,
  profileCommand,
  type ProfileEffect,
  type ProfileWord,
  type UnknownProfile,
  type Unpacked,
} from '@poundlock/profiles'
import type { Dialect, Span } from '@poundlock/shell'
import type { ShellCommand } from '@poundlock/shell/analysis'
import { unpackedPaths, type Input } from '../archive/unpacked-paths.ts'
import type { LineTree } from '../line/line-tree.ts'
import type { DiskBudget } from '../links/disk-budget.ts'
import { beginWithDash, followLinks, linksIn } from '../links/follow-links.ts'
import { namedPaths } from '../names/named-paths.ts'
import { namesRole } from '../names/names-role.ts'
import { patternNames, patternFolder } from '../names/pattern-names.ts'
import { markHistory } from '../repository/history-paths.ts'

/** What is known of a command, and the further command lines that it starts. */
export interface ProfiledCommand {
  readonly profile: CommandProfile
  readonly runs: readonly (readonly ProfileWord[])[]
  /** True when it does nothing but start other commands. */
  readonly onlyStarts: boolean
  /** What it does with the repository, and the folder it works in. */
  readonly obeys: readonly GitArea[]
  readonly folder: string | null
  /** Where it starts other commands; `null` when that is not certain. */
  readonly startsIn: string | null
}

/**
 * Looks up what a command does with its arguments.
 *
 * @param cwd where it starts; `null` when that is not certain, and then nor is any relative path
 * @param span where it stands in the line
 * @param line the line that it is a command of
 * @param input where its standard input comes from
 * @param dialect the shell that reads the line
 * @param onDisk whether links are followed: what a path leads to is an effect besides the one that it names
 */
export function profileOf(
  words: readonly ProfileWord[],
  cwd: string | null,
  home: string,
  span: Span,
  line: LineTree,
  onDisk: boolean,
  input: Input | null = null,
  dialect: Dialect = 'bash',
): ProfiledCommand {
  // Any mention counts, also within a text that is run as a line; zsh goes through folders for `**` by itself.
  const { text } = line
  const unusual = UNUSUAL.test(text) || (dialect === 'zsh' && text.includes('**'))
  const given = text.includes('(') ? words.map((word) => substituted(word, line)) : words
  const noneHidden = onDisk && hidesNoOption(words, cwd, span, line)
  const profiled = noneHidden ? profileCommand(given, NO_OPTIONS) : profileCommand(given)
  if (!profiled.known) return unknownCommand(profiled, words, cwd, home, line, noneHidden)
  const names = namesRole(profiled.words, words, line)
  const effects = profiled.effects.map((effect) =>
    plannedEffect(effect, cwd, home, expandsInShell(effect, words, unusual)),
  )
  // Any mention counts here too.
  if (effects.length > 0 && /dotglob|GLOBIGNORE/.test(text)) hideNothing(effects)
  if (onDisk) {
    for (const effect of profiled.effects) {
      addReached(effect, cwd, home, unusual, line.disk, effects)
      if (effect.unpacks) addUnpacked(effect, effect.unpacks, cwd, home, line.mayChangeBefore(span), input, effects)
    }
  }
  if (onDisk && effects.length > 0) markHistory(effects)
  const within = runsInternals(effects, folderOf(cwd, profiled.folder))
  if (within !== null) effects.push({ kind: 'execute', path: within, origin: 'argument' })
  const { words: normal, options, alike } = profiled
  const profile: Writable<CommandProfile> = { known: true, code: null, message: null, words: normal, effects, options }
  if (names) profile.names = names
  if (alike !== undefined) profile.alike = alike
  return {
    profile,
    runs: profiled.runs,
    onlyStarts: profiled.runs.length > 0 && profiled.effects.every(isOfStarting),
    obeys: profiled.obeys,
    // Only looked at where a repository is obeyed.
    folder: profiled.obeys.length === 0 ? null : folderOf(cwd, profiled.folder),
    startsIn: profiled.runs.length === 0 ? null : folderOf(cwd, profiled.folder),
  }
}

/** What is known of a command all the same of which no table says what it does. */
function unknownCommand(
  { code, message, at, words: normal }: UnknownProfile,
  words: readonly ProfileWord[],
  cwd: string | null,
  home: string,
  line: LineTree,
  noneHidden: boolean,
): ProfiledCommand {
  const word = at === undefined ? undefined : words[at]
  const doubt = typeof word === 'object' ? word?.text : word
  const effects = NAMES_PLACES.has(code) ? namedPaths(words, cwd, home) : []
  const names = effects.length > 0 && namesRole(normal ?? NONE, words, line) === 'takes'
  const profile: CommandProfile = {
    known: false,
    code,
    message,
    words: normal,
    effects,
    ...(doubt && { doubt }),
    ...(names && { names: 'takes' }),
    ...(NAMES_PLACES.has(code) && mayHideOption(words, noneHidden) && { hidesOption: true }),
  }
  return { profile, runs: NONE, onlyStarts: false, obeys: NONE, folder: null, startsIn: null }
}

/** Where code of the workspace would be run that lies in the internals of git, which are no workspace; else `null`. */
function runsInternals(effects: readonly PlannedEffect[], folder: string | null): string | null {
  if (!effects.some(({ kind, origin }) => kind === 'execute' && origin === 'workspace')) return null
  const folders = [folder, ...effects.map(({ kind, path }) => (kind === 'file-read' ? path : null))]
  return folders.find((path) => path !== null && /\/\.git(?:\/|$)/i.test(path)) ?? null
}

const folderOf = (cwd: string | null, folder: string | null) =>
  cwd === null || folder === null ? null : resolve(cwd, folder)

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A name that begins with a dash is an option, to a program of which nothing is known too. */
function mayHideOption(words: readonly ProfileWord[], noneHidden: boolean): boolean {
  return words.some((word, index) => {
    if (index === 0 || typeof word === 'string' || typeof word?.text === 'string') return false
    return mayBeOption(word) && !(noneHidden && typeof word?.pattern === 'string')
  })
}

const NONE: readonly never[] = []
/** Where a rule may be all there is. */
const NAMES_PLACES: ReadonlySet<string> = new Set(['UNKNOWN_COMMAND', 'UNKNOWN_SUBCOMMAND', 'EXECUTES_CODE'])
const NO_OPTIONS = { globsMatchOptions: false } as const

/**
 * True when a pattern at the beginning of a word matches no name that begins with a dash: the folder has none, and nothing
 * of the line runs before that could make one.
 */
function hidesNoOption(words: readonly ProfileWord[], cwd: string | null, span: Span, line: LineTree): boolean {
  if (cwd === null) return false
  const isPattern = (word: ProfileWord) => typeof word === 'object' && typeof word?.pattern === 'string'
  if (!words.some(isPattern) || line.runsBefore(span, mayMakeFiles) || line.mayChangeBefore(span)) return false
  return line.disk.spend(1) && beginWithDash(cwd) === false
}

/** Without a redirection, these make no file. */
const MAKE_NONE: ReadonlySet<string> = new Set('cd pwd echo printf true : test [ ls cat head tail wc'.split(' '))
const mayMakeFiles = ({ name, redirections }: ShellCommand) =>
  name === null || !MAKE_NONE.has(name) || redirections.some(({ operator }) => operator.includes('>'))

/** Setting a variable, or where nohup(1) keeps the output. */
const isOfStarting = ({ kind, target }: ProfileEffect) =>
  kind === 'environment' || (kind === 'file-write' && target === 'nohup.out')

/** A process substitution is a pipe, whatever its number; what is behind it is a command of the line. */
function substituted(word: ProfileWord, line: LineTree): ProfileWord {
  if (typeof word !== 'object' || word === null || typeof word.text === 'string') return word
  const { span } = word as { span?: Span }
  const [part, ...others] = (span === undefined ? null : line.wordAt(span))?.parts ?? []
  if (part?.type !== 'process' || others.length > 0) return word
  return part.direction === '<' ? '/dev/fd/63' : '/dev/stdout'
}

function plannedEffect(effect: ProfileEffect, cwd: string | null, home: string, byShell: boolean): PlannedEffect {
  const { kind, target, origin, repository, recursive, lists, glob, sends, opens, note } = effect
  const path = kind.startsWith('file-') ? filePath(effect, cwd, home) : target
  // Two shapes instead of spreads: this runs for every effect of every command.
  if (origin === undefined && repository === undefined && !recursive && !lists && !glob && !opens && !note) {
    return sends === true ? { kind, path, sends } : { kind, path }
  }
  return {
    kind,
    path,
    ...(sends && { sends }),
    ...(origin && { origin }),
    ...(repository && { repository }),
    ...(lists && { lists }),
    ...(opens && { opens }),
    ...(note !== undefined && { note }),
    ...(kind.startsWith('file-') && extentOf(effect, cwd, home, byShell)),
  }
}

/** What of a file effect is more than its path. A pattern that programs may read otherwise stands for all in its folder. */
function extentOf(
  { target, recursive, glob }: ProfileEffect,
  cwd: string | null,
  home: string,
  byShell: boolean,
): Pick<PlannedEffect, 'recursive' | 'pattern'> {
  if (!glob || target === null) return recursive ? { recursive } : {}
  const searched = patternFolder(target)
  const folder = writtenPath({ target: searched === '' ? '.' : searched }, cwd, home)
  if (!byShell || folder === null) return { recursive: true }
  const pattern = `${resolve(folder).replace(/\/$/, '')}/${target.slice(searched.length)}`
  return recursive ? { recursive, pattern } : { pattern }
}

/** Programs that read patterns themselves, also one that the shell found nothing for. gitglossary(7), rsync(1), tar(1) */
const READS_PATTERNS = new Set('git hg svn rsync scp sftp tar bsdtar zip unzip 7z 7za 7zz fd find'.split(' '))

/** What makes patterns match more than they usually do. bash(1), The Shopt Builtin */
const UNUSUAL = /dotglob|GLOBIGNORE|globstar|nocaseglob|extglob|BASHOPTS/

/** Whether the patterns of a command are expanded by the shell alone, and in the usual way. */
function expandsInShell(effect: ProfileEffect, words: readonly ProfileWord[], unusual: boolean): boolean {
  const { target, glob } = effect
  if (!glob || target === null) return true
  if (unusual) return false
  const [first = null] = words
  const program = typeof first === 'object' ? first?.text : first
  if (typeof program !== 'string' || READS_PATTERNS.has(basename(program))) return false
  return words.some((word) => typeof word === 'object' && word !== null && word.pattern === target)
}

/** Adds what the path of an effect leads to by way of links, where that is something else. */
function addReached(
  effect: ProfileEffect,
  cwd: string | null,
  home: string,
  unusual: boolean,
  disk: DiskBudget,
  into: PlannedEffect[],
): void {
  const { kind, glob, target } = effect
  if (!kind.startsWith('file-')) return
  const written = writtenPath(effect, cwd, home)
  if (written === null) return
  // What a pattern of names is in is no link that is removed.
  const real = kind === 'file-delete' && !glob ? inRealFolder(written, disk) : followLinks(written, disk)
  const names = glob && target !== null ? patternNames(target, unusual) : []
  // Removing a link removes no more than that.
  const through = linksIn(written, kind === 'file-delete' ? names.slice(0, -1) : names, disk)
  const reached = new Set([real, ...(through ?? [null])])
  for (const path of reached) {
    if (path === resolve(written)) continue
    // What a pattern matches beyond a link is not told apart.
    const { pattern: _, ...own } = plannedEffect(effect, cwd, home, false)
    into.push({ ...own, path })
  }
}

/** Adds the protected files among those that an archive or a patch names. */
function addUnpacked(
  effect: ProfileEffect,
  { kind, from, strip }: Unpacked,
  cwd: string | null,
  home: string,
  mayBeMade: boolean,
  input: Input | null,
  into: PlannedEffect[],
): void {
  const folder = writtenPath(effect, cwd, home)
  if (folder === null) return
  for (const path of unpackedPaths(kind, sourceOf(), resolve(folder), strip)) into.push({ kind: 'file-write', path })

  function sourceOf(): Input | null {
    if (strip < 0) return null
    if (from === '-' && input?.text !== undefined) return input
    const source = from === '-' ? (input?.file ?? null) : from
    if (source === null || mayBeMade) return null
    const file = writtenPath({ target: source }, cwd, home)
    return file === null ? null : { file }
  }
}

function inRealFolder(path: string, disk: DiskBudget): string | null {
  const folder = followLinks(dirname(path), disk)
  return folder === null ? null : resolve(folder, path.slice(path.lastIndexOf('/') + 1))
}

/** A pattern stands for the folder that all of its matches are in; what is deleted is in it, and not the folder itself. */
function filePath(effect: ProfileEffect, cwd: string | null, home: string): string | null {
  const path = writtenPath(effect, cwd, home)
  if (effect.glob === true && effect.kind === 'file-delete' && path !== null) {
    return `${resolve(path)}/${matchesHidden(effect.target!) ? '.*' : matchesAll(effect.target!) ? '*' : MATCHES_SOME}`
  }
  return path === null || path === cwd ? path : resolve(path)
}

/** With dotglob, and where GLOBIGNORE is set, every pattern matches what is hidden. bash(1) */
function hideNothing(effects: PlannedEffect[]): void {
  for (const [index, effect] of effects.entries()) {
    if (effect.kind !== 'file-delete' || !/\/\*\??$/.test(effect.path ?? '')) continue
    effects[index] = { ...effect, path: effect.path!.replace(/\*\??$/, '.*') }
  }
}

/** `*`, `./*`, `**`: nothing that is not hidden is left. */
const matchesAll = (pattern: string) =>
  /(?:^|\/)(?:\*+|\?\*)\/?$/.test(pattern) && !/\/./.test(pattern.slice(pattern.search(/[*?[{]/)))
/** Stands for some of the names in a folder. */
const MATCHES_SOME = '*?'

/** Names that begin with a dot are only matched by one: `.[!.]*`. bash(1), Pathname Expansion */
const matchesHidden = (pattern: string) => /(?:^|\/)\.[^/]*$/.test(pattern.slice(0, pattern.search(/[*?[{]/)))

/** Absolute, with its dots as they were written. */
function writtenPath(
  { target, glob }: Pick<ProfileEffect, 'target' | 'glob'>,
  cwd: string | null,
  home: string,
): string | null {
  if (target === null) return null
  const searched = glob ? patternFolder(target) || '.' : target
  // The shell has expanded what it expands; a program may do so again.
  const whole = searched === '~' || searched.startsWith('~/') ? home + searched.slice(1) : searched
  if (whole.startsWith('/')) return whole
  if (cwd === null) return null
  return whole === '.' ? cwd : `${cwd}/${whole}`
}
