import { isAmong } from '../syntax/word-list.ts'
import { isInteger, type Value } from './state.ts'

/** Variables whose value the shell changes by itself: never followed as constants. */
const SELF_CHANGING =
  'RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME HISTCMD DIRSTACK GROUPS FUNCNAME PWD OLDPWD OPTIND OPTARG ' +
  'REPLY _ UID EUID PPID SHELLOPTS BASHOPTS PIPESTATUS MAPFILE COLUMNS LINES SHLVL COPROC IFS'

/** Variables of bash that are decimal numbers whatever the environment says. bash(1), Shell Variables. */
const NUMERIC = 'RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS UID EUID PPID BASHPID BASH_SUBSHELL SHLVL HISTCMD'

/** May the value be followed from its assignment to its use? */
export function isFollowed(name: string): boolean {
  return !isAmong(SELF_CHANGING, name) && !name.startsWith('BASH')
}

/** Always read-only in bash. */
const READ_ONLY = 'UID EUID PPID BASHOPTS SHELLOPTS BASH_VERSINFO'

export function isReadOnly(name: string): boolean {
  return isAmong(READ_ONLY, name)
}

/** Arrays by the shell's own doing. bash(1), Shell Variables. */
const OWN_ARRAYS =
  'BASH_ALIASES BASH_ARGC BASH_ARGV BASH_CMDS BASH_LINENO BASH_REMATCH BASH_SOURCE BASH_VERSINFO COMP_WORDS COMPREPLY ' +
  'COPROC DIRSTACK FUNCNAME GROUPS MAPFILE PIPESTATUS'

export function isOwnArray(name: string): boolean {
  return isAmong(OWN_ARRAYS, name)
}

/** A number by the shell's own doing, until it is unset or assigned in a scope of its own. */
export function isNumericVariable(name: string): boolean {
  return isAmong(NUMERIC, name)
}

/**
 * Variables that make the shell, the dynamic loader or well-known programs run, load or read something else.
 * Sources: bash(1), dash(1), ld.so(8), glibc (GCONV_PATH …), git(1), make(1), tar(1), rg(1), less(1), man(1), python(1),
 * perl(1), ruby(1), node(1), java(1), npm config, environ(7).
 */
const DANGEROUS =
  'PATH CDPATH UID EUID BASH_ENV ENV PS4 PROMPT_COMMAND SHELLOPTS BASHOPTS BASH_CMDS BASH_ALIASES BASH_LOADABLES_PATH EXECIGNORE ' +
  'POSIXLY_CORRECT BASH_COMPAT BASH_ARGV0 FUNCNEST TEXTDOMAIN TEXTDOMAINDIR HOME SHELL BASH_XTRACEFD HISTFILE LANG ' +
  'GCONV_PATH LOCPATH NLSPATH HOSTALIASES RES_OPTIONS GLIBC_TUNABLES TERMINFO TERMCAP ' +
  'EDITOR VISUAL PAGER BROWSER FCEDIT LESS LESSOPEN LESSCLOSE LESSKEY LESSEDIT MORE MANPATH MANOPT MANROFFOPT MANROFFSEQ ' +
  'MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES MAKE TAR_OPTIONS TAPE GZIP ZIPOPT UNZIP RIPGREP_CONFIG_PATH GREP_OPTIONS ' +
  'NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_REPL_EXTERNAL_MODULE JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS ' +
  'CLASSPATH CC CXX LD AR AS CPP CXXFLAGS CFLAGS CPPFLAGS LDFLAGS COMPILER_PATH GCC_EXEC_PREFIX RUSTC RUSTDOC ' +
  'RUSTFLAGS RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOCFLAGS GOFLAGS GOROOT GOPATH GOENV GOPROXY GOTOOLCHAIN ' +
  'PHPRC PHP_INI_SCAN_DIR KUBECONFIG KUBE_EDITOR SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR CVS_RSH RSYNC_RSH ' +
  'RSYNC_CONNECT_PROG RSH REMOTE_SHELL AWKPATH AWKLIBPATH CURL_HOME WGETRC OPENSSL_CONF OPENSSL_ENGINES ' +
  'OPENSSL_MODULES VIMINIT EXINIT MYVIMRC INPUTRC PARALLEL PARALLEL_SHELL TCLLIBPATH PDSH_RCMD_TYPE ' +
  'GEM_HOME GEM_PATH BUNDLE_GEMFILE IRBRC PIP_CONFIG_FILE DOCKER_HOST DOCKER_CONFIG SYSTEMD_EDITOR SYSTEMD_PAGER'

