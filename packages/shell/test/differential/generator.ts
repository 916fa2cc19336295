import { readFileSync } from 'node:fs'
import { grammarText } from './grammar.ts'
import type { Random } from './random.ts'

const tokens = [
  ...' |;|&|&&||||\n|(|)|{|}|!|<|>|>>|<<|<<<|<&|>&|&>|>||<>|$|"|\'|`|\\|\\\n|#|~|*|?|[|]|=|+=|,|:|@|%'.split('|'),
  ...'if|then|else|elif|fi|for|in|do|done|while|until|case|esac|;;|;&|select|function|coproc|time|[[|]]|((|))|$((|$['.split(
    '|',
  ),
  ...'touch P|a b|c|ls|id|x=1|x=|y=$x|$x|"$x"|${x}|${x:-|${x#|${x/|${!x}|${#x}|${x@Q}|${x:1}|$(|$(c)|`c`|<(c)|>(c)|{a,b}|{1..3}|@(a|)'.split(
    '|',
  ),
  ...'f()|f() {|eval |env |timeout 1 |xargs |find . -exec |bash -c |sh -c |exec |command |trap |cd d|cd ..|export |read x|set -e|declare -i x'.split(
    '|',
  ),
  "'touch P'",
  '"touch P"',
  "$'touch\\x20P'",
  '<<E\nx\nE\n',
  "<<'E'\n$(c)\nE\n",
  '<<-E\n\tx\n\tE\n',
  '2>&1',
  '>f',
  '2>f',
  '>&-',
  '{fd}>f',
  '1-',
  '-eq',
  '-v',
  '=~',
  '==',
  '-c',
  '--',
  '\t',
  'é',
  '\u00a0',
  'x[0]=1',
  'a=(1 2)',
  'unset x',
  'printf -v x c',
  'IFS=x',
  'set -- c',
  '"$@"',
  '$1',
  'let x=1',
]

const PAYLOADS = [
  '$(touch P)',
  '`touch P`',
  '; touch P;',
  '&& touch P',
  '|| touch P',
  '| touch P',
  '& touch P&',
  '\ntouch P\n',
  '<(touch P)',
  '>(touch P)',
  '${x:-$(touch P)}',
  '"$(touch P)"',
  "';touch P;'",
  '";touch P;"',
  '$((a[$(touch P)]))',
  '${a[$(touch P)]}',
  '<<E\n$(touch P)\nE\n',
  '$[$(touch P)1]',
  "'a[$(touch P)]'",
  '{touch,P}',
  '\\\ntouch P',
  '${x@P}',
  '>P',
  '2>P',
]

/** What means something to zsh alone. */
const ZSH_TOKENS = [
  "*(e:'touch P':)",
  '*(.)',
  '=touch',
  '~[x]',
  '>! ',
  '>>! ',
  '>&!',
  '&!',
  '&| ',
  'path=(.);',
  'path=.',
  'x=(touch P) ',
  'noglob ',
  'nocorrect ',
  '- ',
  'repeat 2 ',
  'foreach ',
  'always ',
  'functions ',
  'TRAPEXIT() {',
  '$x[1]',
  '"$x[1]"',
  '$x:h',
  '$x:s/a/touch/',
  '${(e)e}',
  '${~e}',
  '$~e',
  '$=e',
  '$+e',
  '${^e}',
  '${x:h}',
  '${x::=touch}',
  '<->',
  '<1-3>',
  '<a <b',
  '<< E <<< touch\n',
  '***',
  '**/',
  '^d',
  'd#',
  '{dl}',
  "'a''b'",
  '$"touch"',
  '[ path -eq 1 ]',
  "printf %d 'path[$(touch P)]'",
  "exit 'path[$(touch P)]'",
  'cd - ',
  'cd d l',
  'print -P ',
  'emulate sh -c ',
  'eval $e',
  'alias -g l=touch\n',
  'setopt ',
  'zmodload ',
  'é',
  'e=(',
  '$e ',
  '${=e} ',
  'x=$e; $x',
  'if (( 1 )) { touch P }',
  'for x (a b) touch P',
]

/** The same with something for zsh put in, in every second one. */
export function generateForZsh(random: Random): string {
  const text = generate(random)
  if (random.chance(0.5)) return text
  const at = random.below(text.length + 1)
  return text.slice(0, at) + random.pick(ZSH_TOKENS) + text.slice(at)
}

function corpusCommands(): string[] {
  const commands: string[] = []
  for (const file of ['oneliners.jsonl', 'shell-traps.jsonl']) {
    const text = readFileSync(new URL(`../corpus/${file}`, import.meta.url), 'utf8')
    for (const line of text.trim().split('\n')) commands.push((JSON.parse(line) as { command: string }).command)
  }
  return commands
}

const seeds = corpusCommands()

/** A string that may or may not be shell code: token soup, damaged one-liners, payloads, or a grammar's sentence. */
export function generate(random: Random): string {
  const kind = random.next()
  if (kind < 0.25) return soup(random)
  if (kind < 0.4) return splice(random)
  if (kind < 0.6) return injected(random, random.pick(seeds))
  if (kind < 0.9) return grammarText(random)
  return injected(random, grammarText(random))
}

function soup(random: Random): string {
  let text = ''
  for (let count = 2 + random.below(11); count > 0; count--)
    text += random.pick(tokens) + (random.chance(0.5) ? ' ' : '')
  return text
}

function splice(random: Random): string {
  const one = random.pick(seeds)
  const other = random.pick(seeds)
  const text = one.slice(0, random.below(one.length + 1)) + other.slice(random.below(other.length + 1))
  return random.chance(0.5) ? damaged(random, text) : text
}

function damaged(random: Random, text: string): string {
  const at = random.below(text.length + 1)
  const kind = random.below(3)
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1 + random.below(3))
  if (kind === 1) return text.slice(0, at) + random.pick(tokens) + text.slice(at)
  return text.slice(0, at) + random.pick(tokens) + text.slice(at + 1)
}

function injected(random: Random, text: string): string {
  const at = random.below(text.length + 1)
  const withPayload = text.slice(0, at) + random.pick(PAYLOADS) + text.slice(at)
  return random.chance(0.3) ? damaged(random, withPayload) : withPayload
}
