import type { CommandWord } from '../model/analysis.ts'
import { type ExpandedCommand, type InvocationWalker, MOST_WRAPPERS, invokeInner } from '../model/invocation.ts'
import { type Directory, type ShellState, changeDirectory } from '../model/state.ts'
import type { WordPart } from '../syntax/tree.ts'
import { assigningBuiltins } from './assigning-builtins.ts'
import { type Builtin, refuseUse } from './builtin.ts'
import { evaluatingBuiltins } from './evaluating-builtins.ts'

const joinedText: Builtin = (walker, state, invocation) => {
  const texts = invocation.words.slice(1).map((word) => word.text)
  if (texts[0] === '--') texts.shift()
  if (texts.includes(null)) {
    walker.unresolved('text', 'text that is run is only known at run time', invocation.span)
    walker.forget(state)
    return null
  }
  walker.runText(texts.join(' '), state, invocation)
  return state.directory
}

const source: Builtin = (walker, state, invocation) => {
  walker.unresolved('source', 'a file is run by this shell', invocation.span)
  walker.findings.effect('file-read', invocation.words[1]?.text ?? null, invocation.span)
  walker.forget(state)
  return null
}

const exec: Builtin = (walker, state, invocation) => {
  const { words } = invocation
  let called: CommandWord | undefined
  let index = 1
  for (; index < words.length; index++) {
    const text = words[index]?.text
    if (text == null) break
    if (text === '--') {
      index++
      break
    }
    if (!text.startsWith('-') || text === '-') break
    const named = /^-[cl]*a$/.test(text)
    if (!walker.bash || !(named || /^-[cl]+$/.test(text))) {
      return refuseUse(walker, state, invocation, 'an option of exec')
    }
    const given = named ? words[++index] : undefined
    if (text.includes('l') || (named && (given?.text ?? '-').startsWith('-'))) {
      walker.unresolved('script', 'a shell with a dash before its name runs its start-up files', invocation.span)
    }
    called = given ?? called
  }
  if (index < words.length) {
    invokeInner(walker, state, invocation, words.slice(index))
    if (called !== undefined) {
      // One program for many commands goes by what it is called: busybox(1), git(1), the coreutils of uutils.
      walker.unresolved('lookup', 'exec -a gives the program another name', invocation.span)
      invokeInner(walker, state, invocation, [called, ...words.slice(index + 1)])
    }
    return state.directory
  }
  if (invocation.redirections.length > 0) state.input = 'descriptor'
  return state.directory
}

const command: Builtin = (walker, state, invocation) => {
  const { words } = invocation
  let index = 1
  for (; index < words.length; index++) {
    const text = words[index]?.text
    if (text == null) break
    if (text === '--') {
      index++
      break
    }
    if (!text.startsWith('-') || text === '-') break
    if (!/^-[pvV]+$/.test(text)) return refuseUse(walker, state, invocation, 'an option of command')
    if (/[vV]/.test(text)) return state.directory
    // What is found there need not be what PATH leads to, which is what was looked up.
    walker.unresolved('lookup', 'command -p looks for programs in its own list of folders', invocation.span)
  }
  if (index >= words.length) return state.directory
  return inShell(walker, state, invocation, index)
}

/** Runs the words from `index` on as a command of this very shell. */
function inShell(walker: InvocationWalker, state: ShellState, invocation: ExpandedCommand, index: number): Directory {
  if (invocation.wrappers.length >= MOST_WRAPPERS) return refuseUse(walker, state, invocation, 'nested too deep')
  return walker.invoke(state, {
    ...invocation,
    words: invocation.words.slice(index),
    wrappers: [...invocation.wrappers, invocation.words[0]?.text ?? ''],
    tree: null,
  })
}

const builtin: Builtin = (walker, state, invocation) => {
  const from = invocation.words[1]?.text === '--' ? 2 : 1
  return invocation.words.length > from ? inShell(walker, state, invocation, from) : state.directory
}

