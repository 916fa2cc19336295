import { languageOf, scriptCalls } from './script-calls.ts'

/** A program that takes commands in its arguments in ways of its own, and where in a word the command stands. */
interface CodeRow {
  /** Separated by spaces. */
  readonly programs: string
  /** The last group is the command. */
  readonly words: RegExp
  /** The option that must stand before the word. */
  readonly behind?: RegExp
  /** What the command is behind. */
  readonly under?: string
  /** The word begins the command, and all behind it belong to it. */
  readonly rest?: true
}

/** Keys of git whose value is a command. git-config(1) */
const GIT_COMMAND_KEY =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|pager\.[\w-]+|sequence\.editor|gpg\.program|credential\.helper|(?:diff|merge|filter|difftool|mergetool|browser|man|uploadpack|interactive)\..*(?:cmd|command|textconv|clean|smudge|process|driver|external|path|hook|filter))$/i

const ROWS: readonly CodeRow[] = [
  // git-config(1): `-c core.pager=…`, `-c alias.x='!…'`; git-filter-branch(1), git-difftool(1)
  { programs: 'git', behind: /^-c$/, words: /^[^=]+=!?([^]+)$/ },
  { programs: 'git', behind: /^-c$/, words: /^alias\.[^=]+=([^!][^]*)$/i, under: 'git' },
  { programs: 'git', behind: /^alias\.\S+$/i, words: /^!([^]+)$/ },
  { programs: 'git', behind: /^alias\.\S+$/i, words: /^([^!][^]*)$/, under: 'git' },
  { programs: 'git', behind: GIT_COMMAND_KEY, words: /^!?([^]+)$/ },
  { programs: 'git', behind: /^(?:--[a-z-]+-filter|-x|--extcmd|--exec|run)$/, words: /^([^]+)$/ },
  { programs: 'git', words: /^--(?:extcmd|upload-pack|receive-pack|exec|[a-z-]+-filter)=([^]+)$/ },
  // git-for-each-repo(1)
  { programs: 'git', behind: /^--config(?:=.*|$)/, words: /^([a-z][a-z-]*)$/, under: 'git', rest: true },
  // tar(1)
  { programs: 'tar gtar bsdtar', words: /^--checkpoint-action=exec=([^]+)$/ },
  { programs: 'tar gtar bsdtar', behind: /^--checkpoint-action$/, words: /^exec=([^]+)$/ },
  // vim(1), less(1): `+!cmd`, `-c '!cmd'`, `-c 'r !cmd'`, `-c 'exe "!cmd"'`
  {
    programs: 'vim nvim vi view vimdiff ex ed less more man',
    words:
      /^\+?[\s:]*[\d,.$%]*\s*(?:(?:sil(?:ent)?!?|r(?:ead)?|w(?:rite)?|exe(?:cute)?|norm(?:al)?!?)\s+)*["']?!([^]+?)["']?$/,
  },
  // ssh_config(5), sftp(1)
  {
    programs: 'ssh scp sftp rsync autossh mosh',
    words: /^(?:-o)?\s*(?:ProxyCommand|LocalCommand|RemoteCommand|KnownHostsCommand)\s*[= ]\s*([^]+)$/i,
  },
  { programs: 'scp sftp', behind: /^-[SD]$/, words: /^([^]+)$/ },
  // sqlite3(1), fzf(1), cmake(1), cargo(1)
  { programs: 'sqlite3', words: /^\.(?:shell|system)\s+([^]+)$/ },
  { programs: 'sqlite3', words: /^\.(?:output|once|read)\s+['"]?\|([^]+?)['"]?$/ },
  // psql(1), mysql(1)
  { programs: 'psql', words: /\\!\s*([^\n]+)/ },
  { programs: 'mysql mariadb', words: /(?:\\!|^system\s)\s*([^\n]+)/ },
  { programs: 'duckdb', words: /^\.(?:shell|system)\s+([^]+)$/ },
  { programs: 'fzf', behind: /^--(?:preview|filter-command|with-shell)$/, words: /^([^]+)$/ },
  { programs: 'fzf', words: /^--preview=([^]+)$/ },
  { programs: 'fzf', words: /(?:execute(?:-silent)?|become|reload|transform|preview)[(:[{]([^)\]}]+)/ },
  { programs: 'cmake', behind: /^-E$/, words: /^(?:env|time|rm)$/, rest: true },
  {
    programs: 'cargo',
    behind: /^--config$/,
    words: /(?:runner|linker|rustc(?:-w[\w-]*)?|rustdoc|browser)\s*=\s*(?:\[\s*)?["']([^"']+)/,
  },
  // just(1), nix(1), npm-explore(1), bun(1)
  { programs: 'just', behind: /^(?:-c|--command)$/, words: /^([^]+)$/ },
  { programs: 'nix', behind: /^(?:-c|--command)$/, words: /^([^]+)$/, rest: true },
  { programs: 'npm', behind: /^--$/, words: /^([^-][^]*)$/, rest: true },
  { programs: 'bun', behind: /^exec$/, words: /^([^]+)$/ },
  // fd(1): a name is put into the text of a shell
  { programs: 'fd fdfind', behind: /^-c$/, words: /^([^]+)$/ },
  // netcat, ncat, socat(1)
  { programs: 'nc ncat netcat', behind: /^(?:-[ce]|--exec|--sh-exec)$/, words: /^([^]+)$/ },
  { programs: 'socat', words: /^(?:EXEC|SYSTEM|SHELL):'?([^',]+)/i },
  // sed(1): s///e
  { programs: 'sed gsed', words: /^s(?<mark>[^\w\s]).*?\k<mark>([^]+?)\k<mark>[gpiIm\d]*e/ },
  // gpg(1)
  {
    programs: 'gpg gpg2',
    behind: /^--(?:photo-viewer|agent-program|pinentry-program|keyserver-options)$/,
    words: /^([^]+)$/,
  },
  // make(1)
  { programs: 'make gmake', behind: /^(?:-E|--eval)$/, words: /^([^]+)$/, under: 'make' },
  { programs: 'make gmake', words: /^--eval=([^]+)$/, under: 'make' },
  // bash(1), SHELL BUILTIN COMMANDS
  { programs: 'alias', words: /^[^=\s]+=([^]+)$/ },
  { programs: 'hash', behind: /^-p$/, words: /^([^]+)$/ },
  { programs: 'mapfile readarray compgen complete', behind: /^-[A-Za-z]*C$/, words: /^([^]+)$/ },
  { programs: 'bind', behind: /^-x$/, words: /^"[^"]*"\s*(?::\s*)?"?([^"]+)"?$/ },
  { programs: 'jobs', behind: /^-[a-z]*x$/, words: /^([^]+)$/, rest: true },
]

const byProgram = new Map<string, readonly CodeRow[]>()
for (const row of ROWS) {
  for (const name of row.programs.split(' ')) byProgram.set(name, [...(byProgram.get(name) ?? []), row])
}

/** Commands that stand in the arguments of a program as text, for the rules that deny them. */
export function namedCode(name: string, argv: readonly (string | null)[]): readonly string[] {
  const program = name.slice(name.lastIndexOf('/') + 1)
  const own = byProgram.get(program) ?? NONE
  const language = languageOf(program)
  if (own === NONE && language === null) return NONE
  const found: string[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || word.length > LONGEST) continue
    for (const { words, behind, under, rest } of own) {
      const matches = behind === undefined || behind.test(argv[at - 1] ?? '')
      const code = matches ? words.exec(word)?.at(-1) : undefined
      if (code === undefined) continue
      if (under === 'make') found.push(...recipes(code))
      else {
        const whole = rest ? `${code} ${quoted(argv.slice(at + 1))}` : code
        found.push(under === undefined ? whole : `${under} ${whole}`)
      }
    }
    if (language !== null) found.push(...scriptCalls(language, word))
  }
  return found.length > MOST ? found.slice(0, MOST) : found
}

/** True for what is known to change a setting and is read for the command in it all the same. */
export const setsCommands = (argv: readonly (string | null)[]) =>
  argv[0] === 'git' ? argv.includes('config') : argv[0] === 'fd' && argv.includes('-c')

/** What a makefile runs: behind a tab or the semicolon of a rule, and in `$(shell …)`. make(1) */
export function recipes(text: string): readonly string[] {
  const lines = text.split('\n').flatMap((line) => {
    const recipe = /^\t[@+-]*([^]*)$/.exec(line)?.[1] ?? /^[^#=\t:]*:[^;]*;[\s@+-]*([^]*)$/.exec(line)?.[1]
    return recipe === undefined ? [] : [recipe]
  })
  return [...lines, ...Array.from(text.matchAll(/\$[({]shell\s+([^)}]+)/g), (match) => match[1]!)]
}

/** Variables whose value is a command: git(1), man(1), less(1), environ(7), ssh(1), rsync(1), cargo, go. */
const NAMES_COMMAND =
  /^(?:(?:GIT_|MAN|GH_|AWS_|BAT_|DELTA_|SYSTEMD_)?PAGER|(?:GIT_|GIT_SEQUENCE_|GH_|SUDO_|SYSTEMD_)?EDITOR|VISUAL|BROWSER|GIT_(?:SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF|ASKPASS)|(?:SSH|SUDO)_ASKPASS|LESSOPEN|LESSCLOSE|LESSEDIT|RSYNC_RSH|CVS_RSH|SHELL|PROMPT_COMMAND|(?:RUSTC|RUSTC_WRAPPER|RUSTDOC)|CC|CXX|LD|AR|CARGO_TARGET_\w+_RUNNER)$/

const ASSIGNS: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'readonly', 'local'])

/** The same of the variables that are set for a command, and the subcommand of git that a program of git is. */
export function namedAround(
  name: string,
  argv: readonly (string | null)[],
  environment: readonly { readonly name: string; readonly value: string | null }[],
): readonly string[] {
  const found: string[] = []
  const assigned = ASSIGNS.has(name) ? argv.slice(1).flatMap(assignment) : NONE
  for (const { name: variable, value } of [...environment, ...assigned]) {
    if (value === null || value.length > LONGEST || !NAMES_COMMAND.test(variable)) continue
    found.push(value.replace(/^\|+-?/, ''))
  }
  const subcommand = /(?:^|\/)git-([a-z][\w-]*)$/.exec(name)?.[1]
  if (subcommand !== undefined) found.push(['git', subcommand, quoted(argv.slice(1))].join(' '))
  return found.length > MOST ? found.slice(0, MOST) : found
}

/** True where variables may be set, or the name is that of a program of git. */
export const namesAround = (name: string, environment: readonly unknown[]) =>
  environment.length > 0 || name.includes('git-') || ASSIGNS.has(name)

function assignment(word: string | null): { name: string; value: string }[] {
  const [, name, value] = /^(\w+)=([^]*)$/.exec(word ?? '') ?? []
  return name === undefined || value === undefined ? [] : [{ name, value }]
}

const quoted = (words: readonly (string | null)[]) =>
  words.map((word) => (word === null ? '"$_"' : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')

const NONE: readonly never[] = []
/** Of longer words and further commands nothing is said: the line is asked for all the same. */
const LONGEST = 4096
const MOST = 32
