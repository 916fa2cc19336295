import { expect, test } from 'vitest'
import { planCommand } from '../../src/index.ts'

/** The variables that a line sets and that are not harmless for what it sets them for. */
const set = (line: string) =>
  planCommand(line, {
    cwd: '/w',
    home: '/home/u',
    findExecutable: (name) => `/usr/bin/${name}`,
  }).plan.commands.flatMap(({ environment }) => environment)

test.each([
  'FOO=1 ls',
  'GIT_PAGER=cat git log',
  'GIT_EDITOR=true git commit',
  'NODE_OPTIONS=--max-old-space-size=4096 npm test',
  'CGO_ENABLED=0 go build',
])('%s sets nothing that matters', (line) => {
  expect(set(line)).toEqual([])
})

test.each([
  ['FOO=/tmp/x ls', 'FOO'],
  ['FOO=1 npm test', 'FOO'],
  ['OPENSSL_CONF=1 ls', 'OPENSSL_CONF'],
  ['LD_PRELOAD=1 ls', 'LD_PRELOAD'],
  ['FOO="$x" ls', 'FOO'],
  ['NODE_OPTIONS="--max-old-space-size=1 --require=x" npm test', 'NODE_OPTIONS'],
  ["GIT_EDITOR='true; id' git commit", 'GIT_EDITOR'],
])('%s sets %s', (line, name) => {
  expect(set(line)).toEqual([name])
})
