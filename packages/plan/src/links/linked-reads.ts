import type { CommandProfile, PlannedCommand, PlannedEffect } from '@poundlock/policy'
import { profileCommand } from '@poundlock/profiles'
import type { ShellCommand } from '@poundlock/shell/analysis'
import type { LineTree } from '../line/line-tree.ts'
import { type HandedNames, listedBy } from '../names/found-names.ts'
import { handingOf, readsNamesFrom } from '../names/handing.ts'
import { followsBelow } from './follows-below.ts'
import { listingBelow, type FolderLink, type Listing } from './links-below.ts'

/** Where a line runs; whether its disk may be looked at. */
export interface LinkContext {
  readonly cwd: string
  readonly workspace: string
  readonly onDisk: boolean
}

/** Where more commands list names, it is not told what each of them hands on. */
const MAX_FINDERS = 32
const ANYTHING: PlannedEffect = { kind: 'file-read', path: null }

/**
 * Adds what commands read through links that no word names: those below a folder, for programs that follow them, and those
 * among names that another command lists. Names that would not arrive as they are, are no longer said to be found.
 */
export function addLinkedReads(commands: PlannedCommand[], line: LineTree, context: LinkContext): void {
  const reader = new LinkReader(commands, line, context)
  for (const [index, { profile }] of commands.entries()) {
    if (profile !== undefined) commands[index] = reader.withLinkedReads(index, profile)
  }
}

type AddedReads = Map<string | null, PlannedEffect>

/** One pass over the commands of a line. What was looked up counts for all of them. */
class LinkReader {
  readonly #commands: readonly PlannedCommand[]
  readonly #line: LineTree
  readonly #context: LinkContext
  readonly #look: ReturnType<typeof listingBelow> | null
  /** Whether data of the line could pass for names of files. */
  readonly #readsData: boolean
  /** Where the commands stand that list names. */
  readonly #finders: readonly number[]

  constructor(commands: readonly PlannedCommand[], line: LineTree, context: LinkContext) {
    this.#commands = commands
    this.#line = line
    this.#context = context
    this.#look = context.onDisk ? listingBelow(context.workspace) : null
    const takesAny = commands.some(({ profile }) => profile?.names === 'takes')
    this.#readsData = takesAny && (line.readsData || line.commands.some(readsNamesFrom))
    this.#finders = commands.flatMap(({ profile }, at) => (profile?.names === 'finds' ? [at] : []))
  }

