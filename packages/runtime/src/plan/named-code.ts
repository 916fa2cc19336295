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
}

const rows: readonly CodeRow[] = [
  // git-config(1): `-c core.pager=…`, `-c alias.x='!…'`; git-filter-branch(1), git-difftool(1)
  { programs: 'git', behind: /^-c$/, words: /^[^=]+=!?([^]+)$/ },
  { programs: 'git', behind: /^-c$/, words: /^alias\.[^=]+=([^!][^]*)$/i, under: 'git' },
  { programs: 'git', behind: /^(?:--[a-z-]+-filter|-x|--extcmd|--exec|run)$/, words: /^([^]+)$/ },
  { programs: 'git', words: /^--(?:extcmd|upload-pack|receive-pack|exec|[a-z-]+-filter)=([^]+)$/ },
  // tar(1)
  { programs: 'tar gtar bsdtar', words: /^--checkpoint-action=exec=([^]+)$/ },
  { programs: 'tar gtar bsdtar', behind: /^--checkpoint-action$/, words: /^exec=([^]+)$/ },
  // vim(1), less(1): `+!cmd`, `-c '!cmd'`
  { programs: 'vim nvim vi view vimdiff ex ed less more man', words: /^\+?[\s:]*(?:silent!?\s+)?!([^]+)$/ },
  // ssh_config(5)
  {
    programs: 'ssh scp sftp rsync autossh mosh',
    words: /^(?:-o)?\s*(?:ProxyCommand|LocalCommand|RemoteCommand|KnownHostsCommand)\s*[= ]\s*([^]+)$/i,
  },
  { programs: 'scp sftp', behind: /^-S$/, words: /^([^]+)$/ },
  // just(1)
  { programs: 'just', behind: /^(?:-c|--command)$/, words: /^([^]+)$/ },
  // netcat, ncat, socat(1)
  { programs: 'nc ncat netcat', behind: /^(?:-[ce]|--exec|--sh-exec)$/, words: /^([^]+)$/ },
  { programs: 'socat', words: /^(?:EXEC|SYSTEM|SHELL):'?([^',]+)/i },
  // sed(1): s///e
  { programs: 'sed gsed', words: /^s(?<mark>[^\w\s]).*?\k<mark>([^]+?)\k<mark>[gpiIm\d]*e/ },
]

/** Calls in languages of scripts that start a program which a plain string names. */
const CALLS =
  /\b(?:system|execute|exec[lv]?p?e?|popen\w*|exec(?:File)?Sync|spawn(?:Sync)?|execFile|shell_exec|passthru|proc_open|check_output|check_call|run|call|Popen|shell-command|do shell script)\b\s*\(?\s*\[?\s*(["'])([^]+?)\1/g
const BACKTICKS = /`([^`]+)`/g
const SCRIPTED: ReadonlySet<string> = new Set(
  'python pypy perl ruby node nodejs deno bun tsx php lua luajit awk gawk mawk nawk osascript emacs tclsh julia Rscript'.split(
    ' ',
  ),
)

const byProgram = new Map<string, readonly CodeRow[]>()
for (const row of rows) {
  for (const name of row.programs.split(' ')) byProgram.set(name, [...(byProgram.get(name) ?? []), row])
}

/** Commands that stand in the arguments of a program as text, for the rules that deny them. */
export function namedCode(name: string, argv: readonly (string | null)[]): readonly string[] {
  const program = name.slice(name.lastIndexOf('/') + 1)
  const own = byProgram.get(program) ?? NONE
  const last = program.charCodeAt(program.length - 1)
  const scripted = SCRIPTED.has(last >= 48 && last <= 57 ? program.replace(/[\d.]+$/, '') : program)
  if (own === NONE && !scripted) return NONE
  const found: string[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || word.length > LONGEST) continue
    for (const { words, behind, under } of own) {
      const code = behind === undefined || behind.test(argv[at - 1] ?? '') ? words.exec(word)?.at(-1) : undefined
      if (code !== undefined) found.push(under === undefined ? code : `${under} ${code}`)
    }
    if (!scripted) continue
    for (const match of word.matchAll(CALLS)) found.push(match[2]!)
    if (/^(?:perl|ruby|php)/.test(program)) for (const match of word.matchAll(BACKTICKS)) found.push(match[1]!)
  }
  return found.length > MOST ? found.slice(0, MOST) : found
}

/** Variables whose value is a command: git(1), man(1), less(1), environ(7), ssh(1), rsync(1), cargo, go. */
const NAMES_COMMAND =
  /^(?:(?:GIT_|MAN|GH_|AWS_|BAT_|DELTA_|SYSTEMD_)?PAGER|(?:GIT_|GIT_SEQUENCE_|GH_|SUDO_|SYSTEMD_)?EDITOR|VISUAL|BROWSER|GIT_(?:SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF|ASKPASS)|(?:SSH|SUDO)_ASKPASS|LESSOPEN|LESSCLOSE|LESSEDIT|RSYNC_RSH|CVS_RSH|SHELL|PROMPT_COMMAND|(?:RUSTC|RUSTC_WRAPPER|RUSTDOC)|CC|CXX|LD|AR|CARGO_TARGET_\w+_RUNNER)$/

/** The same of the variables that are set for a command, and the subcommand of git that a program of git is. */
export function namedAround(
  name: string,
  argv: readonly (string | null)[],
  environment: readonly { readonly name: string; readonly value: string | null }[],
): readonly string[] {
  const found: string[] = []
  for (const { name: variable, value } of environment) {
    if (value === null || value.length > LONGEST || !NAMES_COMMAND.test(variable)) continue
    found.push(value.replace(/^\|+-?/, ''))
  }
  const subcommand = /(?:^|\/)git-([a-z][\w-]*)$/.exec(name)?.[1]
  if (subcommand !== undefined) {
    const words = argv.slice(1).map((word) => (word === null ? '"$_"' : `'${word.replaceAll("'", "'\\''")}'`))
    found.push(['git', subcommand, ...words].join(' '))
  }
  return found.length > MOST ? found.slice(0, MOST) : found
}

const NONE: readonly never[] = []
/** Of longer words and further commands nothing is said: the line is asked for all the same. */
const LONGEST = 4096
const MOST = 32
