import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Binding, FileIdentity } from '@poundlock/approvals'
import { observeFile } from '@poundlock/approvals/node'
import type { CommandPlan } from '@poundlock/policy'
import { codeFiles } from './code-files.ts'

/** What is bound: a line and everything that decides what it does. */
export interface BoundCall {
  readonly text: string
  readonly plan: CommandPlan
  /** Absolute. */
  readonly cwd: string
  /** The whole environment that it would get. */
  readonly environment: Readonly<Record<string, string>>
  readonly host: string
  readonly agent: string
  readonly session: string
}

/** Larger ones are known by device, inode, size and time of change alone, which nobody but the system sets. */
const MAX_HASHED_BYTES = 64 * 1024 * 1024

/** Looks at everything that an approval of a call is bound to, as it is now. */
export function bindCall({ text, plan, cwd, environment, ...where }: BoundCall): Binding {
  const { commands } = plan
  const programs = new Set(commands.flatMap(({ resolved }) => resolved ?? []))
  const scripts = codeFiles(plan, cwd)
  return {
    text,
    argv: wholeArguments(plan),
    executables: [...programs].map((path) => identityOf(path, isWritable(path))),
    scripts: scripts === null ? [tooMany(cwd)] : scripts.map((path) => identityOf(path, true)),
    cwd: identityOf(cwd, false),
    environment: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, sha256(value)])),
    ...where,
  }
}

/** `null` where a word is only known at run time: then the text alone says what was approved. */
function wholeArguments({ refusal, complete, commands }: CommandPlan): readonly (readonly string[])[] | null {
  if (refusal !== null || !complete) return null
  const all = commands.map(({ argv }) => argv.filter((word) => word !== null))
  return all.every((words, index) => words.length === commands[index]!.argv.length) ? all : null
}

/** Where some would be left out, those would be what is swapped. */
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

/** What is not there has an identity too: once it is there, it is another one. */
function identityOf(path: string, content: boolean): FileIdentity {
  try {
    const small = statSync(path).size <= MAX_HASHED_BYTES
    return observeFile(path, { content: content && small })
  } catch {
    return { path, node: 'missing', size: 0, changed: '' }
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
