import type { Random } from './random.ts'

/**
 * Sentences of the shell grammar, most of them valid, rich in what an analysis follows: variables, directories,
 * functions, evaluation, wrappers, redirections.
 */
export function grammarText(random: Random): string {
  const grammar = new Grammar(random)
  return grammar.list(3)
}

const NAMES = ['x', 'y', 'z', 'n', 'i', 'a', 'e']
/** Variables that the shell itself has a meaning for. */
const OWN = [
  'SECONDS',
  'RANDOM',
  'SHLVL',
  'UID',
  'PWD',
  'OLDPWD',
  'REPLY',
  'OPTIND',
  'LINENO',
  '_',
  'COPROC',
  'MAPFILE',
]
const PROGRAMS = ['touch', 'ls', 'one', 'two', 'three', 'c', 'id', 'foo']

class Grammar {
  private readonly random: Random
  constructor(random: Random) {
    this.random = random
  }

  private one(...choices: (() => string)[]): string {
    return this.random.pick(choices)()
  }

  private name(): string {
    return this.random.pick(this.random.chance(0.04) ? OWN : NAMES)
  }

  list(depth: number): string {
    let text = this.andOr(depth)
    while (this.random.chance(0.6)) text += this.random.pick([';', '; ', '\n', ' & ', ';\n']) + this.andOr(depth)
    return text
  }

  private andOr(depth: number): string {
    let text = this.pipeline(depth)
    while (this.random.chance(0.25)) text += this.random.pick([' && ', ' || ', '&&', '||\n']) + this.pipeline(depth)
    return text
  }

  private pipeline(depth: number): string {
    let text = this.random.chance(0.1) ? this.random.pick(['! ', 'time ', 'time -p ']) : ''
    text += this.command(depth)
    while (this.random.chance(0.15)) text += this.random.pick([' | ', '|', ' |& ']) + this.command(depth)
    return text
  }

  private command(depth: number): string {
    if (depth <= 0 || this.random.chance(0.55)) return this.simple(depth)
    const inner = () => this.list(depth - 1)
    return this.one(
      () => `{ ${inner()}; }`,
      () => `( ${inner()} )`,
      () => `if ${inner()}; then ${inner()}; fi`,
      () => `if ${inner()}; then ${inner()}; else ${inner()}; fi`,
      () => `for ${this.name()} in ${this.word(depth)} ${this.word(depth)}; do ${inner()}; done`,
      () => `for ${this.name()} in 1 2; do ${inner()}; done`,
      () => `while ${inner()}; do ${inner()}; break; done`,
      () =>
        `case ${this.word(depth)} in ${this.word(0)}) ${inner()};; *) ${inner()}${this.random.pick([';;', ';&', ''])}\nesac`,
      () => `f() { ${inner()}; }${this.random.pick(['', ';f', '\nf 1 2'])}`,
      () => `[[ ${this.condition(depth)} ]]`,
      () => `((${this.arithmetic(depth)}))`,
      () => `for ((${this.name()}=0; ${this.name()}<2; ${this.name()}++)); do ${inner()}; done`,
      () => `{ ${inner()}; }${this.redirection(depth)}`,
      () => `coproc ${this.simple(depth)}`,
    )
  }

  private simple(depth: number): string {
    return this.one(
      () => this.program(depth),
      () => this.program(depth),
      () => this.program(depth),
      () => `${this.name()}=${this.value(depth)}`,
      () => `${this.name()}=${this.value(depth)} ${this.program(depth)}`,
      () => `${this.name()}+=${this.value(depth)}`,
      () => `$${this.name()} ${this.word(depth)}`,
      () => this.builtin(depth),
      () => this.builtin(depth),
      () => this.wrapped(depth),
    )
  }

  private program(depth: number): string {
    let text = this.random.pick(PROGRAMS)
    while (this.random.chance(0.5)) text += ` ${this.word(depth)}`
    while (this.random.chance(0.2)) text += this.redirection(depth)
    return text
  }

