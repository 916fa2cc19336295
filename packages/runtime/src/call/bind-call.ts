import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Binding, FileIdentity } from '@poundlock/approvals'
import { observeFile } from '@poundlock/approvals/node'
import { boundFiles } from '@poundlock/plan'
import type { CommandPlan } from '@poundlock/policy'
import type { ShellAnalysis } from '@poundlock/shell/analysis'

/** The line and all that decides what it does. */
export interface BoundCall {
  readonly text: string
  readonly plan: CommandPlan
  /** The analysis of the line; absent for tools without one. */
  readonly analysis?: ShellAnalysis
  /** Absolute. */
  readonly cwd: string
  /** Absolute; the folder that it starts in, where it is left out. */
  readonly workspace?: string
  /** The variables that the call itself sets. */
  readonly sets?: Readonly<Record<string, string>>
  /** The whole environment that it would get. */
  readonly environment: Readonly<Record<string, string>>
  readonly host: string
  readonly agent: string
  readonly session: string
}

/** Larger files are identified by device, inode, size and time of change alone; only the system sets these. */
const MAX_HASHED_BYTES = 64 * 1024 * 1024
const MAX_HASHED_AMONG_MANY = 256 * 1024

/** Looks at everything that an approval of a call is bound to, as it is now. */
export function bindCall({
  text,
  plan,
  analysis,
  cwd,
  workspace = cwd,
  sets = {},
  environment,
  ...where
}: BoundCall): Binding {
  const { commands } = plan
  const programs = new Set(commands.flatMap(({ resolved }) => resolved ?? []))
  const tree = analysis?.ok ? analysis.tree : undefined
  const { HOME: home = '/', PATH = '' } = environment
  const { named, followed, groups, open } = boundFiles(
    { plan, tree, cwd, sets },
    { home, workspace, path: PATH.split(':') },
  )
  const unbound = new Set(open)
  const identities = followed.map((path) => withoutDoubt(identityOf(path, true), unbound))
  return {
    text,
    argv: wholeArguments(plan),
    executables: [...programs].map((path) => identityOf(path, isWritable(path))),
    scripts:
      named === null
        ? [tooMany(cwd)]
        : [...named.map((path) => identityOf(path, true)), ...identities, ...groups.map(identityOfAll)],
    unbound: [...unbound],
    cwd: identityOf(cwd, false),
    environment: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, sha256(value)])),
    ...where,
  }
}

/** `null` where a word is only known at run time: then an answer is bound to the text alone. */
function wholeArguments({ refusal, complete, commands }: CommandPlan): readonly (readonly string[])[] | null {
  if (refusal !== null || !complete) return null
  const all = commands.map(({ argv }) => argv.filter((word) => word !== null))
  return all.every((words, index) => words.length === commands[index]!.argv.length) ? all : null
}

/** If files beyond the limit were left out, an attacker would swap one of those. */
const tooMany = (path: string): FileIdentity => ({
  path,
  node: 'many',
  size: 0,
  changed: '',
  unkept: 'the line names more files and folders than can be looked at',
})

/** Whether others than the administrator can write to it: between two ticks of the clock, a change leaves no trace. */
function isWritable(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && (stats.uid !== 0 || (stats.mode & 0o022) !== 0)
}

/**
 * A path that the line does not name and that cannot be bound is listed as unbound; the rest of its identity still
 * counts.
 */
function withoutDoubt({ unkept, ...identity }: FileIdentity, unbound: Set<string>): FileIdentity {
  if (unkept !== undefined) unbound.add(`what ${identity.path} holds: ${unkept}`)
  return identity
}

/** Many files as one: which there are, and what each is. */
function identityOfAll(paths: readonly string[]): FileIdentity {
  const [first = '/'] = paths
  const all = sha256(paths.map((path) => `${path}\0${sightOf(path)}`).join('\n'))
  return { path: dirname(first), node: 'files', size: paths.length, changed: '', hash: all }
}

/** A change within one tick of the clock leaves the times as they are, so small files count by content. */
function sightOf(path: string): string {
  try {
    const { dev, ino, size, ctimeNs } = statSync(path, { bigint: true })
    return [dev, ino, size, ctimeNs, size <= MAX_HASHED_AMONG_MANY ? identityOf(path, true).hash : ''].join(':')
  } catch {
    return 'missing'
  }
}

/** A missing file has an identity too: creating it is a change. */
function identityOf(path: string, content: boolean): FileIdentity {
  try {
    const small = statSync(path).size <= MAX_HASHED_BYTES
    return observeFile(path, { content: content && small })
  } catch {
    return { path, node: 'missing', size: 0, changed: '' }
  }
}

const sha256 = (text: string) => hash('sha256', text)