  withLinkedReads(index: number, profile: CommandProfile): PlannedCommand {
    const command = this.#commands[index]!
    const added: AddedReads = new Map()
    this.#addBelow(index, profile, added)
    if (mayCompareAny(command, this.#line)) added.set(null, ANYTHING)
    const names = this.#namesWithLinks(index, profile, added)
    if (added.size === 0 && names === profile.names) return command
    const { names: _, ...rest } = profile
    return {
      ...command,
      profile: { ...rest, effects: [...profile.effects, ...added.values()], ...(names && { names }) },
    }
  }

  /** Adds what links below a folder lead to, for a program that follows them. */
  #addBelow(index: number, profile: CommandProfile, added: AddedReads): void {
    const following = profile.known ? followsBelow(this.#commands[index]!) : null
    if (following === null || !(this.#context.onDisk || following === 'option')) return
    // Code of the workspace may read what it likes, and is decided as such.
    const runsWorkspace = profile.effects.some(({ kind, origin }) => kind === 'execute' && origin === 'workspace')
    for (const { kind, path, recursive, lists } of profile.effects) {
      if (kind !== 'file-read' || path === null || (!recursive && !lists)) continue
      if (following === 'assumed' && (lists || runsWorkspace)) continue
      for (const found of this.#reached(index, path)) {
        const extent = { recursive: true as const, ...(lists && { lists }) }
        added.set(found, found === null ? ANYTHING : { kind: 'file-read', path: found, ...extent })
      }
    }
  }

  #reached(index: number, folder: string): readonly (string | null)[] {
    const listing = this.#look === null || mayHaveMade(this.#commands, index, this.#line) ? null : this.#look(folder)
    if (listing === null) return [null]
    return targets(listing).filter((path) => path === null || !isBelow(path, folder))
  }

  /** Adds what links among the names lead to that a command is handed. Its part in handing on names, with these. */
  #namesWithLinks(index: number, { names, effects }: CommandProfile, added: AddedReads): CommandProfile['names'] {
    if (names !== 'takes' || ![...effects, ...added.values()].some(isUnknownRead)) return names
    if (this.#readsData || readsBeyondNames(this.#commands[index]!)) return undefined
    const links = this.#linksTaken(index)
    if (links === null) return undefined
    for (const { target } of links) {
      // Of what lies in the workspace, that its name is not known says enough.
      if (target === null || isBelow(target, this.#context.workspace)) continue
      added.set(target, { kind: 'file-read', path: target, recursive: true })
    }
    return names
  }

  /** The links among the names that a command is handed; `null` where that cannot be told. */
  #linksTaken(index: number): readonly FolderLink[] | null {
    const planned = this.#commands[index]!
    const command = this.#line.commands.find(({ argv }) => argv === planned.argv)
    if (command === undefined || mayHaveMade(this.#commands, index, this.#line)) return null
    const links: FolderLink[] = []
    const handed = handedNames(command, this.#commands, this.#line)
    if (this.#finders.length > MAX_FINDERS) return null
    for (const finder of this.#finders.map((at) => this.#commands[at]!)) {
      for (const folder of new Set([this.#folderOf(finder), this.#folderOf(planned)])) {
        const look = this.#look
        const found =
          folder === null && look !== null ? null : listedBy(finder, folder ?? this.#context.cwd, handed, look)
        if (found === null) return null
        links.push(...found)
      }
    }
    return links.some(({ target }) => target === null) ? null : links
  }

  #folderOf({ cwd }: PlannedCommand): string | null {
    return cwd === undefined ? this.#context.cwd : cwd
  }
}

const isBelow = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`)

const targets = ({ links }: Listing): readonly (string | null)[] => [...new Set(links.map(({ target }) => target))]

const isUnknownRead = ({ kind, path, lists }: PlannedEffect) => kind === 'file-read' && path === null && lists !== true

/** Whether a command reads more than the names that it is handed: what stands in such a file, for `sort --files0-from`. */
function readsBeyondNames({ argv, profile }: PlannedCommand): boolean {
  if (profile?.known !== true) return false
  const profiled = profileCommand(argv.map((word) => word ?? './name'))
  return !profiled.known || profiled.effects.some(({ kind, target }) => kind === 'file-read' && target === null)
}

/** `sort -z` */
const keepsZero = (argv: PlannedCommand['argv']) => argv.some((word) => word !== null && /^-[a-zA-Z]*z/.test(word))

function handedNames(command: ShellCommand, commands: readonly PlannedCommand[], line: LineTree): HandedNames {
  const handing = handingOf(command, line)
  const filtered = commands.some(
    ({ profile, readsPipe, argv }) => profile?.names === 'filters' && readsPipe && !keepsZero(argv),
  )
  const { words } = command
  const first = words.findIndex(({ text }) => text === null)
  const end = words.findIndex(({ text }) => text === '--')
  // As a pattern is judged that may fit an option.
  const asPatterns = words.map((word) => (word.text === null ? { ...word, prefix: '', pattern: '*' } : word))
  const profiled = profileCommand(asPatterns)
  const hurts = !profiled.known || profiled.effects.some(({ target }) => target === null)
  return { handing, filtered, options: end < 0 || end > first, hurts }
}

/** What makes files of its own, and no links. */
const MAKES_PLAIN = /^(?:mkdir|touch|tee)$/

/** Whether a command that runs before may have made links or files of any name. */
function mayHaveMade(commands: readonly PlannedCommand[], index: number, line: LineTree): boolean {
  const { span } = commands[index]!
  return commands.some((other, at) => {
    if (at === index || other.passive === true || (!line.repeats && other.span[0] >= span[0])) return false
    const { profile, name } = other
    if (profile === undefined) return false
    if (!profile.known) return profile.names === undefined
    return profile.effects.some(({ kind, path, origin, opens, repository }) => {
      if (kind === 'execute') return origin !== 'helper' && repository !== true
      return (
        kind === 'file-write' && !opens && !repository && !path?.startsWith('/dev/') && !MAKES_PLAIN.test(name ?? '')
      )
    })
  })
}

/** Two paths are compared wherever they lie, without `--no-index` too. git-diff(1) */
function mayCompareAny({ argv, profile }: PlannedCommand, line: LineTree): boolean {
  if (profile?.words?.[0] !== 'git' || profile.words[1] !== 'diff' || !argv.includes(null)) return false
  if (line.commands.some((command) => command.argv === argv && command.wrappers.includes('xargs'))) return true
  const end = argv.indexOf('--')
  return end >= 0 && argv.length - end > 2 && argv.includes(null, end)
}
