/** What a text may be made of: each takes few characters and makes many nodes, much text, or much work. */
export const CONSTRUCTS: readonly string[] = [
  'a',
  'a b c',
  'a;',
  'a&',
  'a&&b',
  'a||b',
  '! a',
  'time a',
  'a|b;',
  'a|&b;',
  'x=1',
  'x=1;',
  'x=$x',
  'x+=a;',
  'x=1 a',
  'x=1|y;',
  'x[0]=1',
  'x=(a b)',
  'x=([1]=a)',
  'export x=1',
  'declare -i x=1',
  '\\a',
  "'a'",
  '"a"',
  "$'a'",
  '$"a"',
  '""',
  'a""b',
  '$x',
  '$1',
  '$?',
  '$',
  '${x}',
  '"$x"',
  '${#x}',
  '${!x}',
  '${x:-a}',
  '${x:1:2}',
  '${x/a/b}',
  '${x@Q}',
  '${x[1]}',
  '$(a)',
  '"$(a)"',
  '`a`',
  '`\\`a\\``',
  '"`a`"',
  '`\\`\\\\\\`a\\\\\\`\\``',
  '$()',
  '<(a)',
  '$((1))',
  '$((x))',
  '$[1]',
  '((x++));',
  '(a);',
  '{ a;};',
  'if a;then b;fi;',
  'for i in a;do b;done;',
  'for ((;;));do a;done;',
  'while a;do b;done;',
  'case a in a)b;;esac;',
  'select x in a;do b;done;',
  'f(){ a;};',
  'f(){ a;};f;',
  'f(){ while a;do x=1;done;};',
  'function f { a;};',
  '[[ a ]];',
  '[[ a==b ]];',
  '[[ a && b ]];',
  '[[ -v a ]];',
  '[[ a =~ b ]];',
  '[ a ];',
  'coproc a;',
  'a>b;',
  '>b;',
  '2>&1 ',
  '&>a ',
  '{x}>a ',
  'a<<<b;',
  '{a,b} ',
  '{1..9} ',
  '{1..64} ',
  '{a,b}{c,d} ',
  '~ ',
  '* ',
  '@(a) ',
  'é ',
  'env a;',
  'env env env env a;',
  'eval a;',
  "eval 'a;b';",
  'bash -c a;',
  "bash -c 'a;b';",
  'xargs a;',
  'find . -exec a \\;;',
  "fd -x a ';' ",
  'timeout 1 a;',
  'trap a 0;',
  'cd a;',
  'cd a&&',
  'cd a/b/c&&',
  'read x;',
  'printf -v x a;',
  'let x=1;',
  'set -- a;',
  'shift;',
  'unset x;',
  'test -v x;',
  'alias a=b;',
  'exec a;',
  ': $((08));',
  'jobs -x a;',
  '\n',
  ' ',
  '#\n',
  'a #b\n',
  'a\n',
  'a\\\n b',
  'a <<E\nE\n',
  'a <<E\nx\nE\n',
  "a <<'E'\nx\nE\n",
  'a <<-E\n	x\n	E\n',
  "bash <<'E'\na\nE\n",
  ': $((08))\n',
]

/** What each of them is put into. */
export const SURROUNDINGS: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['', ' '],
  ['', ';'],
  ['a ', '\n'],
  ['x=', ';'],
  ['$(', ')'],
  ['`', '`'],
  ['"$(', ')" '],
  ['(', ');'],
  ['{ ', ';};'],
  ['${x:-', '}'],
  ['[[ a == ', ' ]];'],
  ['a <<E\n', '\nE\n'],
  ['env ', ';'],
  ["eval '", "';"],
]

/** Texts of which the whole is hostile, not a piece. */
function wholes(length: number): string[] {
  const filling = (before: string, piece: string, after: string) =>
    before + piece.repeat(Math.floor((length - before.length - after.length) / piece.length)) + after
  return [
    filling('while a;do '.repeat(60), 'x=1;a;', ';done'.repeat(60)),
    filling('if a;then '.repeat(60), 'x=1;a;', ';fi'.repeat(60)),
    filling('f(){ '.repeat(60), 'x=1;a;', '};'.repeat(60)),
    filling('$('.repeat(50), '$x ', ')'.repeat(50)),
    filling('x=1;', 'x=$x$x;', ''),
    filling('a <<E\n', '$x\n', 'E\n'),
    filling('a <<-E\n', '\t\t\t\t\\\n', 'x\nE\n'),
    filling('`', '\\\\', '`'),
    filling('`', 'a\\$b ', '`'),
    filling('a ', '$\\', ''),
    filling('eval "', 'a;', '"'),
    filling('eval \'eval "', 'a;', '"\''),
    filling('x=(', 'a ', ')'),
    filling('case a in ', 'a|', 'a) b;; esac'),
    filling('[[ a', ' && a', ' ]]'),
    filling('((1', '+1', '))'),
    filling('a', '|a', ''),
    filling('', 'a <<E;', '\n'),
    filling(Array.from({ length: 60 }, (_, index) => `v${index}=1;`).join(''), 'if a;then b;fi;', ''),
    filling(Array.from({ length: 60 }, (_, index) => `v${index}=1;`).join(''), 'v1=2|a;', ''),
    filling(Array.from({ length: 60 }, (_, index) => `v${index}=1;`).join(''), '(v1=2);', ''),
    filling('f() { while a;do x=1;done;};', 'f;', ''),
    // Values, braces, folders and texts that multiply
    filling(`x='${'a '.repeat(500)}';a `, '$x ', ''),
    filling(`x='${'a '.repeat(500)}';`, '$x;', ''),
    filling(`x='${'1+'.repeat(400)}1';`, '(($x));', ''),
    filling(`x='${'a;'.repeat(500)}';`, 'eval $x;', ''),
    filling('while a;do '.repeat(60) + "bash -c '", 'a;', "'" + ';done'.repeat(60)),
    filling("trap '", 'a;', "' DEBUG"),
    documents(7, length),
    backticks('a b c d e f;'.repeat(400), 9, length),
    backticks('a', 12, length),
  ]
}

/** Here-documents in here-documents, each with a command that makes the analysis of its shell start again. */
function documents(levels: number, length: number): string {
  let before = ''
  let after = ''
  for (let level = 0; level < levels; level++) {
    before += `: $((08))\nbash <<'E${level}'\n`
    after = `E${level}\n${after}`
  }
  return before + 'a;\n'.repeat(Math.floor((length - before.length - after.length) / 3)) + after
}

function backticks(text: string, levels: number, length: number): string {
  let nested = text
  for (let level = 0; level < levels; level++) nested = `\`${nested.replaceAll(/[`\\]/g, '\\$&')}\``
  return `${nested} `.repeat(Math.floor(length / (nested.length + 1)))
}

/** Every construct in every surrounding, repeated up to a length, and what is hostile as a whole. */
export function hostileTexts(length: number): ReadonlySet<string> {
  const texts = new Set<string>(wholes(length))
  for (const construct of CONSTRUCTS) {
    for (const [before, after] of SURROUNDINGS) {
      texts.add(repeated(before + construct + after, length))
    }
  }
  return texts
}

/** A piece as often as it fits. */
export function repeated(piece: string, length: number): string {
  return piece.repeat(Math.floor(length / piece.length))
}
