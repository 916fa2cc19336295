/** Calls that start the program which their first text names, with the arguments in the texts behind it. */
const CALLS = new RegExp(
  String.raw`\b(?:${[
    // perl, ruby, php, lua, awk, tcl
    'system exec execute popen\\w* shell_exec passthru proc_open pcntl_exec capture[23]\\w* spawn',
    // node, deno, bun
    'execSync execFile execFileSync spawnSync Deno\\.Command Deno\\.run',
    // python
    'exec[lv]p?e? spawn[lv]p?e? posix_spawnp? check_output check_call run call Popen getoutput getstatusoutput',
    'create_subprocess_(?:exec|shell)',
    // emacs, vim, AppleScript
    'shell-command call-process\\w* start-process\\w* process-lines systemlist',
  ]
    .join(' ')
    .replaceAll(' ', '|')}|do shell script)\b(?!\s*=[^=>])[^"'\`;)\]]{0,60}?(["'\`])([^]+?)\1`,
  'g',
)
/** What stands before a further text: `, `, `], [`, `, {args: [`. In steps: as one pattern they would divide blanks in every way. */
const BETWEEN: readonly RegExp[] = [/[\s,\]]+/y, /(?:\{\s*args\s*:)?/y, /\s*/y, /\[?/y, /\s*/y]
/** A further text, also in a list: `"curl", ["-s", "h"]`, `"rm", {args: ["x"]}`. */
const FURTHER = /(["'`])([^"'`]*)\1/y
const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
/** perlop(1) qx; ruby %x */
const QUOTED = /(?:\bqx|%x)\s*([^\w\s])/g
const BACKTICKS = /`([^`]+)`/g
/** lua: `os.execute[[rm x]]` */
const LONG_TEXT = /\b(?:execute|popen)\s*(?:\(\s*)?\[(=*)\[([^]+?)\]\1\]/g
/** perl: `open(F, "rm x|")`, `open my $f, "-|", "rm", "x"` */
const PIPE_OPEN = /\bopen\b[^;"']*(["'])([^"']*)\1/g
/** awk: `| "rm x"`, `"rm x" | getline` */
const AWK_PIPES = /\|&?\s*"([^"]+)"|"([^"]+)"\s*\|&?\s*getline/g
/** tcl, expect: `exec rm x`, `spawn rm x` */
const TCL_EXEC = /\b(?:exec|spawn)\s+([^;\n\]]+)/g

const SCRIPTED: ReadonlySet<string> = new Set(
  (
    'python pypy perl ruby node nodejs deno bun tsx ts-node php lua luajit awk gawk mawk nawk osascript emacs tclsh ' +
    'expect julia Rscript vim nvim vi view ex'
  ).split(' '),
)

/** The language that a program reads its code in, by its name without a version; `null` where none is known. */
export function languageOf(program: string): string | null {
  const last = program.charCodeAt(program.length - 1)
  const name = last >= 48 && last <= 57 ? program.replace(/(?<![\d.])[\d.]+$/, '') : program
  return SCRIPTED.has(name) ? name : null
}

/** Commands that a text of code starts where they are spelled out in it, for the rules that deny them. */
export function scriptCalls(language: string, code: string): readonly string[] {
  const found: string[] = []
  // Names of files and options call nothing.
  if (language !== 'tclsh' && language !== 'expect' && !/["'`([{<]|qx|%x/.test(code)) return found
  for (const match of code.matchAll(CALLS)) found.push(withFurther(match[2]!, code, match.index + match[0].length))
  if (/^(?:perl|ruby|php|node|nodejs|deno|bun|tsx)$/.test(language)) {
    for (const match of code.matchAll(BACKTICKS)) found.push(match[1]!)
  }
  if (language === 'perl' || language === 'ruby') {
    for (const { 1: mark, index, 0: whole } of code.matchAll(QUOTED)) {
      const start = index + whole.length
      const end = code.indexOf(BRACKETS[mark!] ?? mark!, start)
      if (end > start) found.push(code.slice(start, end))
    }
  }
  if (language.startsWith('lua')) for (const match of code.matchAll(LONG_TEXT)) found.push(match[2]!)
  if (language === 'perl') {
    for (const match of code.matchAll(PIPE_OPEN)) {
      const text = match[2]!.trim()
      if (text === '-|' || text === '|-') found.push(withFurther('', code, match.index + match[0].length).trim())
      else if (/^\||\|$/.test(text)) found.push(text.replaceAll('|', ' ').trim())
    }
  }
  if (language.endsWith('awk')) for (const match of code.matchAll(AWK_PIPES)) found.push((match[1] ?? match[2])!)
  if (language === 'tclsh' || language === 'expect') for (const match of code.matchAll(TCL_EXEC)) found.push(match[1]!)
  // `spawn({file: "rm", args: ["x"]})`
  for (const match of code.matchAll(/\bfile\s*:\s*(["'])(\w[^"']*)\1/g)) found.push(match[2]!)
  return found
}

/** The texts that follow one another as arguments, as one command. */
function withFurther(first: string, code: string, from: number): string {
  let command = first
  for (let next = furtherText(code, from); next !== null; next = furtherText(code, FURTHER.lastIndex)) {
    command += ` ${/^[\w./:@%+=-]+$/.test(next[2]!) ? next[2] : `'${next[2]!.replaceAll("'", '')}'`}`
  }
  return command
}

function furtherText(code: string, from: number): RegExpExecArray | null {
  let at = from
  for (const part of BETWEEN) {
    part.lastIndex = at
    if (!part.test(code)) return null
    at = part.lastIndex
  }
  FURTHER.lastIndex = at
  return FURTHER.exec(code)
}
