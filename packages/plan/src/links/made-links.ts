import { lstatSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { CommandProfile, PlannedCommand, PlannedEffect } from '@poundlock/policy'
import type { Span } from '@poundlock/shell'
import type { ShellEffect } from '@poundlock/shell/analysis'
import { isWithin } from '@poundlock/spec'
import type { LineTree } from '../line/line-tree.ts'
import type { LinkContext } from './linked-reads.ts'
import { listingBelow } from './links-below.ts'

/** A command that may make links of any name below a folder. */
interface Maker {
  readonly span: Span
  readonly folder: string
  /** The folder itself becomes no link: git changes files in its working tree. */
  readonly keepsTop: boolean
}

/**
 * Adds that a path may be anything which is not there yet, and is named behind a command that may make a link of it: git
 * checks links out, patches and archives hold them, and a folder that is moved takes its links along.
 */
export function addMadeLinks(
  commands: PlannedCommand[],
  redirected: readonly ShellEffect[],
  effects: PlannedEffect[],
  line: LineTree,
  { cwd, workspace, onDisk }: LinkContext,
): void {
  if (!onDisk) return
  const look = listingBelow(workspace)
  const makers = commands.flatMap((command) => makersIn(command, look))
  if (makers.length === 0) return
  const mayBeMade = (kind: PlannedEffect['kind'], path: string, span: Span, name: string | null): boolean => {
    if (!kind.startsWith('file-')) return false
    // What removes a name, or makes a folder of it, follows no link of that name.
    const place = kind === 'file-delete' || name === 'mkdir' ? dirname(path) : path
    const isAfter = (maker: Maker) => maker.span[0] < span[0] || (line.repeats && maker.span[0] !== span[0])
    const isMade = ({ folder, keepsTop }: Maker) => isWithin(place, folder) && !(keepsTop && place === folder)
    return makers.some((maker) => isAfter(maker) && isMade(maker)) && isMissing(place, line)
  }
  for (const { kind, path, span } of redirected) {
    if (path !== null && mayBeMade(kind, resolve(cwd, path), span, null)) effects.push({ kind, path: null })
  }
  for (const [index, command] of commands.entries()) {
    const { profile, span, name } = command
    if (profile?.known !== true || KEEPS_LINKS.test(profile.words?.slice(0, 2).join(' ') ?? '')) continue
    const unknown = profile.effects.find(
      ({ kind, path, lists }) => path !== null && lists !== true && mayBeMade(kind, path, span, name),
    )
    if (unknown !== undefined) commands[index] = { ...command, profile: withAny(profile, unknown.kind) }
  }
}

const withAny = (profile: CommandProfile, kind: PlannedEffect['kind']): CommandProfile => ({
  ...profile,
  effects: [...profile.effects, { kind, path: null }],
})

/** Takes a link for a link. git-add(1): what is beyond a link is refused */
const KEEPS_LINKS = /^git (?:add|stage|rm|mv|restore|checkout|reset|ls-files|log|show|blame)$/
/** What only makes a branch leaves the files as they are. git-checkout(1), git-switch(1) */
const ONLY_BRANCHES = /^git (?:checkout (?:-q )?-[bB]|switch (?:-q )?(?:-[cC]|--create)) \S+$/
/** What makes links only where what it takes has links. */
const COPIES: ReadonlySet<string> = new Set(['cp', 'mv', 'install', 'rsync'])
const MAKES_FOLDERS: ReadonlySet<string> = new Set(['mkdir', 'touch', 'tee'])
/**
 * Compilers and formatters write plain files, and the archives of modules hold no links. go help build, the manual of each;
 * go.dev/ref/mod, "File path and size constraints"
 */
const WRITES_PLAIN_FILES: ReadonlySet<string> = new Set(
  (
    'go gofmt goimports gofumpt gci golangci-lint tsc prettier eslint biome oxlint oxfmt stylelint ruff black isort autopep8 ' +
    'rustfmt clang-format shfmt javac gcc g++ cc c++ clang clang++ rustc'
  ).split(' '),
)

function makersIn({ profile, span, passive }: PlannedCommand, look: ReturnType<typeof listingBelow>): readonly Maker[] {
  if (profile?.known !== true || passive === true) return []
  const { words, effects } = profile
  const program = words?.[0] ?? ''
  if (MAKES_FOLDERS.has(program) || WRITES_PLAIN_FILES.has(program) || ONLY_BRANCHES.test(words?.join(' ') ?? ''))
    return []
  // Code of the workspace reads and writes by itself what a link would lead to.
  if (effects.some(({ kind, origin }) => kind === 'execute' && origin === 'workspace')) return []
  if (COPIES.has(program) && !takesLinks(effects, look)) return []
  const keepsTop = program === 'git'
  return effects.flatMap(({ kind, path, recursive, opens, repository }) =>
    kind === 'file-write' && path !== null && recursive && !opens && !repository
      ? [{ span, folder: path, keepsTop }]
      : [],
  )
}

function takesLinks(effects: readonly PlannedEffect[], look: ReturnType<typeof listingBelow>): boolean {
  return effects.some(({ kind, path }) => {
    if (kind !== 'file-read' && kind !== 'file-delete') return false
    const stats = path === null ? undefined : lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() === true) return false
    return stats?.isDirectory() !== true || look(path!)?.links.length !== 0
  })
}

/** Whether nothing stands there, as far as it may be looked at. */
function isMissing(path: string, { disk }: LineTree): boolean {
  if (!disk.spend(1)) return true
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return true
  }
}
