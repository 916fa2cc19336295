/**
 * Common names of options that make an unknown program run something, by their last part after a dash. hg(1) `--ssh`,
 * rclone(1) `--password-command`, svn(1) `--diff-cmd`, mlr(1) `--prepipe`, pdftex(1) `-shell-escape`, clang-tidy(1)
 * `-load`, cabal(1) `--with-compiler`, jj(1) `--tool`
 */
const RUNNING_OPTION =
  /^--?(?:[\w-]+-)?(?:exec|execute|command|cmd|gocmd|rsh|ssh|shell|escape|shell-esc|eval|prepipex?|plugin|addon|load|require|preload|invoke|compiler|linker|link-flags|executable|lua|tool)(?:[=:]|$)/i
/** Settings that are given on the line, which name programs as the file of settings does. hg(1), jj(1), svn(1) */
const SETTING_OPTION = /^--config(?:-option)?$/
const SETTING = /^[\w.-][\w-]*[:.][\w.:-]+=/
/**
 * A command of the program that hands the rest to another, takes code, lets others connect, brings in code from
 * elsewhere or changes what is installed: stack(1), hg(1), meson(1), golangci-lint(1), cargo(1) and their like.
 */
const RUNNING_COMMAND =
  /^(?:exec|execute|eval|dlx|shell|sh|bash|repl|console|lua|luau|python|node|ruby|perl|script|invoke|call|source|attach|debug|ssh|serve|server|daemon|listen|rcd|custom|install|uninstall|upgrade|self-update|plugins?|extensions?|hooks?|edit|open)$/
/**
 * Commands that change machines, registries and accounts of others, or what is trusted: a person who names the whole of a
 * program of which nothing is known need not have thought of them. kubectl(1), terraform(1), npm(1), direnv(1) and kin
 */
const REACHING_COMMAND =
  /^(?:apply|approve|deploy|destroy|dev|down|invoke|load|login|logout|promote|publish|push|release|restart|rollback|run-all|run-operation|send|start|stop|submit|tunnel|up|upload|allow|trust|kill|drop|purge|transfer|burn)$/
/** Of those, who hand the rest on: a rule that ends in such a word does not mean every program behind it. */
const HANDS_ON = /^(?:exec|execute|eval|dlx|foreach|shell)$/
/** Alone it runs what the workspace says; with a name behind it, that. */
const RUNS_NAMED = 'run'
/** Text that starts a program: `!id`, `|id`, `system("id")`, `print | "sh"`, `cmd:id`; but not a pattern such as `!lib/*`. */
const RUNNING_TEXT =
  /^\s*(?:!(?![^\s]*\*[^\s]*$)\s*[\w./]|\|\s*[\w./])|\b(?:system|exec|popen|shell|execute|directlua|write18)\s*[({]|\|\s*["'][\w./]|^(?:cmd|exec|sh-c|system):|^eval\s/

/**
 * The argument that makes an unknown program run something else, take code or listen: a rule for its name does not
 * include that. `null` if there is none, or the rule names it.
 */
export function runningWord(argv: readonly (string | null)[], named: readonly string[]): string | null {
  let isFirst = true
  let operands = 0
  for (let index = 1; index < argv.length; index++) {
    const word = argv[index]
    if (word === null || word === undefined) continue
    const isOption = word.startsWith('-')
    const runs = isOption
      ? RUNNING_OPTION.test(word) || (SETTING_OPTION.test(word) && SETTING.test(argv[index + 1] ?? ''))
      : isFirst && (RUNNING_COMMAND.test(word) || (word === RUNS_NAMED && namesMore(argv, index)))
    const reaches = !isOption && operands < 2 && REACHING_COMMAND.test(word)
    if ((runs || reaches || RUNNING_TEXT.test(word)) && !named.includes(word)) return word
    if (isFirst && HANDS_ON.test(word)) {
      const handedOn = argv.slice(index + 1).find((other) => typeof other === 'string' && !named.includes(other))
      if (handedOn !== undefined) return handedOn!
    }
    if (!isOption) {
      isFirst = false
      operands++
    }
  }
  return null
}

/** What lies in the workspace, such as `./...`, is no name of a program to run. */
const namesMore = (argv: readonly (string | null)[], at: number) =>
  argv.slice(at + 1).some((word) => word === null || !/^(?:-|\.(?:\/\.\.\.)?$)/.test(word))