const DANGEROUS_PREFIX =
  /^(?:LC_|LD_|DYLD_|GIT_|BASH_FUNC_|PYTHON|PERL|RUBY|LUA_|npm_config_|NPM_CONFIG_|YARN_|CARGO_|MAVEN_|GRADLE_|XDG_|EMACS)/

/** Names by which programs take commands, options and places of configuration by custom; exported ones only. */
const DANGEROUS_SUFFIX =
  /(?:^|_)(?:OPTS|OPTIONS|FLAGS|PAGER|EDITOR|COMMAND|CMD|SHELL|ASKPASS|PRELOAD|WRAPPER|CONFIG|CONFIG_FILE|RC|RSH|SSH|BROWSER|PROXY_COMMAND)$/

const FREE_TEXT = /^[^\n]*$/
const PAGER_VALUE = /^(?:|cat|less|more|less -[A-Za-z]+)$/
const EDITOR_VALUE = /^(?:true|:|\/bin\/true|cat)$/
const SWITCH_VALUE = /^(?:|[01]|true|false|yes|no|on|off|never|always|auto)$/i

/** Values that are known to be harmless, by name. */
const HARMLESS: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(?:GIT_)?(?:PAGER|MANPAGER|SYSTEMD_PAGER)$/, PAGER_VALUE],
  [/^(?:EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR)$/, EDITOR_VALUE],
  [/^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/, FREE_TEXT],
  [/^GIT_(?:TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|ADVICE|FLUSH|DISCOVERY_ACROSS_FILESYSTEM)$/, SWITCH_VALUE],
  [/^PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|HASHSEED|UTF8|IOENCODING|NOUSERSITE|FAULTHANDLER)$/, /^[\w:-]*$/],
  [/^RUST_(?:BACKTRACE|LOG)$/, FREE_TEXT],
  [/^CARGO_(?:TERM_COLOR|INCREMENTAL|NET_OFFLINE|BUILD_JOBS)$/, /^[\w-]*$/],
  [
    /^NODE_OPTIONS$/,
    /^(?:--(?:max-old-space-size|max-semi-space-size|stack-trace-limit)=\d+|--(?:no-warnings|no-deprecation|trace-warnings|trace-deprecation|trace-uncaught|enable-source-maps|experimental-vm-modules)|\s)*$/,
  ],
  [/^GOFLAGS$/, /^(?:-mod=(?:mod|vendor|readonly)|-count=\d+|-buildvcs=(?:true|false|auto)|-race|-short|-v|\s)*$/],
  [/^RUSTFLAGS$/, /^-D ?warnings$/],
  [/^MAKEFLAGS$/, /^\s*(?:(?:-j(?: \d+|\d*)|-s|-k)(?=\s|$)\s*)*$/],
  [/^(?:C|CXX|CPP)FLAGS$/, /^\s*(?:(?:-O[0-3sgz]?|-g\d?|-W[\w=-]*|-f[\w=-]*|-D\w+(?:=\w+)?|-std=[\w+]+)(?=\s|$)\s*)*$/],
  [/^LESS$/, /^[-A-Za-z0-9 ]*$/],
  [/^LD_BIND_NOW$/, SWITCH_VALUE],
  [/^CDPATH$/, /^$/],
  [/^E?UID$/, /^\d+$/],
  // With another character set the bytes of a character may hold a backslash or a quote of the text that follows.
  [/^(?:LANG|LC_[A-Z]+)$/, /^(?:|C|POSIX|\w+\.(?:UTF-8|utf8))$/],
]

/**
 * Does an assignment make more run than the command line says? `exported`: it surely reaches a program's environment;
 * a plain shell variable does only where the environment has that name already.
 */
export function changesWhatRuns(name: string, value: Value | undefined, exported: boolean): boolean {
  // A time zone or a language is a name, and can be a path, which is read: tzset(3), locale(7).
  if (exported && /^(?:TZ|LANG|LANGUAGE|LC_\w+)$/.test(name) && typeof value === 'string') {
    if (/^:?[/~]|(?:^|[:/])\.\.(?:\/|$)/.test(value)) return true
  }
  const named = isAmong(DANGEROUS, name) || DANGEROUS_PREFIX.test(name) || (exported && DANGEROUS_SUFFIX.test(name))
  if (!named) return false
  if (value === undefined) return true
  const text = isInteger(value) ? '0' : String(value)
  return !HARMLESS.some(([names, values]) => names.test(name) && values.test(text))
}