  private builtin(depth: number): string {
    const name = this.name()
    return this.one(
      () =>
        `cd ${this.random.pick(['d', '..', '.', '/', '-', '', 'd/..', 'l', 'l/..', 'd/d', './d', '-P l', '/w/d', '/w/l/..', '"$x"', 'x'])}`,
      () =>
        `cd ${this.random.pick(['d', 'l', 'd/d'])} ${this.random.pick(['&& >f', '|| exit; >f', '; >f', '&& cd .. && >f', '|| cd d; >f', '&& { >f; }', '&& ( cd d; >f )', '| >f', '& >f'])}`,
      () => `eval ${this.word(depth)}`,
      () => `eval '${this.list(depth - 2).replaceAll("'", '')}'`,
      () => `trap '${this.program(0).replaceAll("'", '')}' ${this.random.pick(['EXIT', 'DEBUG', 'ERR', 'USR1'])}`,
      () => `read ${name}`,
      () => `read -r ${name} ${this.name()} <<< ${this.word(depth)}`,
      () => `printf -v ${name} ${this.word(depth)}`,
      () => `export ${name}=${this.value(depth)}`,
      () => `declare -i ${name}`,
      () => `declare -i ${name}=${this.value(depth)}`,
      () => `local ${name}`,
      () => `readonly ${name}=${this.value(depth)}`,
      () => `unset ${name}`,
      () => `set -- ${this.word(depth)} ${this.word(depth)}`,
      () => `let ${name}=${this.word(depth)}`,
      () => `[ ${this.word(depth)} = ${this.word(depth)} ]`,
      () => `test -n ${this.word(depth)}`,
      () => `[ ${this.word(depth)} ${this.word(depth)} ]`,
      () => `mapfile -t ${name} <<< ${this.word(depth)}`,
      () => `getopts ab ${name}`,
      () => `shift`,
      () => `exec ${this.program(depth)}`,
      () => `command ${this.program(depth)}`,
      () => `builtin eval ${this.word(depth)}`,
      () => `exec 3>${this.word(0)}`,
      () => `IFS=${this.random.pick(['o', ',', "''", '1'])}`,
      () => `wait`,
      () => `declare -a ${name}=${this.value(depth)}`,
      () => `declare ${name}=${this.value(depth)}`,
      () => `local -A ${name}`,
      () => `typeset -u ${name}=${this.value(depth)}`,
      () => `readonly -a ${name}=${this.value(depth)}`,
      () => `${name}[${this.word(0)}]=${this.value(depth)}`,
      () => `wait -n ${this.word(depth)}`,
      () => `pushd d`,
      () => `echo ${this.word(depth)} >f`,
      () => `exit`,
      () => `return`,
      () => `shopt -s ${this.random.pick(['nullglob', 'lastpipe', 'extglob', 'expand_aliases'])}`,
      () => `set -${this.random.pick(['e', 'x', 'f', 'u'])}`,
      () => `unset -f f`,
      () => `set -o ${this.random.pick(['pipefail', 'noglob', 'physical', 'history', 'noclobber'])}`,
      () => `exit ${this.random.pick(['0', '1', '$?', '--help', '1 2', '>f', '$((1/0))'])}`,
      () => `readonly ${name}; ${name}=${this.value(depth)}; ${this.program(0)}\n${this.program(0)}`,
      () => `${name}=${this.random.pick(PROGRAMS)}; ${this.failing()}; ${name}=ls\n$${name} ${this.word(0)}`,
      () => `${name}=; ${this.random.pick(['c', ':', '[[ a', 'case a in b|'])} ${this.assigning(name)}; $${name} P`,
    )
  }

  /** What may make bash give up the line. */
  private failing(): string {
    return this.random.pick([
      'c $((08))',
      'c $((n/0))',
      'a[-9]=1',
      'UID=1',
      'c ${x:1:-9}',
      'c *',
      'c $((n+1))',
      'c ${a[n]}',
    ])
  }

  /** Places in which an expansion that assigns may or may not be expanded, or elsewhere. */
  private assigning(name: string): string {
    const expansion = `\${${name}:=touch}`
    return this.random.pick([
      `<<< ${expansion}`,
      `> ${expansion}`,
      `\${z:-${expansion}}`,
      `\${q:+${expansion}}`,
      `&& ${expansion} ]]`,
      `${expansion}) ;; esac`,
      `<<E\n${expansion}\nE\n`,
      `| c ${expansion}`,
    ])
  }

