/** How a program that runs code finds that code in its arguments. */
export interface Interpreter {
  /** Separated by blanks. */
  readonly names: string
  /** Options after which the code is spelt out, in the same word or the next. */
  readonly inline?: RegExp
  /** Options that take the next word as their value. */
  readonly valued?: RegExp
  /** Options that run a module of its own: `-m json.tool`. */
  readonly module?: RegExp
  /** Options whose value is a file of code. */
  readonly file?: RegExp
  /** Options with which it reads code from its input, whatever else it is given. */
  readonly input?: RegExp
  /** The operand that is code, from 1; without it, the first operand is a file of code. */
  readonly codeOperand?: number
  /** The first operand that is a verb of its own and not a file: `deno run`. */
  readonly verb?: RegExp
  /** When it takes its input for code: without a file (the default), in any case, or never. */
  readonly readsInput?: 'always' | 'never'
}

const INTERPRETERS: readonly Interpreter[] = [
  {
    // bash(1), dash(1), zshoptions(1), ksh(1): letters combine; `-o`, `-O` take a name; `-s` reads the input.
    names: 'sh bash rbash dash zsh ksh mksh oksh lksh ash yash busybox toybox',
    inline: /^-[A-Zabd-z]*c[A-Za-z]*$/,
    valued: /^(?:[-+][A-Za-z]*[oO]|--rcfile|--init-file)$/,
    input: /^-[A-Za-rt-z]*s[A-Za-z]*$/,
  },
  {
    names: 'fish csh tcsh nu elvish xonsh',
    inline: /^(?:-[A-Za-z]*c|--commands?(?:=.*)?)$/s,
    valued: /^(?:-C|--init-command|--config|-o)$/,
  },
  // about_Pwsh: `-Command -` reads the input.
  {
    names: 'pwsh powershell',
    inline: /^-(?:c|command|e|ec|encodedcommand)$/i,
    valued: /^-(?:ExecutionPolicy|ep|ex)$/i,
    file: /^-(?:f|file)$/i,
  },
  { names: 'cmd', inline: /^\/[ck]$/i },
  // su(1): a login shell on its input; operands are the user and what the shell gets.
  { names: 'su', inline: /^(?:-c|--command(?:=.*)?|--session-command(?:=.*)?)$/s, readsInput: 'always' },
  {
    // python(1): `-c` and `-m` end the options, and take the rest of their word or the next one.
    names: 'python pypy ipython bpython',
    inline: /^-[bBdEiIOPqsSuvx]*c/,
    valued: /^(?:-[bBdEiIOPqsSuvx]*[WX]|--check-hash-based-pycs)$/,
    module: /^-[bBdEiIOPqsSuvx]*m/,
    input: /^-[bBdEIOPqsSuvx]*i[bBdEiIOPqsSuvx]*$/,
  },
  {
    // nodejs.org/api/cli.html
    names: 'node nodejs tsx ts-node',
    inline: /^(?:-e|-p|-pe|--eval(?:=.*)?|--print(?:=.*)?)$/s,
    valued:
      /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|--input-type|--title)$/,
    input: /^(?:-i|--interactive)$/,
  },
  {
    names: 'deno bun',
    inline: /^(?:eval|-e|-p|--eval(?:=.*)?|--print(?:=.*)?)$/s,
    valued: /^(?:-c|--config|--import-map|--preload|-r)$/,
    verb: /^(?:run|serve|test|bench|repl|x)$/,
  },
  // perlrun(1), ruby(1): letters combine, `-e` comes last.
  { names: 'perl', inline: /^-(?![IMmVxDF])[A-Za-z0-9]*[eE]/, valued: /^-I$/ },
  { names: 'ruby irb jruby', inline: /^-(?![IrCEFTKx])[A-Za-z0-9]*e/, valued: /^-(?:I|r|C|E|F)$/ },
  { names: 'php', inline: /^(?:-[rBRE]|--run)/, valued: /^-[dczt]$/, file: /^(?:-f|--file)(?:=(.*))?$/s },
  { names: 'lua luajit', inline: /^-e/, valued: /^-l$/ },
  { names: 'Rscript R julia octave', inline: /^(?:-[eE]|--eval(?:=.*)?|--print(?:=.*)?)$/s },
  // awk(1): the first operand is the program, unless `-f` names a file.
  {
    names: 'awk gawk mawk nawk original-awk',
    valued: /^-[vF]$/,
    file: /^(?:-f|--file)(?:=(.*))?$/s,
    codeOperand: 1,
    readsInput: 'never',
  },
  {
    names: 'make gmake',
    valued: /^-[CIjlo]$/,
    file: /^(?:-f|--file|--makefile)(?:=(.*))?$/s,
    codeOperand: 1,
    readsInput: 'never',
  },
  // Their input is commands for them, and one of those runs a program: `.shell`, `\!`, `!`, `shell`.
  { names: 'sqlite3', valued: /^-(?:cmd|init|separator)$/, codeOperand: 2, readsInput: 'always' },
  {
    names: 'psql',
    inline: /^(?:-[A-Za-z]*c|--command(?:=.*)?)$/s,
    file: /^(?:-f|--file)(?:=(.*))?$/s,
    readsInput: 'always',
  },
  { names: 'mysql mariadb', inline: /^(?:-e|--execute(?:=.*)?)/s, readsInput: 'always' },
  { names: 'ed ex gdb at batch', inline: /^(?:-ex|--eval-command(?:=.*)?)$/s, readsInput: 'always' },
  {
    names:
      'tclsh wish guile racket sbcl clisp elixir iex erl groovy scala ghci runghc osascript jshell swift expect m4 ' +
      'crontab parallel csvpy ocaml utop swipl gprolog scheme chezscheme gsi csi gforth janet hy raku clj clojure bb ' +
      'jbang kotlin kscript jjs escript gst ptpython pry psysh maxima gnuplot lldb expectk',
    inline: /^(?:-e|-E|-c|--eval(?:=.*)?|--command(?:=.*)?)$/s,
  },
]

const byName: ReadonlyMap<string, Interpreter> = new Map(
  INTERPRETERS.flatMap((interpreter) => interpreter.names.split(' ').map((name) => [name, interpreter] as const)),
)

/** The interpreter of that name, also with a version behind it: `python3.11`, `perl5`, `bash-5.2`, `node18`. */
export function interpreterOf(name: string): Interpreter | null {
  const known = byName.get(name)
  if (known) return known
  const last = name.charCodeAt(name.length - 1)
  // Only with a digit at the end is there a version to leave out.
  if (!(last >= 48 && last <= 57)) return null
  return byName.get(name.replace(/(?<![\d.])[.-]?\d+(?:\.\d+)*$/, '')) ?? null
}
