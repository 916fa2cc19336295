import { type Builtin, refuseUse } from './builtin.ts'

const PLAIN_NAME = /^[A-Za-z_]\w*$/

/**
 * Source: bash(1), test: `-v` and `-R` evaluate the subscript of their operand. With three words or fewer the operator
 * is where it is written; beyond that, an operand may be taken for an operator.
 */
const test: Builtin = (walker, state, invocation) => {
  let words = invocation.words.slice(1)
  if (invocation.words[0]?.text === '[' && words.at(-1)?.text === ']') words = words.slice(0, -1)
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) continue
    const operand = words[index + 1]
    if (word.text === '-v' || word.text === '-R') {
      if (
        operand !== undefined &&
        (operand.text === null || (!PLAIN_NAME.test(operand.text) && operand.text.includes('[')))
      ) {
        walker.unresolved('subscript', 'the operand of -v is evaluated', invocation.span)
      }
    } else if (word.text === null && !word.integer && (word.prefix === '' || word.prefix === '-')) {
      const mayEvaluate =
        operand !== undefined && (operand.text === null ? !operand.integer : operand.text.includes('['))
      if (word.splits || mayEvaluate) {
        walker.unresolved('subscript', 'a word known only at run time may be the operator -v', word.span)
      }
    } else if (word.text === null && word.splits) {
      walker.unresolved('subscript', 'a word known only at run time may contain the operator -v', word.span)
    }
  }
  return state.directory
}

const HARMLESS_SET_OPTIONS =
  /^(?:emacs|errexit|errtrace|functrace|hashall|ignoreeof|interactive-comments|monitor|noclobber|noexec|noglob|nounset|notify|onecmd|pipefail|privileged|verbose|vi|xtrace|nolog)$/

/** Not assignments anywhere and exported, braces, the history, and the real folders behind symbolic links. */
const HARMLESS_LETTERS = 'befhmnptuvxCET'
/** With `-s` and `-i`, dash goes on with its standard input. */
const HARMLESS_POSIX_LETTERS = 'befmnuvxC'

/** Source: bash(1) and dash(1), set. */
const set: Builtin = (walker, state, invocation) => {
  const { words } = invocation
  for (let index = 1; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) break
    const { text } = word
    if (text === null) {
      if (word.prefix !== '' && !/^[-+]/.test(word.prefix)) break
      return refuseUse(walker, state, invocation, 'the options of set are only known at run time')
    }
    if (text === '--' || text === '-' || !/^[-+]./.test(text)) break
    for (const letter of text.slice(1)) {
      if (letter !== 'o') {
        const known = walker.bash ? HARMLESS_LETTERS : HARMLESS_POSIX_LETTERS
        if (known.includes(letter)) continue
        return refuseUse(walker, state, invocation, `set -${letter}`)
      }
      const value = words[++index]
      if (value === undefined) break
      if (value.text === null || !HARMLESS_SET_OPTIONS.test(value.text)) {
        walker.unresolved('option', 'this option of set changes what is run', invocation.span)
        walker.forget(state)
        return null
      }
    }
  }
  walker.forgetPositional(state)
  return state.directory
}

const shift: Builtin = (walker, state) => {
  walker.forgetPositional(state)
  return state.directory
}

const HARMLESS_SHELL_OPTIONS =
  /^(?:nullglob|dotglob|globstar|globasciiranges|globskipdots|nocaseglob|nocasematch|extglob|lastpipe|inherit_errexit|checkwinsize|checkhash|cmdhist|histappend|hostcomplete|lithist|progcomp|promptvars|shift_verbose|xpg_echo|huponexit|execfail|checkjobs|direxpand|dirspell|cdspell|interactive_comments|login_shell|mailwarn|no_empty_cmd_completion|force_fignore|complete_fullquote|patsub_replacement|varredir_close|noexpand_translation|gnu_errfmt)$/

/** Source: bash(1), shopt. With `failglob` a pattern gives up the whole line. */
const shopt: Builtin = (walker, state, invocation) => {
  for (const word of invocation.words.slice(1)) {
    const { text } = word
    if (text !== null && (/^-[supq]+$/.test(text) || HARMLESS_SHELL_OPTIONS.test(text))) continue
    walker.unresolved('option', 'this option of shopt changes what is run', invocation.span)
    walker.forget(state)
    return null
  }
  return state.directory
}

/** Builtins that evaluate their words, or change how the shell reads on. */
export const evaluatingBuiltins: Readonly<Record<string, Builtin>> = {
  test,
  '[': test,
  set,
  shift,
  shopt,
}
