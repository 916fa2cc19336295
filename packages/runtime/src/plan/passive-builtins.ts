/**
 * Builtins that change nothing but the shell they run in, from bash(1), SHELL BUILTIN COMMANDS. What they could run by
 * way of their arguments (arithmetic, subscripts, `trap`) the shell analysis has claimed or called unresolved, and the
 * variables that they set are effects of their own.
 */
export const PASSIVE_BUILTINS: ReadonlySet<string> = new Set(
  (
    ': break cd continue declare dirs exit export false getopts jobs let local mapfile popd pushd read readarray ' +
    'readonly return set shift shopt times true typeset umask unset wait'
  ).split(' '),
)
