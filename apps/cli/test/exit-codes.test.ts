import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'

const EMPTY_AGENT = /--agent is empty/

/** What a user can name by mistake, beside the workspace. */
function makeMistakes({ root }: Scene): void {
  mkdirSync(join(root, 'folder'))
  symlinkSync('loop', join(root, 'loop'))
  symlinkSync('nowhere', join(root, 'dangling'))
  const write = (name: string, content: string | Uint8Array) =>
    writeFileSync(join(root, name), content, { mode: 0o600 })
  write('empty', '')
  write('short-token', 'short\n')
  write('open-token', '0123456789abcdef0123456789abcdef\n')
  chmodSync(join(root, 'open-token'), 0o644)
  write('bad.json', '{')
  write('bytes', new Uint8Array([0xff, 0xfe]))
}

const serve = (file: string) => ['mcp', 'serve', '--http', '--port', '0', '--token-file', file]
const install = (file: string) => ['hook', 'claude-code', '--install', '--settings', file]

/** Each is a mistake of the user: exit code 2, and nothing is changed. */
const MISTAKES: readonly (readonly [words: readonly string[], message: RegExp])[] = [
  [serve('../missing'), /"\.\.\/missing" is missing/],
  [serve('../folder'), /--token-file \.\.\/folder: is no regular file/],
  [serve('../loop'), /--token-file \.\.\/loop: is a symbolic link/],
  [serve('../dangling'), /--token-file \.\.\/dangling: is a symbolic link/],
  [serve('../short-token'), /holds no token/],
  [serve('../open-token'), /--token-file \.\.\/open-token: /],
  [serve('../bytes'), /is not UTF-8/],
  [serve('../empty'), /holds no token/],
  [serve('../empty/file'), /a part of the path is no folder/],
  [serve(''), /the token file "" is missing/],
  [['mcp', 'serve', '--agent', ''], EMPTY_AGENT],
  [['mcp', 'serve', '--pass-through', 'nope'], /there is no server "nope"/],
  [install('../folder'), /is not a regular file/],
  [install('../loop'), /is a link to nothing \(ELOOP\)/],
  [install('../dangling'), /is a link to nothing \(ENOENT\)/],
  [install('../bad.json'), /is not a JSON object/],
  [install('../bytes'), /is not UTF-8/],
  [install('../empty/file'), /cannot be read \(ENOTDIR\)/],
  [install(''), /--settings is empty/],
  [['hook', 'gemini', '--uninstall', '--settings', '../loop'], /is a link to nothing/],
  [['hook', 'nope'], /'nope' is invalid/],
  [['audit', 'verify', '--head', 'nope'], /--head "nope" is not a hash/],
  [['audit', 'verify', '--head', ''], /--head "" is not a hash/],
  [['audit', 'tail', '--lines', 'nope'], /--lines "nope" is not a count/],
  [['approvals', 'get', '--agent', ''], EMPTY_AGENT],
  [['approvals', 'get', '--agent', ' '], EMPTY_AGENT],
  [['approvals', 'get', '--agent', 'nope'], /there is no agent "nope".*\nKnown here: main, \*\./],
  [['approvals', 'allowlist', 'list', '--agent', 'toString'], /there is no agent "toString"/],
  [['approvals', 'pending', '--agent', ''], EMPTY_AGENT],
  [['approvals', 'allowlist', 'list', '--agent', ''], EMPTY_AGENT],
  [['approvals', 'allowlist', 'add', '/usr/bin/rg', '--agent', ''], EMPTY_AGENT],
  [['approvals', 'allowlist', 'remove', '/usr/bin/rg'], /Nothing on the allowlist/],
  [['approvals', 'set', '../missing'], /does not exist/],
  [['approvals', 'set', '../folder'], /is not a regular file/],
  [['approvals', 'set', '../loop'], /cannot be read \(ELOOP\)/],
  [['approvals', 'set', '../bytes'], /is not UTF-8/],
  [['approvals', 'set', '../bad.json'], /invalid JSON syntax/],
  [['approvals', 'resolve', 'nope', 'deny'], /No request has the id "nope"/],
  [['approvals', 'grants', 'revoke', 'nope'], /No grant has the id "nope"/],
  [['approvals', 'grants', 'limit', 'nope', '--uses', '3'], /No grant has the id "nope"/],
  [['check', '--agent', '', '--', 'ls'], EMPTY_AGENT],
  [['check', '--approvals', '../bytes', '--', 'ls'], /is not UTF-8/],
  [['check', '--approvals', '../bad.json', '--', 'ls'], /invalid JSON syntax/],
  [['check', '--config', '../loop', '--', 'ls'], /cannot be opened \(ELOOP\)/],
  [['check', '--jsonl', '../folder'], /cannot be read \(EISDIR\)/],
  [['exec', '--agent', '', '--', 'touch here'], EMPTY_AGENT],
  [['exec', '--config', '../bytes', '--', 'touch here'], /is not UTF-8/],
  [['exec', '--workspace', '../loop', '--', 'touch here'], /cannot be reached \(ELOOP\)/],
  [['policy', 'show', '--agent', ''], EMPTY_AGENT],
  [['policy', 'show', '--config', '../missing'], /does not exist/],
  [['policy', 'test', '../folder'], /is not a regular file/],
  [['policy', 'implies', '../loop', '../bad.json'], /cannot be opened \(ELOOP\)/],
  [['mcp', 'add', 'some', '--config', '../folder', '--', 'server'], /is not a regular file/],
  [['mcp', 'add', 'some', '--config', '../loop', '--', 'server'], /cannot be read \(ELOOP\)/],
  [['mcp', 'add', 'some', '--config', '../dangling', '--', 'server'], /is a link to nothing/],
  [['mcp', 'add', 'some', '--config', '../bytes', '--', 'server'], /is not UTF-8/],
  [['mcp', 'remove', 'nope'], /there is no server "nope"/],
  [['mcp', 'import', '../folder'], /cannot be read/],
  [['mcp', 'call', 'nope', 'tool', '--input', '../missing'], /cannot be read \(ENOENT\)/],
  [['tools', 'schema', 'nope'], /there is no tool "nope"/],
  [['tools', 'call', 'read', '--input', '../loop'], /cannot be read \(ELOOP\)/],
  [['tools', 'list', '--agent', ''], EMPTY_AGENT],
  [['jobs', 'end', 'nope'], /there is no background command "nope"/],
  [['try', 'show', 'nope'], /There is no try "nope"/],
  [['sandbox', 'explain', '--agent', ''], EMPTY_AGENT],
  [['sandbox', 'image', '--archive', '../missing', '--name', 'x'], /cannot be read \(ENOENT\)/],
  [['sandbox', 'image', '--archive', '../folder', '--name', 'x'], /is a folder/],
]

