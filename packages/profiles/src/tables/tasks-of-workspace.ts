import type { GivenOperand, Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { helpAndVersion, type OptionRow } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import type { ProfileEffect } from '../model/result.ts'
import { knownText, wordTarget } from '../model/word.ts'

/** A goal, a target or a file of the workspace: no path elsewhere, no address, no assignment, no file of arguments. */
const PLAIN_TASK = /^(?!-|@[^/]*\/|.*(?:^|[:/])\.\.(?:\/|$))(?:\/\/)?[\w.@+][\w.:@+/*,-]*$|^(?:\/\/|:)[\w.:@+/*,-]*$/

/** Names that say that something leaves the workspace: files of the system, packages for others, machines. */
const LEAVES = /(?:^|[:/.])(?:(?:un)?install(?:$|[:/.-])|publish|deploy|upload|release$|push$|distribute)/i

/** Options that name a folder of the workspace, whose files then say what is run: another one is code that the line names. */
export function worksIn(call: Invocation, names: string): void {
  for (const { name, values: given } of call.options) {
    if (!names.split(' ').includes(name)) continue
    const folder = wordTarget(given[0] ?? null)
    if (folder !== null && isBelow(folder)) call.effects.push({ kind: 'file-read', target: folder, recursive: true })
    else call.executes(folder, 'argument', 'a folder that decides what runs')
  }
}

/** Hidden folders belong to version control, editors and agents; a rule for tests does not mean files there. */
const isBelow = (path: string) => /^[\w.][\w.@+/ -]*$/.test(path) && !/(?:^|\/)\.[^/]/.test(path)

/** Names of tasks, and what is more than that. */
export function evaluateTasks(
  call: Invocation,
  operands: readonly GivenOperand[] = call.operands,
): ProfileRefusal | undefined {
  for (const { word, at } of operands) {
    const text = knownText(word)
    if (text === null || !PLAIN_TASK.test(text) || LEAVES.test(text)) {
      return {
        code: 'EXECUTES_CODE',
        message: `${call.program}: ${text ?? 'a word'} is more than the name of a task`,
        at,
      }
    }
  }
  return undefined
}

export interface TaskDriver {
  readonly source: string
  readonly options: readonly OptionRow[]
  /** Options that name the folder it works in. */
  readonly folder?: string
  /** Its own commands that it may be given first, separated by spaces; without it, any plain word is a task. */
  readonly verbs?: string
  readonly always?: readonly ProfileEffect[]
  readonly more?: Partial<CommandTable>
}

/** Does what files of the workspace say under the names that it is given. */
export function taskDriver({ source, options, folder, verbs, always, more }: TaskDriver): CommandTable {
  return {
    source,
    style: 'exact',
    ownOperands: true,
    operandsFirst: true,
    always: always ?? [workspaceCode('tasks'), WRITES_HERE],
    refine: (call) => {
      if (folder !== undefined) worksIn(call, folder)
      const [first] = call.operands
      if (verbs !== undefined && first !== undefined && !verbs.split(' ').includes(knownText(first.word) ?? '')) {
        return {
          code: 'EXECUTES_CODE',
          message: `${call.program}: nothing is known about ${knownText(first.word)}`,
          at: first.at,
        }
      }
      return evaluateTasks(call)
    },
    ...more,
    options: [helpAndVersion, ...options],
  }
}

/** The same of options that name tasks: `cmake --target install`. */
export function evaluateNamedTasks(call: Invocation, names: string): ProfileRefusal | undefined {
  for (const { name, values: given, at } of call.options) {
    if (names.split(' ').includes(name)) {
      const refusal = evaluateTasks(
        call,
        given.map((word) => ({ word, at })),
      )
      if (refusal) return refusal
    }
  }
  return undefined
}

/** Options whose value is one of its own settings: `-DCMAKE_BUILD_TYPE=Release`, `-Dtest=A#b`. Others may name programs. */
export function settings(call: Invocation, names: string, plain: RegExp): ProfileRefusal | undefined {
  for (const { name, values: given, at } of call.options) {
    if (!names.split(' ').includes(name)) continue
    const text = wordTarget(given[0] ?? null)
    if (text === null || !plain.test(text)) {
      return { code: 'NOT_EVALUATED', message: `${call.program}: the setting ${text ?? name} may name a program`, at }
    }
  }
  return undefined
}
