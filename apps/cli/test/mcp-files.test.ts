import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const FILESYSTEM = createRequire(new URL('../../../packages/mcp/package.json', import.meta.url)).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
)

/** The reference server, contained: one that nothing keeps to the rule would not start. */
function openFiles(more: object = {}) {
  const scene = openScene()
  scene.configure({
    mode: 'allow',
    tools: { fs: { read: { deny: ['secret/**'] } } },
    mcpServers: { files: { command: process.execPath, args: [FILESYSTEM, scene.workspace], sandbox: true, ...more } },
  })
  const inside = (name: string) => join(scene.workspace, name)
  mkdirSync(inside('secret'))
  mkdirSync(inside('.git/hooks'), { recursive: true })
  writeFileSync(inside('a.txt'), 'one')
  writeFileSync(inside('secret/key'), 'hidden')
  symlinkSync(inside('secret/key'), inside('plain.txt'))
  symlinkSync(scene.state, inside('folder'))
  return {
    ...scene,
    inside,
    call: async (tool: string, input: object) => {
      const { code, stdout } = await scene.run(['mcp', 'call', 'files', tool, JSON.stringify(input), '--json'])
      return { code, stdout, reasons: (JSON.parse(stdout).decision?.reasons ?? []).map((one: any) => one.code) }
    },
  }
}

test('files that the filesystem server is asked for are held against the rules on files', async () => {
  const { call, inside, state, workspace } = openFiles()
  const read = (path: string) => call('read_text_file', { path })
  expect(await read(inside('a.txt'))).toMatchObject({ code: 0, stdout: expect.stringContaining('one') })
  const denied = [
    await read(inside('secret/key')),
    await read(inside('plain.txt')),
    await read(`${workspace}/x/../secret/key`),
    await read(` "${inside('secret/key')}" `),
    await call('read_multiple_files', { paths: [inside('a.txt'), inside('secret/key')] }),
  ]
  for (const answer of denied)
    expect(answer).toMatchObject({ code: 64, reasons: expect.arrayContaining(['FILE_RULE']) })
  const config = readFileSync(join(state, 'poundlock.json'), 'utf8')
  for (const path of [join(state, 'poundlock.json'), inside('folder/poundlock.json')]) {
    expect(await call('write_file', { path, content: '{}' })).toMatchObject({
      code: 64,
      reasons: expect.arrayContaining(['FILE_GATE']),
    })
  }
  expect(readFileSync(join(state, 'poundlock.json'), 'utf8')).toBe(config)
  const moved = await call('move_file', { source: inside('a.txt'), destination: inside('.git/hooks/pre-commit') })
  expect(moved).toMatchObject({ code: 65, reasons: expect.arrayContaining(['EFFECT_PROTECTED']) })
  expect(existsSync(inside('a.txt'))).toBe(true)
})

test('what the owner says about inputs counts in place of what they look like', async () => {
  const { call, inside } = openFiles({ inputs: { 'read_*': { path: 'none' }, write_file: { content: 'read' } } })
  // The gate lets it through; the sandbox hides the file from the server.
  const read = await call('read_text_file', { path: inside('secret/key') })
  expect(read).toMatchObject({ code: 1, stdout: expect.not.stringContaining('hidden') })
  expect(read.reasons).not.toContain('FILE_RULE')
  const written = await call('write_file', { path: inside('b.txt'), content: inside('secret/key') })
  expect(written).toMatchObject({ code: 64, reasons: expect.arrayContaining(['FILE_RULE']) })
  expect(existsSync(inside('b.txt'))).toBe(false)
})
