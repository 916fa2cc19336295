import type { Quarantined } from '@poundlock/workspace-guard'
import type { FinishedCommand, SandboxDenial } from '../contract.ts'
import type { SandboxPolicy } from '../policy.ts'
import { complaints } from './complaints.ts'
import { diskState } from './disk-state.ts'

/** More would not be read. */
const MAXIMUM_DENIALS = 10

export interface DenialContext {
  /** Checked. */
  readonly policy: SandboxPolicy
  /** Entries that were moved out of the workspace after the run. */
  readonly quarantined: readonly Quarantined[]
  /** Folders that were too large to be searched for repositories that a command made. */
  readonly unsearched?: readonly string[]
  /** Hidden paths that were replaced from outside while the command ran; the command was ended for that. */
  readonly replaced?: readonly string[]
  /** What came to be under names that rules deny to read. */
  readonly appeared?: readonly string[]
}

/**
 * Reads from the end of a command's error output what the sandbox refused it. Programs word their errors as they
 * like, so this finds most, not all; and a refusal that a program kept to itself leaves no trace.
 */
export function explainDenials(finished: FinishedCommand, context: DenialContext): readonly SandboxDenial[] {
  const denials = new Map<string, SandboxDenial>()
  const add = (denial: SandboxDenial): void => {
    if (denials.size < MAXIMUM_DENIALS) denials.set(denial.message, denial)
  }
  for (const { path, root = context.policy.workspace, movedTo, reason } of context.quarantined) {
    const moved = movedTo === '' ? '' : ` It was moved to ${quote(movedTo)}.`
    add({
      kind: 'write',
      target: `${root}/${path}`,
      message: `${quote(path)} is protected in ${root === context.policy.workspace ? 'the workspace' : quote(root)}: ${reason}.${moved} A person can put it there, the command cannot.`,
    })
  }
  for (const path of context.replaced ?? []) {
    add({ kind: 'read', target: path, message: explainReplaced(path) })
  }
  for (const path of context.appeared ?? []) {
    add({ kind: 'read', target: path, message: explainAppeared(path) })
  }
  for (const folder of context.unsearched ?? []) {
    add({ kind: 'limit', target: folder, message: explainUnsearched(folder) })
  }
  if (finished.exitCode !== 0) {
    const disk = diskState(context.policy.workspace)
    for (const line of finished.stderr.split('\n')) {
      const complaint = complaints.find(({ pattern }) => pattern.test(line))
      const denial = complaint?.explain(line, pathIn(line, context.policy), context.policy, disk) ?? null
      if (denial !== null) add(denial)
    }
    const killed = explainSignal(finished, context.policy)
    if (killed !== null) add(killed)
  }
  return [...denials.values()]
}

function explainReplaced(path: string): string {
  return (
    `${quote(path)} is hidden, and was replaced from outside while the command ran, which takes away what hid it. So the ` +
    'command was ended; it may have read what has come in its place. Run it again when no program outside changes that file.'
  )
}

function explainAppeared(path: string): string {
  return (
    `${quote(path)} was made while the command ran, under a name that a rule denies to read. What is made then is not ` +
    'hidden: if a person made it, the command could read it. It is hidden from the next one.'
  )
}

function explainUnsearched(folder: string): string {
  return (
    `${quote(folder)} has more folders than are searched after a command: a git repository that it made there, with hooks and ` +
    'settings, or a file that rules deny may have been missed. Look at them before git runs there, or work in a smaller folder.'
  )
}

/** The last absolute path that a line names, in quotes or bare; not the shell that says it. */
function pathIn(text: string, policy: SandboxPolicy): string | null {
  const line = text.replace(/^\/[^\s:]+: (?:line )?\d+: /, '')
  const paths = [
    ...line.matchAll(
      /['"\u2018\u201C](?<quoted>\/[^'"\u2019\u201D]+)['"\u2019\u201D]|(?:^|[\s:=(])(?<bare>\/[^\s:'"()]+)/g,
    ),
  ]
  const groups = paths.at(-1)?.groups
  return groups?.['quoted'] ?? groups?.['bare'] ?? protectedIn(line, policy)
}

/**
 * A protected path of the workspace that a line names without its folder, as `.git/config` in a message of git or a
 * shell: the command's folder is not known, but that name is protected everywhere.
 */
function protectedIn(line: string, { workspace, protectedPaths }: SandboxPolicy): string | null {
  const words = line.split(/[\s'"\u2018\u2019:()]+/).map((word) => word.replace(/^(?:\.\/)+/, ''))
  const named = words.find((word) => protectedPaths.some((name) => word === name || word.startsWith(`${name}/`)))
  return named === undefined ? null : `${workspace}/${named}`
}

function explainSignal({ signal, exitCode }: FinishedCommand, { limits }: SandboxPolicy): SandboxDenial | null {
  const is = (name: string, number: number): boolean => signal === name || exitCode === 128 + number
  const limit = (resource: string, key: string): SandboxDenial => ({
    kind: 'limit',
    target: null,
    message: `The command was ended for ${resource}; the limit is sandbox.limits.${key}.`,
  })
  if (is('SIGXCPU', 24) && limits.cpuSeconds !== undefined) {
    return limit(`using more than ${String(limits.cpuSeconds)} s of processor time`, 'cpuSeconds')
  }
  if (is('SIGXFSZ', 25) && limits.fileBytes !== undefined) {
    return limit(`writing a file of more than ${String(limits.fileBytes)} bytes`, 'fileBytes')
  }
  if (is('SIGSYS', 31)) {
    return {
      kind: 'privilege',
      target: null,
      message: 'The command was ended for a system call of another processor mode, such as a 32-bit program makes.',
    }
  }
  return null
}

const quote = (text: string): string => JSON.stringify(text)
