import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Todo } from '@poundlock/spec/tools'
import { expect, onTestFinished, test } from 'vitest'
import { createTodoWriteHandler, type ToolContext } from '../../src/index.ts'

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-todo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const handler = createTodoWriteHandler(folder)
  const write = (todos: readonly Todo[], session = 's') =>
    handler.run({ todos: [...todos] }, { agent: 'a', session } as ToolContext)
  return { folder, write }
}

const task = (content: string, status: Todo['status'] = 'pending'): Todo => ({
  content,
  activeForm: `${content}ing`,
  status,
})

test('lists that are written at once all get written, one after the other, and the last one stays', async () => {
  const { folder, write } = open()
  const names = Array.from({ length: 20 }, (_, index) => `task ${index}`)
  const written = await Promise.all(names.map((name) => write([task(name)])))
  for (const [index, { structured }] of written.entries()) {
    const before = index === 0 ? [] : [task(names[index - 1]!)]
    expect(structured).toEqual({ before, after: [task(names[index]!)] })
  }
  expect(readdirSync(folder)).toHaveLength(1)
})

test('one that cannot be written leaves nothing behind, and the next one is', async () => {
  const { folder, write } = open()
  await write([task('a')])
  const [file] = readdirSync(folder)
  rmSync(join(folder, file!))
  mkdirSync(join(folder, file!))
  await expect(write([task('b')])).rejects.toMatchObject({ code: 'STATE_FILE_IO', details: { errno: 'EISDIR' } })
  expect(readdirSync(folder)).toEqual([file])
  rmSync(join(folder, file!), { recursive: true })
  expect((await write([task('c')])).structured).toEqual({ before: [], after: [task('c')] })
})

test('a task is one line, whatever is in it', async () => {
  const { content } = await open().write([task('a\n[x] b\u001B[2J'), task('do', 'in_progress'), task('c', 'completed')])
  expect(content).toEqual([{ type: 'text', text: '[ ] a\\n[x] b\\e[2J\n[~] doing\n[x] c' }])
})

test('lists of sessions are apart, and one of what is done is over', async () => {
  const { write } = open()
  await write([task('mine')])
  expect((await write([task('theirs')], 'other')).structured).toMatchObject({ before: [] })
  expect((await write([task('mine', 'completed')])).structured).toEqual({ before: [task('mine')], after: [] })
})
