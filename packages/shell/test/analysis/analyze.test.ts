import { describe, expect, it } from 'vitest'
import { type AnalyzedShell, analyzeShell } from '../../src/analysis/index.ts'

function analyzed(source: string, options: Parameters<typeof analyzeShell>[1] = {}): AnalyzedShell {
  const analysis = analyzeShell(source, options)
  if (!analysis.ok) throw new Error(`refused: ${analysis.refusal.message}`)
  return analysis
}
const argvs = (source: string) => analyzed(source).commands.map((command) => command.argv)

describe('analyzeShell', () => {
  it('gives every command of a pipeline with its words, span and join', () => {
    const { commands, complete } = analyzed('git log --oneline | head -5')
    expect(complete).toBe(true)
    expect(commands.map(({ name, argv, span, join, stdin }) => ({ name, argv, span, join, stdin }))).toEqual([
      { name: 'git', argv: ['git', 'log', '--oneline'], span: [0, 17], join: 'start', stdin: 'inherit' },
      { name: 'head', argv: ['head', '-5'], span: [20, 27], join: 'pipe', stdin: 'pipe' },
    ])
  })

  it('follows cd where it is certain', () => {
    const places = (source: string) => analyzed(source).commands.map(({ name, cwd }) => `${name} ${cwd}`)
    expect(places('cd sub && ls')).toEqual(['cd .', 'ls sub'])
    expect(places('cd a/b && cd .. && ls')).toEqual(['cd .', 'cd a/b', 'ls a'])
    expect(places('cd sub; ls')).toEqual(['cd .', 'ls null'])
    expect(places('cd sub || exit 1; ls')).toEqual(['cd .', 'exit .', 'ls sub'])
    expect(places('(cd sub && ls); pwd')).toEqual(['cd .', 'ls sub', 'pwd .'])
    expect(places('f() { cd x; }; f; ls')).toEqual(['cd null', 'f null', 'ls null'])
  })

  it('follows cd into a folder that the caller knows to be there, before anything runs', () => {
    const isFolder = (directory: string) => directory === 'sub' || directory === 'sub/in'
    const last = (source: string) => analyzed(source, { isFolder }).commands.at(-1)?.cwd
    expect(last('cd sub; ls')).toBe('sub')
    expect(last('cd sub && ls | head; cat a')).toBe('sub')
    expect(last('cd sub && cd in && ls; cat a')).toBe('sub/in')
    expect(last('a=1\ncd sub\ncat a')).toBe('sub')
    for (const source of [
      'cd other; ls',
      'cd sub; cd other; ls',
      'rm -r sub; cd sub; ls',
      'rm -r sub & cd sub; ls',
      'a=$(rm -r sub); cd sub; ls',
      'cd sub && rm -r in; cd in; ls',
      'while true; do cd sub; rm -r ../sub; ls; done; ls',
      'if true; then cd sub; fi; ls',
      'f() { cd sub; }; f; ls',
      'cd() { :; }; cd sub; ls',
      'cd sub > log; ls',
      'cd -P sub; ls',
      'CDPATH=/x; cd sub; ls',
      'cd "$x"; ls',
    ]) {
      expect([source, last(source)]).toEqual([source, null])
    }
  })

  it('follows what the caller knows of the output of a command', () => {
    const outputOf = (words: readonly string[], directory: string | null) =>
      words.join(' ') === 'top --of repository' && directory === '.' ? '/w' : null
    const last = (source: string) => analyzed(source, { outputOf }).commands.at(-1)?.argv
    expect(last('cat "$(top --of repository)/a"')).toEqual(['cat', '/w/a'])
    expect(last('cat $(top --of repository)/a')).toEqual(['cat', '/w/a'])
    expect(last('cat "$(top --of repository 2>/dev/null)"')).toEqual(['cat', '/w'])
    expect(last('x=$(top --of repository) && cat "$x/a" "$x"')).toEqual(['cat', '/w/a', '/w'])
    expect(analyzed('cd "$(top --of repository)" && ls', { outputOf }).commands.at(-1)?.cwd).toBe('/w')
    for (const source of [
      // Where it fails, the word is gone, an option, or another program.
      'cat $(top --of repository)',
      'cat "$(top --of repository)--option"',
      'cat "a$(top --of repository)"',
      '"$(top --of repository)/bin/x"',
      'cat "$(top --of repository | tr a b)"',
      'cat "$(top --of repository > x)"',
      'cat "$(top --of repository; touch x)"',
      'cat "$(! top --of repository)"',
      'cat "$(A=1 top --of repository)"',
      'cat "$(top --of $x)"',
      'cat "$(top --of other)"',
      'cd sub; cat "$(top --of repository)"',
      'top() { touch x; }; cat "$(top --of repository)"',
    ]) {
      expect([source, last(source)?.includes(null)]).toEqual([source, true])
    }
  })

  it('follows constants and nothing more', () => {
    expect(argvs('cmd="ls -l"; $cmd a')).toEqual([['ls', '-l', 'a']])
    expect(argvs('x=; $x touch P')).toEqual([['touch', 'P']])
    expect(argvs('x=ls; for i in 1 2; do $x; x=touch; done')).toEqual([[null]])
    expect(argvs('x=ls; f() { x=touch; }; f; $x')).toEqual([['f'], [null]])
    expect(argvs('x=ls; false && x=touch; $x')).toEqual([['false'], [null]])
    expect(argvs('x=ls | x=touch; $x')).toEqual([[null]])
    expect(argvs('IFS=x; c=axb; $c')).toEqual([[null]])
  })

  it('says that a command is unknown when its name is', () => {
    for (const source of ['$x', '"$x" a', '$(a) b', '/bin/l*', '~/x', '{a,b}', 'x=$(a); $x']) {
      const { complete, unresolved } = analyzed(source)
      expect(complete, source).toBe(false)
      expect(
        unresolved.some(({ reason }) => reason === 'command-name'),
        source,
      ).toBe(true)
    }
  })

  it('reads what wrappers and carried text run', () => {
    expect(argvs('env -u X A=1 timeout -k 1 5s nice -n 5 ls -l')).toEqual([
      ['env', '-u', 'X', 'A=1', 'timeout', '-k', '1', '5s', 'nice', '-n', '5', 'ls', '-l'],
      ['timeout', '-k', '1', '5s', 'nice', '-n', '5', 'ls', '-l'],
      ['nice', '-n', '5', 'ls', '-l'],
      ['ls', '-l'],
    ])
    expect(argvs("bash -c 'a && b $1' x y")).toEqual([['bash', '-c', 'a && b $1', 'x', 'y'], ['a'], ['b', 'y']])
    expect(argvs('find . -name a -exec rm -f {} \\;')[1]).toEqual(['rm', '-f', null])
    expect(argvs('xargs -0 grep x')[1]).toEqual(['grep', 'x', null])
    expect(argvs("eval 'touch P'")[1]).toEqual(['touch', 'P'])
    expect(argvs("trap 'touch P' EXIT")[1]).toEqual(['touch', 'P'])
  })

  it('names the effects of redirections', () => {
    const effects = (source: string) => analyzed(source).effects.map(({ kind, path }) => `${kind} ${path}`)
    expect(effects('a > f 2>&1 < g 2>/dev/null >&-')).toEqual(['file-write f', 'file-read g'])
    expect(effects('a &> f; b >> "$x"; c <> h')).toEqual([
      'file-write f',
      'file-write null',
      'file-read h',
      'file-write h',
    ])
    expect(effects('a > /dev/tcp/h/80')).toEqual(['network /dev/tcp/h/80'])
    expect(effects("cat <<'E'\n$(a)\nE")).toEqual([])
    expect(effects('cd sub && a > f')).toEqual(['file-write sub/f'])
  })

  it('takes nothing for assigned that something which fails was to assign', () => {
    const after = (first: string) => analyzed(`${first}; $x P`).commands.at(-1)?.name
    for (const certain of ['x=ls', 'export x=ls', 'declare -- x=ls', 'x=5; let x=6; x=ls', 'printf %d%%n x; x=ls']) {
      expect([certain, after(certain)]).toEqual([certain, 'ls'])
    }
    for (const uncertain of [
      'x=a; { x=ls; } </nothere',
      'x=a; x=ls >f',
      'x=a; export x=ls 2>&7',
      'x=a; local x=ls',
      'x=a; export -i x=5',
      'x=a; declare -g x=ls',
      'x=a; declare -p x=ls',
      'x=a; declare -i x=1+1',
      'x=a; getopts -- t x -t',
      "x=a; printf '%5n' x",
      'x=a; printf "$y" "$z"',
    ]) {
      expect([uncertain, after(uncertain)]).toEqual([uncertain, null])
    }
    expect(analyzed('f() { local x=1; echo $((x)); }').complete).toBe(true)
    expect(analyzed('local x=1; echo $((x))').complete).toBe(false)
  })

  it('takes an expression that may fail for one that assigns nothing', () => {
    const complete = (first: string) => analyzed(`${first}; echo $((x))`).complete
    for (const certain of [
      '((x=1))',
      'let x=1',
      '((x=(1+2)*3%4))',
      '[[ x=1 -eq 1 ]]',
      'x=1; ((x=08))',
      '((x=1,y=08))',
    ]) {
      expect([certain, complete(certain)]).toEqual([certain, true])
    }
    for (const uncertain of [
      '((x=08))',
      '((x=1/0))',
      '((y=08,x=1))',
      'let y=08 x=1',
      '[[ 08 -eq x=1 ]]',
      '((x=1))</nothere',
      'y=1; n=$#; ((x=y-$n))',
      'x=1; echo $((x$#))',
    ]) {
      expect([uncertain, complete(uncertain)]).toEqual([uncertain, false])
    }
  })

  it('leaves open what a shell reads that gets another standard input while it reads its script there', () => {
    for (const script of [
      'exec </l/in\nls',
      '{ exec 0<f; }',
      'command exec <>f\nls',
      'select x in a; do :; done\nls',
    ]) {
      for (const shell of ['bash', 'sh']) {
        if (shell === 'sh' && script.startsWith('select')) continue
        expect([script, analyzed(`${shell} <<'E'\n${script}\nE`).complete]).toEqual([script, false])
      }
    }
    expect(analyzed("bash <<'E'\nls\necho\nE").complete).toBe(true)
  })

  it('does not let a value be evaluated that may not be a number', () => {
    const complete = (source: string) => analyzed(source).complete
    expect(complete('for ((i=0;i<3;i++)); do echo $i; done')).toBe(true)
    expect(complete('n=1; ((n+=2)); echo $((n*2))')).toBe(true)
    expect(complete("x='a[$(touch P)]'; echo $((x))")).toBe(false)
    expect(complete('read n; ((n))')).toBe(false)
    expect(complete('[[ $x -eq 1 ]]')).toBe(false)
    expect(complete('[[ $# -eq 1 ]]')).toBe(true)
    expect(complete('declare -i n; n=$x')).toBe(false)
    expect(complete('n=$x; declare -i n')).toBe(false)
    expect(complete("echo ${a['x[$(touch P)]']}")).toBe(false)
  })
})
