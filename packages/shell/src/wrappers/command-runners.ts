import type { CommandWord } from '../model/analysis.ts'
import { type ExpandedCommand, type InvocationWalker, invokeInner } from '../model/invocation.ts'
import type { ShellState } from '../model/state.ts'
import { inputText } from './input-text.ts'
import { opaqueRunners } from './opaque-runners.ts'
import { parseOptions } from './options.ts'
import { runText, takeAssignments, unclear } from './unwrap.ts'

type CommandRunner = (walker: InvocationWalker, state: ShellState, invocation: ExpandedCommand) => void

/** A word that is only known at run time; `splits`: any number of words. */
function arriving(invocation: ExpandedCommand, splits: boolean): CommandWord {
  return { text: null, prefix: '', splits, pattern: null, integer: false, span: invocation.span }
}

/** Source: coreutils 9, env(1). `-S` splits its value by rules of its own. */
const env: CommandRunner = (walker, state, invocation) => {
  const { words } = invocation
  const grammar = {
    short: '0iu:C:S:v',
    long: 'null ignore-environment unset= chdir= split-string= debug block-signal=? default-signal=? ignore-signal=? list-signal-handling help version',
  }
  const parsed = parseOptions(grammar, words, 1)
  if (parsed === null) return unclear(walker, invocation)
  let directory = invocation.directory
  let split: readonly CommandWord[] = []
  for (const [name, value] of parsed.options) {
    if (name === 'help' || name === 'version') return
    if (name === 'C' || name === 'chdir') directory = null
    if (name === 'u' || name === 'unset') {
      // Unsetting PATH and the like changes the lookup, like setting it.
      if (value?.text == null || /^(?:PATH|HOME|LD_|BASH_ENV)/.test(value.text)) return unclear(walker, invocation)
    }
    if (name === 'S' || name === 'split-string') {
      const text = value?.text
      if (text == null || split.length > 0 || !/^[\w ./=:,@%+-]*$/.test(text)) return unclear(walker, invocation)
      split = [
        ...split,
        ...text
          .split(' ')
          .filter((piece) => piece !== '')
          .map((piece) => known(piece, invocation)),
      ]
    }
  }
  let rest: readonly CommandWord[] = words.slice(parsed.next)
  if (split.length > 0) {
    // The pieces take the place of the option, and may be options themselves.
    if (split[0]?.text?.startsWith('-') === true) return unclear(walker, invocation)
    // What looks like an option behind them belongs to the command.
    const [last] = parsed.options.at(-1) ?? []
    if ((last !== 'S' && last !== 'split-string') || words[parsed.next - 1]?.text === '--') {
      return unclear(walker, invocation)
    }
    rest = [...split, ...rest]
  }
  if (rest[0]?.text === '-') rest = rest.slice(1)
  const inner = { ...invocation, words: [...words.slice(0, 1), ...rest] }
  const found = takeAssignments(walker, inner, 1)
  if (found === null) return unclear(walker, invocation)
  const command = inner.words.slice(found.next)
  if (command.length === 0) return
  invokeInner(walker, state, invocation, command, { environment: found.environment, directory })
}

function known(text: string, invocation: ExpandedCommand): CommandWord {
  return { text, prefix: text, splits: false, pattern: null, integer: false, span: invocation.span }
}

/**
 * The word after what arrives is put in the place of every marker in it. It keeps its place in the text, where one can
 * see whether it is all of the word: what arrives in `%/../../x` is not what is read.
 */
function replaced(word: CommandWord, marker: string, invocation: ExpandedCommand): CommandWord {
  const at = (word.text ?? word.prefix).indexOf(marker)
  if (at < 0) return word
  return { ...arriving(invocation, word.splits), prefix: word.prefix.slice(0, at), span: word.span }
}

