/** What a text may be made of: each takes few characters and makes many nodes, much text, or much work. */
const constructs = [
  ...'a|a b c|a;|a&|a\n|a\\\n b|a|b|a&&b|a||b|! a|time a|x=1|x=1;|x=$x;|x+=a;|x=1 a|x[0]=1|x=(a b)|x=([1]=a)|export x=1|declare -i x=1'
    .split('|')
    .filter((piece) => piece !== ''),
  ...[
    'a|b;',
    'a|&b;',
    'a||b;',
    'x=1|y;',
    'a #b\n',
    '#\n',
    '\n',
    ' ',
    '\\a',
    "'a'",
    '"a"',
    "$'a'",
    '$"a"',
    '""',
    'a""b',
  ],
  ...[
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
    '${x:-}',
  ],
  ...[
    '$(a)',
    '"$(a)"',
    '`a`',
    '`\\`a\\``',
    '"`a`"',
    '`\\`\\\\\\`a\\\\\\`\\``',
    '$()',
    '``',
    '<(a)',
    '>(a)',
    '$((1))',
    '$((x))',
    '$[1]',
  ],
  ...[
    '((x++));',
    '(a);',
    '{ a;};',
    'if a;then b;fi;',
    'for i in a;do b;done;',
    'for ((;;));do a;done;',
    'while a;do b;done;',
  ],
  ...[
    'case a in a)b;;esac;',
    'select x in a;do b;done;',
    'f(){ a;};',
    'function f { a;};',
    '[[ a ]];',
    '[[ a==b ]];',
    '[[ a && b ]];',
  ],
  ...[
    '[[ -v a ]];',
    '[[ a =~ b ]];',
    '[ a ];',
    'coproc a;',
    'a <<E\nE\n',
    'a <<E\nx\nE\n',
    "a <<'E'\nx\nE\n",
    'a <<-E\n\tx\n\tE\n',
  ],
  ...[
    'a>b;',
    '>b;',
    '2>&1 ',
    '&>a ',
    '{x}>a ',
    'a<<<b;',
    '{a,b} ',
    '{1..9} ',
    '{a,b}{c,d} ',
    '~ ',
    '* ',
    '@(a) ',
    'é ',
    '\u{1f600} ',
  ],
  ...[
    'env a;',
    'eval a;',
    "eval 'a;b';",
    'bash -c a;',
    "bash -c 'a;b';",
    'xargs a;',
    'find . -exec a \\;;',
    'timeout 1 a;',
    'trap a 0;',
  ],
  ...[
    'cd a;',
    'cd a&&',
    'read x;',
    'printf -v x a;',
    'let x=1;',
    'set -- a;',
    'shift;',
    'unset x;',
    'test -v x;',
    'alias a=b;',
    'exec a;',
  ],
]

/** What each of them is put into. */
const surroundings: readonly (readonly [before: string, after: string])[] = [
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
  ]
}

/** Every construct in every surrounding, repeated up to a length, and what is hostile as a whole. */
export function hostileTexts(length: number): ReadonlySet<string> {
  const texts = new Set<string>(wholes(length))
  for (const construct of constructs) {
    for (const [before, after] of surroundings) {
      const piece = before + construct + after
      texts.add(piece.repeat(Math.floor(length / piece.length)))
    }
  }
  return texts
}
