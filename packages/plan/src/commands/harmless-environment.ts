/** Values that name no file, address or program: a switch, a number, a word. */
const SWITCH = /^(?:|\d{1,6}|true|false|yes|no|on|off|never|always|auto)$/i
const WORD = /^[\w.:-]{0,32}$/
const EDITOR_THAT_EDITS_NOTHING = /^(?:true|:|\/bin\/true)$/

/** Variables that are harmless with some values. What is harmless with any value is for the policy to say. */
const ROWS: readonly (readonly [names: RegExp, values: RegExp])[] = [
  // git(1), man(1), systemctl(1), gh, aws: pagers that page nothing, so that nothing waits for a key
  [/^(?:(?:GIT_|MAN|SYSTEMD_)?PAGER|GH_PAGER|AWS_PAGER)$/, /^(?:cat)?$/],
  // git(1)
  [/^(?:EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR)$/, EDITOR_THAT_EDITS_NOTHING],
  [/^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/, /^[^\n]*$/],
  [/^GIT_(?:OPTIONAL_LOCKS|MERGE_AUTOEDIT|ADVICE|LFS_SKIP_SMUDGE)$/, SWITCH],
  // nodejs.org/api/cli.html
  [
    /^NODE_OPTIONS$/,
    /^(?:--(?:max-old-space-size|max-semi-space-size|stack-trace-limit)=\d+|--(?:no-warnings|no-deprecation|trace-warnings|trace-deprecation|trace-uncaught|enable-source-maps|experimental-vm-modules)|\s)*$/,
  ],
  [/^NODE_NO_WARNINGS$/, SWITCH],
  // python(1), pip
  [/^PYTHON(?:HASHSEED|UTF8|IOENCODING|FAULTHANDLER|NOUSERSITE)$/, WORD],
  [/^(?:PIP_DISABLE_PIP_VERSION_CHECK|PIP_NO_INPUT|PYTEST_DISABLE_PLUGIN_AUTOLOAD)$/, SWITCH],
  // the cargo and rustc books, go help environment, make(1)
  [/^(?:CARGO_(?:TERM_COLOR|INCREMENTAL|NET_OFFLINE|BUILD_JOBS)|RUST_TEST_THREADS|RUST_MIN_STACK)$/, WORD],
  [/^RUSTFLAGS$/, /^-D ?warnings$/],
  [/^(?:CGO_ENABLED|GOOS|GOARCH|GOMAXPROCS|GOTRACEBACK|GO111MODULE)$/, WORD],
  [/^GOFLAGS$/, /^(?:-mod=(?:mod|vendor|readonly)|-count=\d+|-buildvcs=(?:true|false|auto)|-race|-short|-v|\s)*$/],
  // Where the go command keeps what it built and downloaded, aside from the workspace: go help environment
  [/^(?:GOCACHE|GOMODCACHE|GOTMPDIR|GOLANGCI_LINT_CACHE)$/, /^\/(?:private\/)?tmp\/(?!.*\.\.)[\w./-]+$/],
  [/^MAKEFLAGS$/, /^\s*(?:(?:-j(?: \d+|\d*)|-s|-k)(?=\s|$)\s*)*$/],
  // consoledonottrack.com and what tools call the same; husky: 0 leaves the hooks out
  [
    /^(?:DO_NOT_TRACK|NO_UPDATE_NOTIFIER|HUSKY|\w+_TELEMETRY_(?:DISABLED|OPTOUT)|HOMEBREW_NO_\w+|TF_IN_AUTOMATION)$/,
    SWITCH,
  ],
  [/^(?:RAILS_ENV|RACK_ENV|APP_ENV|MIX_ENV|BABEL_ENV|FLASK_ENV|LOG_LEVEL|LOGLEVEL|DEBIAN_FRONTEND)$/, WORD],
  [/^(?:TEST|E2E|COVERAGE|HEADLESS|UPDATE_SNAPSHOTS?|SNAPSHOT_UPDATE|INSTA_UPDATE|SKIP_\w+|RUN_\w+_TESTS?)$/, SWITCH],
]

/**
 * Programs that run nothing and read no configuration: what they obey in the environment is a language, a format and
 * what the loader and the libraries obey. Source: coreutils 9, the section "Environment variables" of each.
 */
const CLOSED: ReadonlySet<string> = new Set(
  (
    'ls cat echo printf wc head tail cut tr uniq sort nl tac rev od basename dirname realpath readlink stat du df pwd true ' +
    'false test [ seq comm paste fold fmt expand unexpand touch mkdir rmdir rm cp mv ln chmod sleep uname nproc'
  ).split(' '),
)

/** Names that a library, a shell or the loader may take for a place, a list of options or something to load. */
const TELLING =
  /^(?:_|LD_|DYLD_|BASH|LC_|GCONV|GLIBC|LIBC|MALLOC|RES_|NLS|NIS|QEMU|ASAN|UBSAN|PATH$|HOME|IFS|ENV$|SHELL|TZ|TMP|PWD|OLDPWD|CDPATH)|CONF|PATH|DIR|FILE|LIB|LOAD|MODULE|PLUGIN|ENGINE|OPT|ARG|FLAG|HOME|CMD|COMMAND|EXEC|RUN|SHELL|EDIT|PAGE|PROXY|POSIX|PREFIX|ROOT|TUNABLES|TRACE|ALIAS|DOMAIN|HOST|SUFFIX|VERSION_CONTROL/

/** True when a variable that a line sets for a command changes neither what runs nor what it reads or writes. */
export function isHarmlessSetting(name: string, value: string | null, program: string | null): boolean {
  // How a line is split into variables concerns nobody else: `while IFS= read -r line`.
  if (name === 'IFS' && program === 'read') return true
  if (value === null) return false
  for (const [names, values] of ROWS) if (names.test(name)) return values.test(value)
  return (
    program !== null &&
    CLOSED.has(program) &&
    /^[A-Z][A-Z0-9_]{0,40}$/.test(name) &&
    !TELLING.test(name) &&
    WORD.test(value)
  )
}

/**
 * A language or a time zone is a name, and can be a path: `TZ=:/etc/shadow` is read. Such a one is no harmless setting,
 * whatever the policy says of its name. tzset(3), locale(7)
 */
export const namesPath = (name: string, value: string | null) =>
  value !== null && /^(?:TZ|LANG|LANGUAGE|LC_\w+)$/.test(name) && /^:?[/~]|(?:^|[:/])\.\.(?:\/|$)/.test(value)