/** Source: findutils 4.9, xargs(1). What comes in is appended, or put in the place of the replacement string. */
const xargs: CommandRunner = (walker, state, invocation) => {
  const { words } = invocation
  const grammar = {
    short: '0a:d:E:e::I:i::L:l::n:oP:prs:tx',
    long: 'null arg-file= delimiter= eof=? replace=? max-lines=? max-args= open-tty max-procs= interactive no-run-if-empty max-chars= show-limits verbose exit process-slot-var= help version',
  }
  const parsed = parseOptions(grammar, words, 1)
  if (parsed === null) return unclear(walker, invocation)
  let replace: string | null = null
  let counted = false
  for (const [name, value] of parsed.options) {
    if (name === 'help' || name === 'version') return
    if (name === 'I' || name === 'i' || name === 'replace') {
      replace = value === null ? '{}' : value.text
      if (replace === null || replace === '') return unclear(walker, invocation)
    }
    // Of -I and these, the one that comes last counts.
    if (/^(?:[nLl]|max-args|max-lines)$/.test(name)) counted = true
    // The variable of --process-slot-var holds a number, and is named by the caller.
    if (name === 'process-slot-var') return unclear(walker, invocation)
  }
  if (replace !== null && counted) return unclear(walker, invocation)
  const command = words.slice(parsed.next)
  if (command.length === 0) command.push(known('echo', invocation))
  if (replace === null) {
    invokeInner(walker, state, invocation, [...command, arriving(invocation, true)], { stdin: 'null' })
    return
  }
  const marker = replace
  const placed = command.map((word) =>
    // All of what arrives, as if it was appended.
    word.text === marker && marker !== '{}' ? arriving(invocation, word.splits) : replaced(word, marker, invocation),
  )
  invokeInner(walker, state, invocation, placed, { stdin: 'null' })
}

/** Source: findutils 4.9, find(1): -exec, -execdir, -ok, -okdir up to `;`, or up to `+` after `{}`. */
const find: CommandRunner = (walker, state, invocation) => {
  const { words } = invocation
  let open = false
  for (let index = 1; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) continue
    const { text } = word
    if (text === null) {
      // A word that may become several can bring an action; a single one needs a terminator after it.
      if ((word.splits && word.pattern === null) || mayBeAction(word)) open = true
      continue
    }
    if (open && (text === ';' || text === '+')) return unclear(walker, invocation)
    if (text !== '-exec' && text !== '-execdir' && text !== '-ok' && text !== '-okdir') continue
    if (open) return unclear(walker, invocation)
    const from = index + 1
    let end = from
    while (end < words.length && !endsAction(words, from, end)) end++
    if (end >= words.length) return unclear(walker, invocation)
    const inner = words.slice(from, end).map((part) => {
      return replaced(part, '{}', invocation)
    })
    if (inner.length === 0) return unclear(walker, invocation)
    const last = words[end]
    if (last?.text === '+') {
      inner[inner.length - 1] = { ...arriving(invocation, true), span: (words[end - 1] as CommandWord).span }
    }
    invokeInner(walker, state, invocation, inner, text.endsWith('dir') ? { directory: null } : {})
    index = end
  }
  if (words.some((word) => word.text === null && word.splits && word.pattern === null)) {
    walker.unresolved('wrapper', 'words that are only known at run time may contain an action of find', invocation.span)
  }
}

/** A cluster of short options without values, then the one that takes a command, which may stand in the same word. */
const FD_EXEC = /^(?:-[A-WYZa-wyz0-9]*[xX]=?|--exec(?:-batch)?(?:=|$))([^]*)$/

/**
 * Source: fd(1): -x and -X take a command, up to `;`, and there may be several of them; what is found is put in the place
 * of the braces, or appended.
 */
const fd: CommandRunner = (walker, state, invocation) => {
  const { words } = invocation
  for (let at = 1; at < words.length; at++) {
    const attached = FD_EXEC.exec(words[at]?.text ?? '')?.[1]
    if (attached === undefined) continue
    let end = at + 1
    while (end < words.length && words[end]?.text !== ';') end++
    const rest = words.slice(at + 1, end)
    const command = attached === '' ? rest : [known(attached, invocation), ...rest]
    if (command.length === 0) return unclear(walker, invocation)
    const placed = command.map((word) => (word.text?.includes('{') === true ? arriving(invocation, false) : word))
    const named = placed.some((word) => word.text === null)
    invokeInner(walker, state, invocation, named ? placed : [...placed, arriving(invocation, true)], {
      directory: null,
    })
    at = end
  }
}

function mayBeAction(word: CommandWord): boolean {
  return (
    word.prefix === '' ||
    '-exec'.startsWith(word.prefix) ||
    word.prefix.startsWith('-exec') ||
    word.prefix.startsWith('-ok')
  )
}

function endsAction(words: readonly CommandWord[], from: number, at: number): boolean {
  const text = words[at]?.text
  if (text === ';') return true
  return text === '+' && at > from && words[at - 1]?.text === '{}'
}

