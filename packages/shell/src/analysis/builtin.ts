import type { CommandWord } from '../model/analysis.ts'
import type { ExpandedCommand, InvocationWalker } from '../model/invocation.ts'
import type { Directory, ShellState, Value } from '../model/state.ts'

/** Records what a builtin runs and assigns. Returns the directory if it fails. */
export type Builtin = (walker: InvocationWalker, state: ShellState, invocation: ExpandedCommand) => Directory

const PLAIN_NAME = /^[A-Za-z_]\w*$/

/** A use of a builtin that is not opted in: nothing is certain after it. */
export function refuseUse(
  walker: InvocationWalker,
  state: ShellState,
  invocation: ExpandedCommand,
  message: string,
): Directory {
  walker.unresolved('builtin', message, invocation.span)
  walker.forget(state)
  return null
}

/** Assigns the variable that a word names. A name with a subscript is evaluated. */
export function assignNamed(
  walker: InvocationWalker,
  state: ShellState,
  word: CommandWord | null | undefined,
  value?: Value,
  exported = false,
): void {
  if (word == null) return
  const { text } = word
  if (text !== null && PLAIN_NAME.test(text)) {
    walker.assign(text, value, word.span, state, exported)
    return
  }
  const element = text === null ? null : /^([A-Za-z_]\w*)\[(?:\d+|[@*])\]$/.exec(text)
  if (element?.[1] !== undefined) {
    walker.assign(element[1], undefined, word.span, state)
    return
  }
  // No identifier: the builtin reports an error.
  if (text !== null && !text.includes('[')) return
  walker.unresolved('assignment-target', 'which variable is assigned is only known at run time', word.span)
  walker.forget(state)
}
