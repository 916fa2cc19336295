import { runningWord } from './running-word.ts'

/** Options that only change what a program says or how much of it, in whatever program has them: GNU Coding Standards, "--help" and on. */
const ABOUT_OUTPUT: ReadonlySet<string> = new Set(
  (
    'help version usage verbose quiet silent debug trace json yaml xml csv tsv table text html markdown plain color ' +
    'colors colour all recursive short long list count stat stats statistics summary check diff dry-run strict ' +
    'ignore-case pretty compact raw wide porcelain reverse unique progress timing time raw-output sort sort-by ' +
    'limit depth jobs threads workers parallel concurrency timeout retries width height indent lines head tail first ' +
    'last since until after before author encoding charset lang language locale level log-level loglevel severity ' +
    'min-severity exclude ignore skip only number max-count context noout fix write lint validate'
  ).split(' '),
)
/** The same with a value that says which of its own ways of writing a program takes. Another one may be a module. */
const WAYS_OF_WRITING: ReadonlySet<string> = new Set('format output-format reporter formatter'.split(' '))
const OWN_WAY =
  /^(?:json|jsonl|ndjson|yaml|xml|csv|tsv|table|text|plain|html|markdown|md|compact|pretty|short|long|wide|github|junit|sarif|tap|dot|list|unix|line|lines|summary|count|none)$/
/** Where it puts what it makes. What has a `=` may be a setting of another kind: `-o ProxyCommand=x`. */
const OUTPUT = /^(?:-o|--(?:output|out|outfile|out-file|output-file|out-dir|outdir|output-dir))$/
const OUTPUT_PLACE = /^[\w.][\w./-]*$/
/** What it turns into what. A name with a dot or a slash may be a file of code. */
const KINDS: ReadonlySet<string> = new Set(['from', 'to', 'mode'])
const PLAIN_KIND = /^[\w@~^-]+$/
/** Values that name no file elsewhere, no address and no command. */
const PLAIN_VALUE = /^[\w.,:@+%*-][\w.,:@+%*/-]*$/
/** Parts of the name of an option that takes no value and does more than say something all the same. */
const RISKY_PART =
  /^(?:exec|execute|eval|run|shell|escape|command|cmd|script|hooks?|plugins?|install|rpc|listen|serve|server|daemon|web|remote|upload|publish|push|deploy|delete|remove|purge|prune|force|unsafe|insecure|trust|trusted|allow|privileged|interactive|repl|stdin|sandbox|verify|verification|restricted|impure|unrestricted|yes|restrict|safe|secure|certificate|cert|ssl|tls|auth|pass|password|root|sudo|system|global|edit|editor|open|browser|pager|load|watch|attach|kill|self|update|upgrade|bypass|disable|override|overwrite)$/
/** Letters that stand for the same nearly everywhere, so that the word behind them is not theirs. */
const PLAIN_LETTERS = /^-[vVqhaARn]{1,4}$/
/** Letters that in some programs name code, a command or a file of settings, or ask for input. */
const RISKY_LETTER = /[cCeEfiIkmMsxX]/
const NUMBERED = /^-(?:\d+|[jnlLmAUBCwtTP]\d+)$/
const COUNTS = /^-[jnlLmABCUwtTP]$/
/** An operand without anything that a shell, a template or a list of settings gives a meaning. */
const PLAIN_OPERAND = /^[\w./@%+,:~^#*?[\]{}-]*$/

/**
 * The first word of a program of which nothing is known that a rule for its name does not surely mean: an option that
 * may name a program, code, settings or a place, text that something may execute, a command that starts others. `null`
 * where all are operands and options that are the same in every program.
 *
 * @param named the words of the rule after the program: who wrote them means them
 */
export function beyondPlain(argv: readonly (string | null)[], named: readonly string[]): string | null {
  const running = runningWord(argv, named)
  if (running !== null) return running
  let isBehindDashes = false
  for (let index = 1; index < argv.length; index++) {
    const word = argv[index]
    if (word === null || word === undefined || named.includes(word)) continue
    if (word === '--') isBehindDashes = true
    else if (!word.startsWith('-') || word === '-') {
      // `@file`: arguments that stand in a file. gcc(1), javac(1), and many since
      if (!PLAIN_OPERAND.test(word) || word === '{}' || word.startsWith('@')) return word
    } else if (isBehindDashes) return word
    else if (!isPlainOption(word, argv[index + 1]) && !named.includes(nameOf(word))) return word
  }
  return null
}

const nameOf = (option: string) => option.split(/[=:]/, 1)[0]!

/** @param next the word behind it, which may be its value */
function isPlainOption(word: string, next: string | null | undefined): boolean {
  const standsAlone = next === undefined || (next !== null && next.startsWith('-') && next !== '-')
  if (NUMBERED.test(word) || PLAIN_LETTERS.test(word)) return true
  if (COUNTS.test(word)) return standsAlone || /^\d+$/.test(next ?? '')
  if (word !== '-o' && /^-[A-Za-z]{1,3}$/.test(word)) return standsAlone && !RISKY_LETTER.test(word)
  const [, option = '', value] = /^(--?[a-z][a-z\d-]*)(?:=([^]*))?$/i.exec(word) ?? []
  const given = value ?? (standsAlone ? undefined : next)
  if (OUTPUT.test(option)) return typeof given === 'string' && OUTPUT_PLACE.test(given)
  const name = option.replace(/^--?/, '')
  if (name.length < 2) return false
  // What is left out or shown has no value.
  if (/^(?:no|show|list|print)-/.test(name) && value === undefined) return !isRisky(name)
  if (KINDS.has(name)) return typeof given === 'string' && PLAIN_KIND.test(given)
  if (WAYS_OF_WRITING.has(name)) return typeof given === 'string' && OWN_WAY.test(given)
  if (ABOUT_OUTPUT.has(name)) return given === undefined || (given !== null && PLAIN_VALUE.test(given))
  if (/^(?:true|false|auto|always|never|\d+)$/.test(value ?? '')) return !isRisky(name)
  return standsAlone && value === undefined && word.startsWith('--') && !isRisky(name)
}

const isRisky = (name: string) => name.split('-').some((part) => RISKY_PART.test(part))
