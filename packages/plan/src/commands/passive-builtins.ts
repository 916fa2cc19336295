/**
 * Builtins that change nothing but the shell they run in, from bash(1), SHELL BUILTIN COMMANDS. What they could run by
 * way of their arguments (arithmetic, subscripts, `trap`) the shell analysis has claimed or called unresolved, and the
 * variables that they set are effects of their own.
 */
export const PASSIVE_BUILTINS: ReadonlySet<string> = new Set(
  (
    ': break cd continue declare dirs exit export false getopts let local mapfile popd pushd pwd read readarray ' +
    'readonly return set shift shopt times true typeset unset wait'
  ).split(' '),
)

/** Builtins that only print or compare what they are given, or set a mask, as far as their argument profiles know the words. */
export const PRINTING_BUILTINS: ReadonlySet<string> = new Set('[ caller echo help printf test type umask'.split(' '))

const SHOW_ALL: ReadonlySet<string> = new Set('declare export local readonly typeset'.split(' '))

/** True when a builtin that could run something only looks (`command -v`) or takes back what was set (`trap -`). */
export function onlyLooks(name: string, argv: readonly (string | null)[]): boolean {
  const first = argv[1]
  // `jobs -x` runs what stands behind it.
  if (name === 'jobs') return argv.every((word) => word !== null && !/^-[a-z]*x/.test(word))
  return typeof first === 'string' && (name === 'command' ? /^-[vV]+$/.test(first) : name === 'trap' && first === '-')
}

/** True when a builtin prints every variable with its value, and there are secrets among them. */
export function showsVariables(name: string, argv: readonly (string | null)[]): boolean {
  const words = argv.slice(1)
  if (name === 'set') return words.length === 0
  // `-f` and `-F` show functions.
  return SHOW_ALL.has(name) && words.every((word) => word !== null && /^-(?!.*[fF])/.test(word))
}