  private wrapped(depth: number): string {
    const program = this.program(depth)
    return this.one(
      () => `env ${program}`,
      () => `env ${this.name()}=${this.word(0)} ${program}`,
      () => `env -u x -i ${program}`,
      () => `timeout 5 ${program}`,
      () => `timeout -k 1 ${this.word(depth)} ${program}`,
      () => `nice ${program}`,
      () => `nice -n 1 ${program}`,
      () => `nohup ${program}`,
      () => `stdbuf -oL ${program}`,
      () => `xargs ${program}`,
      () => `xargs -I{} ${program} {}`,
      () => `xargs -n1 env ${program}`,
      () => `find . -exec ${program} {} \\;`,
      () => `find ${this.word(depth)} -exec ${program} {} +`,
      () => `bash -c '${this.list(depth - 2).replaceAll("'", '')}' ${this.word(depth)} ${this.word(depth)}`,
      () => `sh -c "${this.program(0).replaceAll(/["\\`$]/g, '')}"`,
      () => `bash <<E\n${this.list(depth - 2)}\nE\n`,
      () => `bash <<'E'\n${this.list(depth - 2)}\nE\n`,
      () => `env bash -c ${this.word(depth)}`,
      () => `flock /tmp/l ${program}`,
      () => `setsid ${program}`,
    )
  }

  private value(depth: number): string {
    return this.one(
      () => String(this.random.below(20)),
      () => this.random.pick(PROGRAMS),
      () => "'ls one'",
      () => '"touch $x"',
      () => `$((${this.arithmetic(depth)}))`,
      () => `$${this.name()}`,
      () => '',
      () => this.word(depth),
      () => `(${this.word(depth)} ${this.word(depth)})`,
      () => '~/d',
    )
  }

  private word(depth: number): string {
    const name = this.name()
    return this.one(
      () => this.random.pick(['a', 'b', '-n', '-v', 'P', '1', '2', 'a.b', '--x=1', 'd/f']),
      () => this.random.pick(['a', 'b', '-n', '-v', 'P', '1', '2', 'a.b', '--x=1', 'd/f']),
      () => `"$${name}"`,
      () => `$${name}`,
      () => `\${${name}:-${this.random.pick(['a', '$(c)', '"$y"', '`c`', '<(c)'])}}`,
      () => `"\${${name}:=${this.random.pick(['a', '$(c)', '$y'])}}"`,
      () => `\${${name}${this.random.pick(['%%a*', '##*a', '/a/b', '^^', ':1:2', '@Q', '[0]', '[i]', ':i'])}}`,
      () => `\${#${name}}`,
      () => `\${!${name}}`,
      () => (depth > 0 ? `$(${this.list(depth - 2)})` : '$(c)'),
      () => (depth > 0 ? `"$(${this.list(depth - 2)})"` : '"$(c)"'),
      () => `\`${this.program(0).replaceAll(/[`\\]/g, '')}\``,
      () => `$((${this.arithmetic(depth)}))`,
      () => `<(${this.program(0)})`,
      () =>
        this.random.pick([
          "'a b'",
          '"a b"',
          '\\a',
          "$'a\\tb'",
          '"a\\"b"',
          "''",
          '""',
          '*',
          'a*',
          '?',
          '[a]',
          '~',
          '{a,b}',
          'a{1..2}b',
          '{a,"b c"}',
        ]),
      () => this.random.pick(['"$@"', '$*', '$#', '$?', '"$1"', '$$', '${1:-a}']),
    )
  }

  private arithmetic(depth: number): string {
    const name = this.name()
    return this.one(
      () => String(this.random.below(9)),
      () => name,
      () => `${name}+1`,
      () => `${name}=${this.random.below(9)}`,
      () => `${name}++`,
      () => `$${name}`,
      () => `${name} ? ${this.name()} : 2`,
      () => `${name}+=${this.name()}`,
      () => `1 + (${name}*2)`,
      () => `\${#${name}}`,
      () => (depth > 0 ? `$(${this.program(0)})` : '3'),
      () => `${name}[1]`,
      () => `${name}=1, ${this.name()}`,
      () => `${name}=08`,
      () => `${name}=${this.name()}/${this.random.below(2)}`,
      () => `${name}$#`,
      () => `(${name}+1)*2`,
      () => '0x1F + 10#08',
    )
  }

  private condition(depth: number): string {
    return this.one(
      () => `-n ${this.word(depth)}`,
      () => `${this.word(depth)} == ${this.word(depth)}`,
      () => `${this.word(depth)} -eq ${this.word(depth)}`,
      () => `-v ${this.word(depth)}`,
      () => `${this.word(depth)} =~ ^a(b|c)$`,
      () => `! -f a && ${this.condition(depth)}`,
      () => `( ${this.condition(depth)} ) || ${this.word(depth)}`,
      () => `${this.word(depth)} < ${this.word(depth)}`,
    )
  }

  private redirection(depth: number): string {
    return this.one(
      () => ` >${this.word(depth)}`,
      () => ` > f`,
      () => ` 2>&1`,
      () => ` 2>/dev/null`,
      () => ` >> d/f`,
      () => ` < ${this.word(depth)}`,
      () => ` <<< ${this.word(depth)}`,
      () => ` <<E\n${this.word(depth)}\nE\n`,
      () => ` <<'E'\n${this.word(depth)}\nE\n`,
      () => ` &> f2`,
      () => ` >| f3`,
      () => ` <> f4`,
      () => ` {fd}> f5`,
      () => ` >&$n`,
      () => ` >&${this.word(depth)}`,
      () => ` &>${this.word(depth)}`,
      () => ` <&${this.word(depth)}`,
      () => ` >& f6`,
      () => ` 3>&-`,
      () => ` </nothere`,
      () => ` >&7`,
    )
  }
}