/** It speaks another protocol on standard output. */
const hasJson = ([command, subcommand]: readonly string[]) => !(command === 'mcp' && subcommand === 'serve')

/** Options stand before the command that is asked about. */
function withJson(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? [...words, '--json'] : [...words.slice(0, end), '--json', ...words.slice(end)]
}

test.each(MISTAKES)('%j is a mistake of the user', async (words, message) => {
  const scene = openScene()
  makeMistakes(scene)
  const plain = await scene.run(words, { input: '' })
  expect(plain, plain.stderr).toMatchObject({ code: 2, stderr: expect.stringMatching(message) })
  expect(plain.stderr).not.toMatch(/\n +at |fault in poundlock/)
  if (!hasJson(words)) return
  const { code, json } = await scene.run(withJson(words), { input: '' })
  const { error } = json()
  expect(code).toBe(2)
  expect(`${error.message}\n${error.remedy ?? ''}`).toMatch(message)
  expect(error.code).toMatch(/^(?:USAGE|CONFIG_\w+|APPROVALS?_\w+|SANDBOX_TRY_UNKNOWN)$/)
})

test('state of our own that is broken stays a fault of the machine', async () => {
  const scene = openScene()
  writeFileSync(join(scene.state, 'exec-approvals.json'), new Uint8Array([0xff]), { mode: 0o600 })
  mkdirSync(join(scene.state, 'mcp'), { mode: 0o700 })
  mkdirSync(join(scene.state, 'mcp', 'serve-token'))
  expect(await scene.run(['exec', '--', 'true'])).not.toMatchObject({ code: 0 })
  expect(await scene.run(['mcp', 'serve', '--http', '--port', '0'])).toMatchObject({ code: 70 })
})
