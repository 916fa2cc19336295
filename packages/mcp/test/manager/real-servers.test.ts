import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { knownServer, makeFolder, nodeServer, openManager } from '../open-manager.ts'

const textOf = (content: readonly unknown[]) => (content[0] as { text: string }).text

test('everything: text, images, structured content, progress, roots', async () => {
  const manager = openManager([knownServer('everything')], { roots: [{ uri: 'file:///w', name: 'w' }] })
  const report = await manager.refresh('everything')
  expect(report).toMatchObject({ state: 'started', quarantined: [], problem: null })
  const call = (tool: string, input: object = {}, options = {}) =>
    manager.call({ server: 'everything', tool }, input, options)
  expect(textOf((await call('echo', { message: 'hi' })).content)).toBe('Echo: hi')
  expect((await call('get-tiny-image')).content.some((part) => part.type === 'image')).toBe(true)
  expect((await call('get-structured-content', { location: 'Chicago' })).structured).toMatchObject({
    temperature: expect.any(Number),
  })
  const progress: number[] = []
  await call(
    'trigger-long-running-operation',
    { duration: 0.2, steps: 2 },
    { onProgress: (one: { progress: number }) => progress.push(one.progress) },
  )
  expect(progress).toEqual([1, 2])
  expect(textOf((await call('get-roots-list')).content)).toContain('file:///w')
  await expect(call('echo', { message: 1 })).rejects.toThrow(/\/message: expected a string, not a number/)
})

test('filesystem: what it may do is known from its annotations, and it does it', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'a.txt'), 'one')
  const manager = openManager([knownServer('filesystem', [folder])])
  await manager.refresh('filesystem')
  const permissions = Object.fromEntries(manager.tools().map((tool) => [tool.name, tool.requiredPermission]))
  expect(permissions).toMatchObject({ read_text_file: 'read-only', write_file: 'danger-full-access' })
  const call = (tool: string, input: object) => manager.call({ server: 'filesystem', tool }, input)
  expect(textOf((await call('read_text_file', { path: join(folder, 'a.txt') })).content)).toBe('one')
  await call('write_file', { path: join(folder, 'b.txt'), content: 'two' })
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('two')
  expect((await call('read_text_file', { path: '/etc/passwd' })).isError).toBe(true)
})

test('memory and sequential thinking', async () => {
  const file = join(makeFolder(), 'memory.jsonl')
  const manager = openManager([
    knownServer('memory', [], { env: { MEMORY_FILE_PATH: file } }),
    knownServer('sequential-thinking'),
  ])
  const entities = [{ name: 'lock', entityType: 'thing', observations: ['has two gates'] }]
  await manager.call({ server: 'memory', tool: 'create_entities' }, { entities })
  const found = await manager.call({ server: 'memory', tool: 'search_nodes' }, { query: 'gates' })
  expect(textOf(found.content)).toContain('"lock"')
  const thought = { thought: 'open one gate', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }
  const { isError } = await manager.call({ server: 'sequential-thinking', tool: 'sequentialthinking' }, thought)
  expect(isError).toBe(false)
})

test('a server made with the current line of the SDK', async () => {
  const file = fileURLToPath(new URL('../fixtures/current-server.ts', import.meta.url))
  const manager = openManager([nodeServer('current', [file])])
  const { content } = await manager.call({ server: 'current', tool: 'add' }, { a: 2, b: 3 })
  expect(textOf(content)).toBe('5')
  expect(manager.tools()).toMatchObject([{ name: 'add', requiredPermission: 'read-only' }])
})
