import { expect, it } from 'vitest'
import { runningWord } from '../../../src/rules/programs/running-word.ts'

const told = (line: string, named: readonly string[] = []) => runningWord(line.split(' '), named)

it.each([
  ['hg clone --ssh ./x a', '--ssh'],
  ['rclone --password-command=./x ls', '--password-command=./x'],
  ['mlr --prepipex ./x cat a', '--prepipex'],
  ['pdflatex -shell-escape a', '-shell-escape'],
  ['cabal build --with-compiler=./x', '--with-compiler=./x'],
  ['jj log --config ui.pager=./x', '--config'],
  ['svn log --config-option config:tunnels:x=./x', '--config-option'],
  ['stack exec id', 'exec'],
  ['rclone serve http .', 'serve'],
  ['sbt !id', '!id'],
  ['sox |id b', '|id'],
  ['mlr put $x=exec("id")', '$x=exec("id")'],
  ['lualatex \\directlua{os.execute("id")}', '\\directlua{os.execute("id")}'],
  ['websocat -E ws://h cmd:id', 'cmd:id'],
])('%s is told to run something by %s', (line, word) => {
  expect(told(line)).toBe(word)
})

it.each([
  'tokei !dist/*',
  'codespell --config setup.cfg src',
  'gofmt -l .',
  'dart test exec',
  'jest --reporter=x executes',
  'cloc !=',
])('%s is not', (line) => {
  expect(told(line)).toBeNull()
})

it('leaves alone what the rule names', () => {
  expect(told('rclone serve http', ['serve'])).toBeNull()
  expect(told('stack exec id', ['exec', 'id'])).toBeNull()
  expect(told('rclone serve --eval id', ['serve'])).toBe('--eval')
})

it('takes a rule that ends where the rest is handed on for no rule for the rest', () => {
  expect(told('stack exec rm x', ['exec'])).toBe('rm')
  expect(told('lerna exec -- rm x', ['exec'])).toBe('--')
})

it('knows nothing of words that are only known at run time', () => {
  expect(runningWord(['hg', null, '--ssh'], [])).toBe('--ssh')
})
