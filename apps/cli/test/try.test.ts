import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openScene } from './poundlock.ts'

const LINE = 'sed -i s/old/new/ notes.txt; rm draft.txt; echo printed'

function scene() {
  const opened = openScene()
  writeFileSync(join(opened.workspace, 'notes.txt'), 'the old name\n')
  writeFileSync(join(opened.workspace, 'draft.txt'), 'a draft\n')
  return {
    ...opened,
    run: (...given: Parameters<typeof opened.run>) => opened.run(...given),
    configure: (config: object) => opened.configure(config),
    notes: () => readFileSync(join(opened.workspace, 'notes.txt'), 'utf8'),
  }
}

test('what is tried is shown and kept where nobody is at a terminal, and can be applied later', async () => {
  const { run, notes, workspace, state } = scene()
  const { code, stdout, stderr } = await run(['exec', '--try', '--', `${LINE}; exit 3`])
  expect({ code, stdout }).toEqual({ code: 3, stdout: 'printed\n' })
  // As in docs/sandbox-try.md.
  expect(stderr).toContain(
    '1 modified, 1 deleted\ndeleted   draft.txt\n@@ -1 +0,0 @@\n-a draft\nmodified  notes.txt\n@@ -1 +1 @@\n-the old name\n+the new name\n',
  )
  expect(notes()).toBe('the old name\n')
  const { tries } = (await run(['try', 'list', '--json'])).json()
  expect(tries).toMatchObject([{ workspace, state: 'ready', view: { kind: 'overlay' } }])
  const id = tries[0].id as string
  expect((await run(['try', 'show', id])).stdout).toContain('+the new name\n')
  expect(await run(['try', 'apply', id])).toMatchObject({ code: 0, stdout: 'applied\n' })
  expect(notes()).toBe('the new name\n')
  expect(existsSync(join(workspace, 'draft.txt'))).toBe(false)
  expect(readdirSync(join(state, 'try'))).toEqual([])
  const ends = (await run(['audit', 'tail', '--json'])).lines().filter(({ type }) => type === 'try-end')
  expect(ends.map(({ data }) => data.outcome)).toEqual(['kept', 'applied'])
  expect(new Set(ends.map(({ data }) => data.digest)).size).toBe(1)
})

test('scripts say what becomes of it, and JSON says what it changed', async () => {
  const { run, notes } = scene()
  expect(await run(['exec', '--try=discard', '--', LINE])).toMatchObject({ code: 0 })
  expect(notes()).toBe('the old name\n')
  const outcome = (await run(['exec', '--try=apply', '--json', '--', LINE])).json()
  expect(outcome.tried).toMatchObject({
    settled: 'applied',
    by: '--try=apply',
    changes: [
      { path: 'draft.txt', change: 'deleted', after: null },
      { path: 'notes.txt', change: 'modified', after: { kind: 'file', mode: '644', size: 13 } },
    ],
  })
  expect(notes()).toBe('the new name\n')
})

test('with conflicts nothing is applied', async () => {
  const { run, notes, workspace } = scene()
  await run(['exec', '--try=keep', '--', LINE])
  const { tries } = (await run(['try', 'list', '--json'])).json()
  writeFileSync(join(workspace, 'notes.txt'), 'mine\n')
  const { code, stdout } = await run(['try', 'apply', tries[0].id])
  expect({ code, notes: notes() }).toEqual({ code: 68, notes: 'mine\n' })
  expect(stdout).toContain('notes.txt: it was changed meanwhile')
  expect(await run(['try', 'discard', tries[0].id])).toMatchObject({ code: 0 })
  expect(await run(['try', 'show', tries[0].id])).toMatchObject({ code: 2 })
})

test('where no view of a workspace can be had, nothing runs, and the code says that it is the sandbox', async () => {
  const { run, configure, notes } = scene()
  configure({ sandbox: { renderer: 'landlock' } })
  const { code, stderr } = await run(['exec', '--try=apply', '--', LINE])
  expect({ code, notes: notes() }).toEqual({ code: 66, notes: 'the old name\n' })
  expect(stderr).toContain('has no view of a workspace in which a command could be tried')
})

test('what is denied is not tried, and what a rule asks about is asked first', async () => {
  const { run, configure, state } = scene()
  configure({ tools: { exec: { deny: ['rm'], ask: ['sed'] } } })
  expect(await run(['exec', '--try', '--', 'rm draft.txt'])).toMatchObject({ code: 64 })
  expect(await run(['exec', '--try', '--', 'sed -i s/a/b/ notes.txt'])).toMatchObject({ code: 65 })
  expect(existsSync(join(state, 'try'))).toBe(false)
})

test('what the mode asks about is tried, its output goes to nobody, and only a person can apply it', async () => {
  const { run, configure, notes } = scene()
  configure({ mode: 'prompt' })
  const asked = await run(['exec', '--try', '--', LINE])
  expect(asked).toMatchObject({ code: 65, stdout: '' })
  expect(notes()).toBe('the old name\n')
  const { tries } = (await run(['try', 'list', '--json'])).json()
  expect(tries[0].unapproved.at(-1)).toContain('prompt')
  expect(await run(['try', 'apply', tries[0].id])).toMatchObject({ code: 2 })
  expect(notes()).toBe('the old name\n')
  const types = (await run(['audit', 'tail', '--json'])).lines().map(({ type }) => type)
  expect(types).toEqual(['try-start', 'run-start', 'run-end', 'decision', 'try-end'])
})

test.skipIf(process.geteuid?.() !== 0 && process.env['CI'] === undefined)(
  'what was ended before it was done is kept, also where it was to be applied (needs to be run as root)',
  async () => {
    const { run, workspace, root } = scene()
    const disk = join(root, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m,mode=700', 'none', disk])
    onTestFinished(() => void execFileSync('umount', ['-l', disk]))
    const env = { POUNDLOCK_HOME: disk }
    const line = 'head -c 20000000 /dev/zero > big; sleep 1000'
    const { code, stderr } = await run(['exec', '--try=apply', '--', line], { env })
    expect(code).toBe(137)
    expect(stderr).toContain('It was ended before it was done: less than 64 MiB were left')
    expect(stderr).toContain('the workspace is as it was; what it did is kept')
    expect(existsSync(join(workspace, 'big'))).toBe(false)
    const { tries } = (await run(['try', 'list', '--json'], { env })).json()
    expect(tries).toMatchObject([{ state: 'ready', endedEarly: expect.stringContaining('64 MiB') }])
  },
)
