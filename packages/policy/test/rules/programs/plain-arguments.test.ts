import { expect, it } from 'vitest'
import { beyondPlain } from '../../../src/rules/programs/plain-arguments.ts'

const beyond = (line: string, named: readonly string[] = []) => beyondPlain(line.split(' '), named)

it.each([
  ['mytool -s x', '-s'],
  ['mytool -e id', '-e'],
  ['mytool -eid', '-eid'],
  ['mytool -o a=b', '-o'],
  ['mytool --output /tmp/x', '--output'],
  ['mytool --from x.lua a', '--from'],
  ['mytool push a', 'push'],
  ['mytool app deploy', 'deploy'],
  ['mytool --settings x', '--settings'],
  ['mytool --settings=x', '--settings=x'],
  ['mytool -pdflatex=./x a', '-pdflatex=./x'],
  ['mytool -dot ./x', '-dot'],
  ['mytool --gcc.exe:./x a', '--gcc.exe:./x'],
  ['mytool --format ./x a', '--format'],
  ['mytool --reporter=./x a', '--reporter=./x'],
  ['mytool --no-sandbox a', '--no-sandbox'],
  ['mytool --enable-rpc', '--enable-rpc'],
  ['mytool --rpc-listen-all', '--rpc-listen-all'],
  ['mytool --web.listen=true', '--web.listen=true'],
  ['mytool --exclude=$(x) a', '--exclude=$(x)'],
  ['mytool -- -e 1', '-e'],
  ['mytool build CC=./x', 'CC=./x'],
  ['mytool a|b', 'a|b'],
  ['mytool {}', '{}'],
  ['mytool install', 'install'],
  ['mytool run x', 'run'],
  ['mytool --verbose plugins add', 'plugins'],
])('%s is more than a rule for the name means: %s', (line, word) => {
  expect(beyond(line)).toBe(word)
})

it.each([
  'mytool',
  'mytool -v',
  'mytool a.csv b/c.txt',
  'mytool build //a:b',
  'mytool src/**/*.{ts,tsx}',
  'mytool log -l 5 -n3',
  'mytool -j4 --limit 20 --depth=2',
  'mytool --json --no-color a',
  'mytool --format json a',
  'mytool --since 2026-01-01 --author=bob',
  'mytool check src --fast',
  'mytool --color=always x',
  'mytool -- a',
  'mytool run',
  'mytool run ./...',
  'mytool -',
  'mytool a -o b/c.webp',
  'mytool . -o json',
  'mytool --fix docs',
  'mytool --from HEAD~1',
  'mytool --to py a.ipynb',
  'mytool --show-npages a.pdf',
])('%s is not', (line) => {
  expect(beyond(line)).toBeNull()
})

it('takes a word with blanks for a command', () => {
  expect(beyondPlain(['mytool', 'rm x'], [])).toBe('rm x')
})

it('leaves alone what the rule names, whatever its value', () => {
  expect(beyond('mytool -s x', ['-s'])).toBeNull()
  expect(beyond('mytool --settings=x', ['--settings'])).toBeNull()
  expect(beyond('mytool -s x -e y', ['-s'])).toBe('-e')
  expect(beyond('mytool install', ['install'])).toBeNull()
})