/** Source: busybox(1), toybox(1): the applet is the first operand. */
const applets: CommandRunner = (walker, state, invocation) => {
  const applet = invocation.words[1]
  if (applet === undefined) return
  if (applet.text === null) return unclear(walker, invocation)
  if (applet.text.startsWith('-')) return
  invokeInner(walker, state, invocation, invocation.words.slice(1))
}

/** Source: procps 4, watch(1): the operands are joined and run by a shell, unless -x. */
const watch: CommandRunner = (walker, state, invocation) => {
  const { words } = invocation
  const grammar = {
    short: 'bcCd::egn:pq:rtwxhv',
    long: 'beep color no-color differences=? errexit chgexit equexit= interval= precise no-rerun no-title no-wrap exec help version',
  }
  const parsed = parseOptions(grammar, words, 1)
  if (parsed === null) return unclear(walker, invocation)
  const command = words.slice(parsed.next)
  if (command.length === 0) return
  if (parsed.options.some(([name]) => name === 'x' || name === 'exec')) {
    return invokeInner(walker, state, invocation, command)
  }
  runJoined(walker, invocation, command)
}

/** Words that a program joins with blanks and gives to a shell. */
function runJoined(walker: InvocationWalker, invocation: ExpandedCommand, words: readonly CommandWord[]) {
  const texts = words.map((word) => word.text)
  if (texts.includes(null)) walker.unresolved('text', 'text that is run is only known at run time', invocation.span)
  else walker.runProcess(texts.join(' '), 'posix', invocation, [])
}

/** Source: util-linux 2.38, script(1). */
const script: CommandRunner = (walker, state, invocation) => {
  const words = invocation.words
  const grammar = {
    short: 'aefqhVE:c:I:O:B:T:m:o:t::',
    long: 'append command= echo= log-in= log-out= log-io= log-timing= logging-format= flush force output-limit= quiet return timing=? help version',
  }
  for (let from = 1; ;) {
    const parsed = parseOptions(grammar, words, from)
    if (parsed === null) return unclear(walker, invocation)
    for (const [name, value] of parsed.options) {
      if (name === 'c' || name === 'command') return runText(walker, invocation, value)
    }
    if (parsed.next >= words.length) break
    // On BSD the command stands behind the file.
    const command = words.slice(parsed.next + 1)
    if (command[0]?.text != null && !/^-./.test(command[0].text)) invokeInner(walker, state, invocation, command)
    from = parsed.next + 1
  }
  walker.unresolved('script', 'it starts a shell on its input', invocation.span)
}

/** Source: GNU parallel(1). Only the plain form is read: a command in simple words, arguments after `:::`. */
const parallel: CommandRunner = (walker, state, invocation) => {
  const { words } = invocation
  const grammar = {
    short: 'j:P:kqtvn:N:L:l:X0',
    long: 'jobs= max-procs= keep-order quote verbose null bar progress eta will-cite line-buffer ungroup group halt= joblog= retries= timeout= delay=',
  }
  const parsed = parseOptions(grammar, words, 1)
  if (parsed === null) {
    // An option that is not known here: the first word that is none may be the command.
    const from = words.findIndex((word, index) => index > 0 && word.text !== null && !word.text.startsWith('-'))
    if (from > 0) invokeInner(walker, state, invocation, words.slice(from))
    return unclear(walker, invocation)
  }
  const separator = words.findIndex((word, index) => index >= parsed.next && word.prefix.startsWith(':::'))
  const command = words.slice(parsed.next, separator < 0 ? words.length : separator)
  if (command.length === 0 || !command.every((word) => word.text !== null && /^[\w./@%+=:,{}-]+$/.test(word.text))) {
    // What is named is recorded even so: the words joined, or each argument where there is no command.
    const given = words.slice(separator + 1).map(({ text }) => text)
    const texts =
      command.length > 0 ? [command.map(({ text }) => text ?? '"$_"').join(' ')] : separator < 0 ? [] : given
    for (const text of texts) if (text !== null) walker.runProcess(text, 'bash', invocation, [])
    return unclear(walker, invocation)
  }
  const inner = command.map((word) => (word.text?.includes('{') === true ? arriving(invocation, false) : word))
  if (!inner.includes(command[0] as CommandWord)) return unclear(walker, invocation)
  const placed = inner.some((word) => word.text === null)
  invokeInner(walker, state, invocation, placed ? inner : [...inner, arriving(invocation, true)])
}

