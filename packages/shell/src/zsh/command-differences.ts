import type { CommandWord, ShellCommand } from '../model/analysis.ts'
import { isBashBuiltin } from '../model/builtin-names.ts'
import { isZshName, isZshParameter } from './names.ts'

type Uses = (words: readonly CommandWord[], command: ShellCommand) => boolean

const isNumber = ({ text, integer }: CommandWord) => integer || (text !== null && /^-?\d+$/.test(text))
const always: Uses = () => true
/** Options that both shells know, and nothing that is calculated. */
const options =
  (known: RegExp): Uses =>
  (words) =>
    words.every(({ text, prefix }) =>
      text === null ? !/^[-+]?$/.test(prefix) && !/^[-+]/.test(prefix) : !/^[-+]./.test(text) || known.test(text),
    )
const numbers: Uses = (words) => words.length <= 1 && words.every(isNumber)
const PLAIN_NAME = /^[A-Za-z_]\w*$/
const isPlainName = (text: string | null) => text !== null && PLAIN_NAME.test(text) && !isZshParameter(text)

/** `NAME` and `NAME=value`, without options. */
const declares: Uses = (words) =>
  words.length > 0 &&
  words.every((word) => {
    const [, name = '', equals] = /^(\w*)(=?)/.exec(word.text ?? word.prefix) ?? []
    return isPlainName(name) && (equals === '=' || word.text === name) && word.array === undefined
  })

/** `[ -f x ]`, `[ a = b ]`, `[ 1 -eq 2 ]`, each perhaps behind a `!`. */
const tests: Uses = (words, { name }) => {
  const operands = [...words]
  if (name === '[' && operands.pop()?.text !== ']') return false
  if (operands[0]?.text === '!') operands.shift()
  if (operands.some(({ splits }) => splits)) return operands.length === 2 && isFileTest(operands[0]!)
  const [first, second, third] = operands
  if (operands.length <= 1) return true
  if (operands.length === 2) return isFileTest(first!)
  if (operands.length !== 3) return false
  const operator = second!.text ?? ''
  if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(operator)) return isNumber(first!) && isNumber(third!)
  return /^(?:=|!=|-nt|-ot|-ef)$/.test(operator)
}
const isFileTest = ({ text }: CommandWord) => text !== null && /^-[nzfderwxsLhpSbcgukOG]$/.test(text)

/** Names of jobs and folders are for `cd` and `pushd`: `cd -`, `cd +1`, `cd old new`. */
const changes: Uses = (words) => {
  const operands = words.filter(({ text }, index) => !(index === 0 && text !== null && /^(?:--|-P|-L)$/.test(text)))
  return (
    operands.length <= 1 &&
    operands.every(({ text, prefix }) => !/^[-+~=]/.test(text ?? prefix) && (text !== null || prefix !== ''))
  )
}

/** The format of printf(1) and the words behind it, none of which is calculated. */
const prints: Uses = (words) => {
  const [format, ...values] = words[0]?.text === '--' ? words.slice(1) : words
  if (format?.text == null || /^-./.test(format.text)) return false
  const plain = format.text.replaceAll(/%%|%-?\d*(?:\.\d+)?[sbq]/g, '')
  return !plain.includes('%') || (!/\*/.test(plain) && values.every(isNumber))
}

/** Builtins that both shells have, and which uses of theirs mean the same. Sources: bash(1), zshbuiltins(1). */
const SHARED: Readonly<Record<string, Uses>> = {
  ':': always,
  true: always,
  false: always,
  echo: always,
  pwd: options(/^-[LP]+$/),
  printf: prints,
  test: tests,
  '[': tests,
  cd: changes,
  exit: numbers,
  return: numbers,
  break: numbers,
  continue: numbers,
  shift: numbers,
  export: declares,
  local: declares,
  declare: declares,
  typeset: declares,
  readonly: declares,
  unset: (words) => words.every(({ text }) => isPlainName(text)),
  read: (words) =>
    words.length > 0 && words.every(({ text }, index) => (index === 0 && text === '-r') || isPlainName(text)),
  wait: always,
  kill: always,
  umask: options(/^-S$/),
  type: options(/^$/),
  which: options(/^-a$/),
  set: (words) =>
    words.length > 0 &&
    words.every(
      ({ text }, index) =>
        text !== null &&
        (/^[-+][euxv]*o?$/.test(text) ||
          (index > 0 &&
            words[index - 1]!.text?.endsWith('o') === true &&
            /^(?:pipefail|errexit|nounset|xtrace)$/.test(text))),
    ),
  command: (words) => words[0]?.text != null && /^(?:-[vV]|[^-+].*)$/.test(words[0].text),
}

/** Why zsh may run something else where a command of that name stands; `null` where both shells do the same. */
export function commandDifference(command: ShellCommand): string | null {
  const { name, wrappers, words } = command
  // What another program runs is a program; behind `command` too.
  if (name === null || wrappers.length > 0) return null
  if (name.startsWith('%')) return `${name} is a job`
  // The name of a program, which may be looked up by both.
  if (!isZshName(name) && !isBashBuiltin(name)) return null
  const uses = Object.hasOwn(SHARED, name) ? SHARED[name]! : null
  return uses?.(words.slice(1), command) === true ? null : `${name} does something else here`
}
