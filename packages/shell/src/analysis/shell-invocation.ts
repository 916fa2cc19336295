import { mayBeOption } from '../wrappers/options.ts'
import type { ShellRow } from '../wrappers/shells.ts'
import type { Invocation, InvocationWalker } from './invocation.ts'
import type { ShellState } from './state.ts'

/** Claims what a shell runs that is started by name: the text of `-c`, or an honest unknown. */
export function runShell(
  walker: InvocationWalker,
  state: ShellState,
  invocation: Invocation,
  row: ShellRow | undefined,
): void {
  const { words, span } = invocation
  if (row?.dialect == null) {
    walker.unresolved('script', 'this shell is not read', span)
    return
  }
  const unclear = () => walker.unresolved('wrapper', 'what this shell runs cannot be told from its options', span)
  let index = 1
  let carries = false
  let login = false
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
        if (
          value == null ||
          !/^(?:pipefail|errexit|nounset|noglob|noclobber|noexec|verbose|nullglob|globstar|dotglob|failglob|inherit_errexit)$/.test(
            value,
          )
        ) {
          return unclear()
        }
      } else if (letter === 'c' && !plus) carries = true
      else if (letter === 'l' && !plus) login = true
      else if (letter === 'i' || letter === 's' || letter === 'k' || letter === 'D' || letter === 'a') {
        return unclear()
      } else if (!row.short.includes(letter)) return unclear()
    }
  }
  // They may give every name another meaning; what is named is claimed all the same.
  if (login) walker.unresolved('script', 'a login shell runs its start-up files', span)
  if (carries) {
    const code = words[index]
    if (code === undefined) return
    if (code.text === null) {
      walker.unresolved('text', 'text that is run is only known at run time', code.span)
      return
    }
    walker.runProcess(code.text, row.dialect, state, invocation, words.slice(index + 1))
    return
  }
  const operand = words[index]
  if (operand !== undefined) {
    walker.unresolved('script', 'a shell runs a script', operand.span)
    return
  }
  const document = inputDocument(invocation)
  if (document === null) walker.unresolved('script', 'a shell runs its standard input', span)
  else walker.runProcess(document, row.dialect, state, invocation, [])
}

/** The text of a quoted here-document that is the standard input. */
function inputDocument(invocation: Invocation): string | null {
  const redirections = invocation.tree?.redirections ?? []
  const inputs = redirections.filter(
    ({ descriptor, operator }) => descriptor === 0 || (descriptor === null && operator.startsWith('<')),
  )
  const [only] = inputs
  if (inputs.length !== 1 || only?.hereDocument == null) return null
  const { parts } = only.target
  if (parts.length === 0) return ''
  const part = parts[0]
  return parts.length === 1 && (part?.type === 'single' || part?.type === 'literal') ? part.text : null
}