/** Source: expect(1): Tcl, in which `spawn`, `exec` and `system` start programs. */
const expect: CommandRunner = (walker, state, invocation) => {
  for (const [index, { text }] of invocation.words.entries()) {
    if (text === null || invocation.words[index - 1]?.text !== '-c') continue
    for (const [, command = ''] of text.matchAll(/(?:^|[;{\n\s])(?:spawn|exec|system)\s+(?:-\S+\s+)*([^;}\n]+)/g)) {
      walker.runProcess(command, 'bash', invocation, [])
    }
  }
  walker.unresolved('wrapper', 'what expect runs is not analysed', invocation.span)
}

/** Source: at(1), crontab(1): what comes in is run later, by a shell; a table has five fields or a word with `@` in front. */
const later: CommandRunner = (walker, state, invocation) => {
  const isTable = invocation.words[0]?.text?.endsWith('crontab') === true
  const code = inputText(invocation)
  if (code !== null) {
    const commands = isTable ? code.replaceAll(/^[ \t]*(?:@\w+|(?:[\w*/,-]+[ \t]+){4}[\w*/,-]+)[ \t]/gm, '') : code
    walker.runProcess(commands, 'posix', invocation, [])
  }
  if (!isTable) walker.unresolved('wrapper', 'it runs its input later', invocation.span)
}

/** Source: ld.so(8): the program is the first operand. */
const loader: CommandRunner = (walker, state, invocation) => {
  const parsed = parseOptions(
    {
      short: '',
      long: 'library-path= preload= audit= argv0= inhibit-cache inhibit-rpath= list verify glibc-hwcaps-prepend=',
    },
    invocation.words,
    1,
  )
  if (parsed !== null && parsed.next < invocation.words.length) {
    invokeInner(walker, state, invocation, invocation.words.slice(parsed.next))
  }
  walker.unresolved('wrapper', 'the loader runs a program', invocation.span)
}

/** Source: iproute2, ip-netns(8). Options of `ip` itself before the object leave it open. */
const ip: CommandRunner = (walker, state, invocation) => {
  const { words } = invocation
  if (words.slice(1, 4).some((word) => word.text === null)) return unclear(walker, invocation)
  const object = words.findIndex((word, index) => index > 0 && word.text?.startsWith('-') !== true)
  const abbreviates = (whole: string, text: string | null | undefined) =>
    text != null && text !== '' && whole.startsWith(text)
  if (object < 0 || !abbreviates('netns', words[object]?.text) || words[object]?.text === 'n') {
    if (words.some((word) => word.text === 'exec')) unclear(walker, invocation)
    return
  }
  if (!abbreviates('exec', words[object + 1]?.text)) return
  const command = words.slice(object + 3)
  if (command.length > 0 && words[object + 2]?.splits === false) invokeInner(walker, state, invocation, command)
  else unclear(walker, invocation)
}

/** Programs that rtk starts with the words behind their name. */
const RUN_BY_RTK: ReadonlySet<string> = new Set(
  'git gh go cargo npm npx pnpm bun docker kubectl golangci-lint ruff pytest'.split(' '),
)

/** Source: rtk (Rust Token Killer), README and src/main.rs: it shortens what the program behind it prints. */
const rtk: CommandRunner = (walker, state, invocation) => {
  const [, first, ...rest] = invocation.words
  if (first === undefined) return
  if (first.text === null) return unclear(walker, invocation)
  if (RUN_BY_RTK.has(first.text)) return invokeInner(walker, state, invocation, [first, ...rest])
  if (first.text === 'proxy' && rest.length > 0) return invokeInner(walker, state, invocation, rest)
  if (/^(?:err|test|summary)$/.test(first.text)) runJoined(walker, invocation, rest)
}

/** Programs whose way of running others needs more than an option grammar, by the last part of their name. */
export const commandRunners = (): Readonly<Record<string, CommandRunner>> => ({
  ...opaqueRunners(),
  env,
  xargs,
  find,
  busybox: applets,
  toybox: applets,
  watch,
  rtk,
  script,
  parallel,
  ip,
  fd,
  fdfind: fd,
  expect,
  at: later,
  batch: later,
  crontab: later,
  'ld.so': loader,
  'ld-linux.so.2': loader,
  'ld-linux-x86-64.so.2': loader,
  'ld-linux-aarch64.so.1': loader,
  'ld-linux-armhf.so.3': loader,
  'ld-musl-x86_64.so.1': loader,
  'ld-musl-aarch64.so.1': loader,
  // GNU tools where the system has others of that name: Homebrew coreutils, findutils
  genv: env,
  gxargs: xargs,
  gfind: find,
})
