import type { CommandWord } from '../model/analysis.ts'
import type { ExpandedCommand, InvocationWalker } from '../model/invocation.ts'
import type { ShellState } from '../model/state.ts'
import { inputText, mayReadScript } from '../wrappers/input-text.ts'
import { mayBeOption } from '../wrappers/options.ts'
import type { ShellRow } from '../wrappers/shells.ts'

const PLAIN_OPTIONS =
  /^(?:pipefail|errexit|nounset|noglob|noclobber|noexec|verbose|nullglob|globstar|dotglob|inherit_errexit)$/
const INPUT_FILE = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/(?:self|thread-self)\/fd\/0)$/

/** Records what a shell runs that is started by name: the text of `-c`, or an honest unknown. */
// oxlint-disable-next-line max-lines-per-function -- one scanner of the options of a shell, in the order in which it reads them
export function runShell(
  walker: InvocationWalker,
  state: ShellState,
  invocation: ExpandedCommand,
  row: ShellRow | undefined,
): void {
  const { words, span } = invocation
  /** What is named is recorded even so, for the rules that deny it. */
  const open = (message: string, reason: 'script' | 'wrapper' = 'wrapper') => {
    const text = likelyText(words)?.text ?? inputText(invocation)
    if (text != null) walker.runProcess(text, row?.dialect ?? 'bash', invocation, [])
    walker.unresolved(reason, message, span)
  }
  if (row?.dialect == null) return open('this shell is not read', 'script')
  const unclear = () => open('what this shell runs is unknown from its options')
  let index = 1
  let carries = false
  let login = false
  let reads = false
  for (; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) break
    const { text } = word
    if (text === null) {
      if (mayBeOption(word) === 'no' && !carries) break
      return unclear()
    }
    if (text === '--' || text === '-') {
      index++
      break
    }
    if (text.startsWith('--')) {
      // Start-up files run code of their own, and so does a debugger.
      const long = text.slice(2)
      if (long === 'login') {
        login = true
        continue
      }
      if (/^(?:rcfile|init-file|debugger|posix)$/.test(long) || !row.long.split(' ').includes(long)) return unclear()
      if (long === 'help' || long === 'version') return
      continue
    }
    const plus = text.startsWith('+') && text.length > 1
    if (!plus && !(text.startsWith('-') && text.length > 1)) break
    for (const letter of text.slice(1)) {
      if (letter === 'o' || letter === 'O') {
        const value = words[++index]?.text
        if (value == null || !PLAIN_OPTIONS.test(value)) return unclear()
      } else if (letter === 'c' && !plus) carries = true
      else if (letter === 'l' && !plus) login = true
      else if (letter === 's' && !plus) reads = true
      else if (letter === 'i' || letter === 's' || letter === 'k' || letter === 'D' || letter === 'a') {
        return unclear()
      } else if (!row.short.includes(letter)) return unclear()
    }
  }
  // They may give every name another meaning; the named commands are recorded anyway.
  if (login) walker.unresolved('script', 'a login shell runs its start-up files', span)
  if (carries) {
    const code = words[index]
    if (code === undefined) return
    if (code.text === null) {
      walker.unresolved('text', 'text that is run is only known at run time', code.span)
      return
    }
    walker.runProcess(code.text, row.dialect, invocation, words.slice(index + 1))
    return
  }
  const operand = words[index]
  if (operand !== undefined && !reads) {
    if (operand.text !== null && INPUT_FILE.test(operand.text)) return open('a shell runs its standard input', 'script')
    walker.unresolved('script-file', 'a shell runs a script', operand.span)
    return
  }
  const text = inputText(invocation)
  if (text === null) {
    walker.unresolved('script', 'a shell runs its standard input', span)
    return
  }
  const { findings } = walker
  const from = findings.commands.length
  const { reopened } = findings
  walker.runProcess(text, row.dialect, invocation, operand === undefined ? [] : namedShell(words, index))
  if (mayReadScript(text, findings.commands.slice(from), findings.reopened > reopened)) {
    walker.unresolved('script', 'a command of the script may read the rest of it', span)
  }
}

/** `$0` is the shell, and `$1` is the first operand. */
const namedShell = (words: readonly CommandWord[], from: number) => [...words.slice(0, 1), ...words.slice(from)]

/** The word behind the options with a `c` among them, where they could not all be read. */
function likelyText(words: readonly CommandWord[]): CommandWord | undefined {
  const at = words.findIndex(
    ({ text }, index) => index > 0 && text !== null && /^-(?:[abd-z]*c[a-z]*|-commands?)$/i.test(text),
  )
  return at < 0 ? undefined : words.slice(at + 1).find(({ text }) => text === null || !/^[-+]./.test(text))
}