const trap: Builtin = (walker, state, invocation) => {
  const { words } = invocation
  const from = words[1]?.text === '--' ? 2 : 1
  const action = words[from]
  if (action === undefined) return state.directory
  if (action.text === null) {
    walker.unresolved('text', 'the action of a trap is only known at run time', action.span)
    walker.forget(state)
    return null
  }
  // Behind `--` only a single dash is none.
  const option = from === 1 ? action.text.startsWith('-') : action.text === '-'
  if (option || action.text === '' || (/^\d+$/.test(action.text) && words.length === from + 1)) {
    return state.directory
  }
  // It runs at any later time: what it finds is unknown, and what it changes may change everywhere.
  if (!/^(?:exit|return|:|true|echo|rm|kill|wait)(?: [\w./"$ -]*)?$/.test(action.text)) walker.surprised = true
  walker.runText(action.text, walker.unknownState(), invocation)
  return state.directory
}

const alias: Builtin = (walker, state, invocation) => {
  if (
    invocation.words.length === 1 ||
    invocation.words.every((word) => word.text !== null && !word.text.includes('='))
  ) {
    return state.directory
  }
  walker.unresolved('alias', 'an alias changes what a name stands for', invocation.span)
  walker.forget(state)
  return null
}

const hash: Builtin = (walker, state, invocation) => {
  if (invocation.words.slice(1).every((word) => word.text !== null && /^(?:-[rdlt]+|[^-].*)$/.test(word.text))) {
    return state.directory
  }
  walker.unresolved('lookup', 'hash -p binds a name to another program', invocation.span)
  return state.directory
}

const enable: Builtin = (walker, state, invocation) => {
  if (invocation.words.slice(1).every((word) => word.text !== null && /^-[aps]+$/.test(word.text)))
    return state.directory
  walker.unresolved('lookup', 'enable changes which names are builtins', invocation.span)
  return state.directory
}

/** Source: bash(1), jobs: `-x` runs the words behind it, with process ids in the place of jobs. */
const jobs: Builtin = (walker, state, invocation) => {
  const { words } = invocation
  const at = words.findIndex(({ text }, index) => index > 0 && (text === null || /^-.*x/.test(text)))
  if (at < 0 || (at === words.length - 1 && words[at]?.splits === false)) return state.directory
  if (words[at]?.text !== null && at + 1 < words.length) inShell(walker, state, invocation, at + 1)
  return refuseUse(walker, state, invocation, 'jobs may run a command')
}

const unsupported: Builtin = (walker, state, invocation) =>
  invocation.words.length === 1
    ? state.directory
    : refuseUse(walker, state, invocation, `${invocation.words[0]?.text} may run code`)

const cd: Builtin = (walker, state, invocation) => {
  const before = state.directory
  const { words } = invocation
  let index = 1
  let physical = false
  for (; index < words.length; index++) {
    const text = words[index]?.text
    if (text == null || !/^-[LPe@]+$/.test(text)) break
    if (/[P@]/.test(text)) physical = true
  }
  if (words[index]?.text === '--') index++
  const operand = words[index]
  let after: string | null = null
  if (operand === undefined) {
    const home = state.get('HOME')
    if (typeof home === 'string' && home.startsWith('/')) after = changeDirectory('/', home)
  } else if (operand.text !== null && operand.text !== '-' && operand.text !== '' && index === words.length - 1) {
    after = changeDirectory(before, operand.text)
  }
  // A relative path may be looked up in CDPATH instead.
  if (operand?.text != null && !/^(?:\/|\.\.?(?:\/|$))/.test(operand.text) && walker.mentionsDirectorySearch)
    after = null
  // By which name a shell knows the folder that it starts in depends on PWD.
  if (walker.depth > 0 && operand?.text?.includes('..') === true) after = null
  walker.setDirectory(state, physical ? null : after)
  const isSure = after !== null && !physical && invocation.context === 'top' && walker.findings.surelyEnters(after)
  return isSure ? undefined : (before ?? null)
}

const unknownDirectory: Builtin = (walker, state) => {
  walker.setDirectory(state, null)
  return null
}

/** Of dash only: for bash it is the name of a program. */
const chdir: Builtin = (walker, state, invocation) =>
  walker.bash ? state.directory : unknownDirectory(walker, state, invocation)

const exit: Builtin = (_walker, state, { words, redirections, environment, tree }) => {
  // With more than one operand, with an option, and when an expansion or a redirection fails, the script goes on.
  const operand = words[1]
  const part = tree?.words[1]?.parts[0]
  const expands = part?.type === 'double' ? part.parts[0] : part
  const certain = operand === undefined || (operand.text !== null ? /^\d+$/.test(operand.text) : isStatus(expands))
  if (words.length > 2 || !certain || redirections.length + environment.length > 0) return state.directory
  state.directory = undefined
  return undefined
}

/** `$?` and the like, whose expansion never fails. */
function isStatus(part: WordPart | undefined): boolean {
  return part?.type === 'parameter' && part.name === '?' && part.operator === null
}

/** Builtins by name that run, assign, or change how the shell goes on. Sources: bash(1), dash(1). */
export const builtins = (): Readonly<Record<string, Builtin>> => ({
  eval: joinedText,
  source,
  '.': source,
  exec,
  command,
  builtin,
  trap,
  alias,
  hash,
  enable,
  complete: unsupported,
  compgen: unsupported,
  compopt: unsupported,
  bind: unsupported,
  fc: unsupported,
  history: unsupported,
  jobs,
  cd,
  chdir,
  pushd: unknownDirectory,
  popd: unknownDirectory,
  exit,
  ...assigningBuiltins,
  ...evaluatingBuiltins,
})
