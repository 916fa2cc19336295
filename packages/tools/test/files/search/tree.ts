import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeWorkspace, type Workspace } from '../workspace.ts'

const FILES: Readonly<Record<string, string | Buffer>> = {
  '.gitignore':
    '*.log\n!keep.log\n/dist/\nnode_modules\n# a comment\n\\#odd\ntrailing   \nsub/*.tmp\n**/deep/ignored.txt\nclass[0-9].txt\n{a,b}.brace\n',
  '.ignore': 'by-ignore.txt\n!special.log\n',
  '.rgignore': 'by-rgignore.txt\n',
  '.git/info/exclude': 'excluded.txt\n',
  '.git/config': 'needle in git\n',
  '.hidden': 'needle\n',
  '.hidden-folder/a.txt': 'needle\n',
  'a.log': 'needle\n',
  'keep.log': 'needle\n',
  'special.log': 'needle\n',
  'by-ignore.txt': 'needle\n',
  'by-rgignore.txt': 'needle\n',
  'excluded.txt': 'needle\n',
  '#odd': 'needle\n',
  trailing: 'needle\n',
  'class1.txt': 'needle\n',
  'a.brace': 'needle\n',
  'dist/out.js': 'needle\n',
  'sub/dist/kept.js': 'needle\n',
  'sub/a.tmp': 'needle\n',
  'sub/x/b.tmp': 'needle\n',
  'sub/.gitignore': '!a.tmp\nonly-here.txt\n/rooted.txt\n',
  'sub/only-here.txt': 'needle\n',
  'sub/x/rooted.txt': 'needle\n',
  'sub/rooted.txt': 'needle\n',
  'x/deep/ignored.txt': 'needle\n',
  'x/node_modules/m/index.js': 'needle\n',
  'nested/.git/HEAD': 'ref\n',
  'nested/a.log': 'needle: another repository\n',
  'src/one.ts': 'import { needle } from "x"\n\nfunction one() {\n  return needle\n}\n// end needle\n',
  'src/two.js':
    'const a = 1\nconst needle = 2\nconst b = 3\nconst c = 4\nconst d = 5\nconst needles = [needle, needle]\n',
  'src/three.py': 'def needle():\n    pass\n',
  'src/notes.md': '# Needle\nNEEDLE grün größer Straße ＡＢＣ ٣ _x\nneedle\u00A0blank\n',
  'src/astral.md': '\u{1F600}\n\u{1D400}\u{1D401} needle\n\n',
  'src/crlf.txt': 'needle\r\nline two\r\nend needle\r\n',
  'src/no-end.txt': 'last needle',
  'src/empty.txt': '',
  'src/blank-lines.txt': '\n\nneedle\n\n',
  'src/mark.txt': '\uFEFFneedle after a mark\n',
  'src/wide.txt': Buffer.from('\uFEFFneedle in wide text\nsecond\n', 'utf16le'),
  'src/latin.txt': Buffer.from('needle gr\xfcn\n', 'latin1'),
  'src/binary.bin': Buffer.from('needle\nmore needle\0needle\nneedle\n'),
  'src/late.bin': Buffer.concat([Buffer.from('needle\n'), Buffer.alloc(300_000, 'x\n'), Buffer.from('\0needle\n')]),
  'src/file with blanks': 'needle\n',
  'src/-dash': 'needle\n',
  'src/Makefile': 'needle:\n',
  'src/.eslintrc.js': 'needle\n',
  'src/a/b/c/deep.ts': 'needle\n',
  'src-other/z.ts': 'needle\n',
  'src.ts': 'needle {} interface{} a+b (needle) [needle] $needle ^needle a/b\n',
}

/** A workspace with everything that a search can stumble over. */
export function makeTree(): Workspace {
  const workspace = makeWorkspace()
  for (const [path, content] of Object.entries(FILES)) workspace.write(path, content)
  writeFileSync(join(workspace.root, 'outside.txt'), 'needle SECRET\n')
  mkdirSync(join(workspace.root, 'outside'))
  writeFileSync(join(workspace.root, 'outside/file.txt'), 'needle SECRET\n')
  symlinkSync(join(workspace.root, 'outside.txt'), join(workspace.path, 'link.txt'))
  symlinkSync(join(workspace.root, 'outside'), join(workspace.path, 'link-folder'))
  return workspace
}
