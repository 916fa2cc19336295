import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlannedCommand } from '@poundlock/policy'
import { followLinks } from '../links/follow-links.ts'
import type { FolderLink, Listing } from '../links/links-below.ts'
import { trackedNames } from '../repository/gitlinks.ts'
import { locateRepository } from '../repository/locate-repository.ts'
import { BREAKS, type Handing } from './handing.ts'

/** What of the way of names to a command counts. */
export interface HandedNames {
  readonly handing: Handing
  /** Whether another command on the way reads them line by line. */
  readonly filtered: boolean
  /** Whether a name that begins with a dash would be an option. */
  readonly options: boolean
  /** Whether any option could make the command do something else. */
  readonly hurts: boolean
}

/** Folders with what lies below them; `null` where nothing may be looked at. */
export type Look = ((folder: string) => Listing | null) | null

/**
 * The links among what a command that lists names can print; `null` where a name may arrive as another one. With nothing
 * known of the disk, a name may hold every character, and no link is known: as in a pattern that stands in the line.
 */
export function listedBy(
  finder: PlannedCommand,
  cwd: string,
  handed: HandedNames,
  look: Look,
): readonly FolderLink[] | null {
  const [program = ''] = finder.profile?.words ?? []
  const { argv } = finder
  if (program === 'ls' && argv.some((word) => word !== null && /^(?:-\w*[aA]|--(?:almost-)?all$)/.test(word)))
    return null
  const endsAtZero = argv.some((word) => word !== null && ENDS_AT_ZERO.test(word))
  // The shell leaves zero bytes out, so that `.` and `./x` become `../x`.
  if (endsAtZero && handed.handing !== 'whole') return null
  const breaks = breaksOf(handed)
  const isOption = handed.options && program !== 'find'
  if (look === null) {
    // Git quotes what ends a line: it stays one name of the folder. git-ls-files(1), core.quotePath
    const quoted = program === 'git' && breaks === BREAKS.lines && !endsAtZero
    return (breaks === null || quoted) && !(isOption && handed.hurts) && !isElsewhere(finder) ? [] : null
  }
  if (program === 'git') return listedByGit(finder, cwd, { breaks, options: handed.options }, look)
  const simple = !argv.some((word) => word === null || /^(?:-o|-or|-not|!|\(|,|-L|-follow|-R|--follow)$/.test(word))
  const onlyFiles = simple && (program === 'find' ? valueOf(argv, '-type') === 'f' : /^(?:rg|grep)$/.test(program!))
  if (onlyFiles && breaks === null && !isOption) return []
  const ending = simple && program === 'find' ? endingOf(valueOf(argv, '-name')) : ''
  // It prints no folders, unless it goes through them.
  const bare = program === 'ls' && !argv.some((word) => word !== null && /^-\w*R/.test(word))
  const folders = new Set(finder.profile!.effects.flatMap(({ kind, path }) => (kind === 'file-read' ? [path] : [])))
  if (bare || folders.size === 0) folders.add(cwd)
  const links: FolderLink[] = []
  for (const folder of folders) {
    const listing = folder === null ? null : look(folder)
    if (listing === null) return null
    const matches = (name: string) => name.endsWith(ending) && !(bare && name.includes('/'))
    if (listing.names.some((name) => matches(name) && isBroken(name, breaks, isOption))) return null
    if (!onlyFiles) links.push(...listing.links.filter(({ name }) => matches(name)))
  }
  return links
}

/** `find -print0`, `git ls-files -z`, `rg -0`, `grep -Z`. */
const ENDS_AT_ZERO = /^(?:-print0|-[a-zA-Z]*[zZ0]|--null|--print0)$/

function breaksOf({ handing, filtered }: HandedNames): RegExp | null {
  return BREAKS[filtered && handing === 'whole' ? 'lines' : handing]
}

/** Git works elsewhere than what takes the names, or with another index. */
const isElsewhere = ({ argv, profile }: PlannedCommand) =>
  profile?.words?.[0] === 'git' && argv.some((word) => word === null || /^(?:-C|--git-dir|--work-tree)/.test(word))

const isBroken = (name: string, breaks: RegExp | null, isOption: boolean) =>
  breaks?.test(name) === true || (isOption && name.startsWith('-'))

function valueOf(argv: readonly (string | null)[], option: string): string | null {
  const first = argv.indexOf(option)
  return first < 0 || first !== argv.lastIndexOf(option) ? null : (argv[first + 1] ?? null)
}

/** `*.ts` */
const endingOf = (pattern: string | null) => (pattern !== null && /^\*[\w.-]*$/.test(pattern) ? pattern.slice(1) : '')

function repositoryOf(folder: string) {
  try {
    return locateRepository(folder)
  } catch {
    return null
  }
}

/** Git lists what its index holds, whether it lies on the disk or not. */
function listedByGit(
  finder: PlannedCommand,
  cwd: string,
  { breaks, options }: { readonly breaks: RegExp | null; readonly options: boolean },
  look: NonNullable<Look>,
): readonly FolderLink[] | null {
  const { argv, profile } = finder
  if (isElsewhere(finder)) return null
  const repository = repositoryOf(cwd)
  if (repository === null) return null
  const words = argv.slice(argv.indexOf(profile!.words![1]!) + 1) as readonly string[]
  const compares = profile!.words![1] === 'diff'
  // Of another commit: its names stand in no index.
  const named = words.some((word) => /^--(?:cached|staged)$/.test(word) || !word.startsWith('-'))
  if (compares && (repository.top !== cwd || (named && breaks !== null))) return null
  const tracked = trackedNames(repository.own)
  if (tracked === null) return null
  const patterns = words.filter((word) => !word.startsWith('-'))
  const isSimple =
    profile!.words![1] === 'ls-files' && patterns.length > 0 && patterns.every((word) => endingOf(word) !== '')
  const matches = (name: string) => !isSimple || patterns.some((word) => name.endsWith(word.slice(1)))
  const isBad = (name: string) => matches(name) && isBroken(name, breaks, options)
  if (tracked.some(isBad)) return null
  const links = linksAmong(tracked.filter(matches), repository.top)
  const untracked = words.some((word) => /^(?:-[a-z]*o[a-z]*|--others|--untracked|--no-index)$/.test(word))
  if (!untracked && !(compares && named)) return links
  const listing = look(cwd)
  if (links === null || listing === null || listing.names.some(isBad)) return null
  return [...links, ...listing.links.filter(({ name }) => matches(name))]
}

/** The tracked paths that are links, or reached through one. */
function linksAmong(names: readonly string[], top: string): readonly FolderLink[] | null {
  const plain = new Map<string, boolean>([['.', true]])
  const links: FolderLink[] = []
  const isPlain = (name: string): boolean => {
    let known = plain.get(name)
    if (known === undefined) {
      known = isPlain(dirname(name)) && lstatSync(join(top, name), { throwIfNoEntry: false })?.isSymbolicLink() !== true
      plain.set(name, known)
    }
    return known
  }
  try {
    for (const name of names) if (!isPlain(name)) links.push({ name, target: followLinks(join(top, name)) })
  } catch {
    return null
  }
  return links
}
