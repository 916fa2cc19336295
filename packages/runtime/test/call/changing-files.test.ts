import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { quote } from '@poundlock/shell'
import { expect, onTestFinished, test } from 'vitest'
import { openRuntime } from '../open-runtime.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
const yes = async () => ({ answer: 'allow-once', by: 'test:me' }) as const

/** The one of the system starts faster than what stands in front of it on some PATHs. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

/** Approves commands below a folder whose files change after they were opened twice, as nothing else of them does. */
async function onChangingFiles(names: readonly string[], commands: readonly string[]): Promise<any[]> {
  const { workspace } = openRuntime()
  const place = join(workspace, 'mounted')
  mkdirSync(place)
  // The server ends with the namespace, and the mount with both.
  const script = [
    `exec 3< <(exec ${quote([PYTHON, fixture('changing-files.py'), place, '2', ...names])})`,
    'read -r -u 3 ready && [ "$ready" = ready ] || exit 9',
    quote([process.execPath, '--conditions=@poundlock/source', fixture('run-approved.ts'), workspace, ...commands]),
  ].join('\n')
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const { stdout } = await promisify(execFile)('unshare', [...namespaces, 'bash', '-c', script])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

// Each is opened when it is approved and right before the start, and holds something else when it is opened to be run.
test('nobody can approve a script that holds something else at each read', async () => {
  const commands = [
    'sh mounted/a.sh',
    './mounted/b.sh',
    'sh <mounted/c.sh',
    '. ./mounted/d.sh',
    'cd mounted && sh e.sh',
  ]
  const outcomes = await onChangingFiles(['a.sh', 'b.sh', 'c.sh', 'd.sh', 'e.sh'], commands)
  expect(outcomes.map(({ command }) => command)).toEqual(commands)
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      ran: [],
      asked: 0,
      status: 'unapproved',
      by: 'cannot be bound',
      message: expect.stringMatching(/"\S+mounted\/[a-e]\.sh" holds may be different each time .*: it lies on fuse/),
    })
  }
})

test.each([
  ['a pipe', 'sh pipe'],
  ['a pipe behind a link', 'sh link'],
  ['a pipe that is redirected', 'sh <pipe'],
])('nobody can approve a script that comes out of %s', async (_, command) => {
  const asked: string[] = []
  const scene = openRuntime(
    { mode: 'allow', exec: { askRules: ['sh'] } },
    { ask: async (request) => (asked.push(request.command), yes()) },
  )
  execFileSync('mkfifo', ['pipe'], { cwd: scene.workspace })
  symlinkSync('pipe', join(scene.workspace, 'link'))
  const writer = spawn('sh', ['-c', 'while echo "touch ran" >pipe; do :; done'], {
    cwd: scene.workspace,
    detached: true,
  })
  onTestFinished(() => void process.kill(-writer.pid!, 'SIGKILL'))
  expect(await scene.exec(command)).toMatchObject({
    status: 'unapproved',
    message: expect.stringContaining('it is a pipe'),
  })
  expect(asked).toEqual([])
  expect(existsSync(join(scene.workspace, 'ran'))).toBe(false)
})

test('nobody can approve a script that the system makes up at each read', async () => {
  const scene = openRuntime({ mode: 'allow', exec: { askRules: ['sh'] } }, { ask: yes })
  expect(await scene.exec(`sh /proc/${process.pid}/cmdline`)).toMatchObject({
    status: 'unapproved',
    message: expect.stringContaining('it lies on proc'),
  })
})

test.each([
  ['files', 'tool $MANY; sh evil.sh'],
  ['folders', '$FOLDERS; sh evil.sh'],
])('a script cannot hide behind too many %s', async (_, line) => {
  const scene = openRuntime({ mode: 'allow', exec: { askRules: ['sh', 'tool', 'cd'] } }, { ask: yes })
  const names = Array.from({ length: 1100 }, (__, index) => `f${index}`)
  if (line.includes('$MANY')) for (const name of names) writeFileSync(join(scene.workspace, name), '')
  const folders = Array.from({ length: 40 }, (__, index) => `d${index}`)
  mkdirSync(join(scene.workspace, ...folders), { recursive: true })
  writeFileSync(join(scene.workspace, 'evil.sh'), 'touch ran')
  writeFileSync(join(scene.workspace, 'tools/tool'), '#!/bin/sh\n', { mode: 0o755 })
  const command = line
    .replace('$MANY', names.join(' '))
    .replace('$FOLDERS', folders.map((name) => `cd ${name}`).join('; '))
  const outcome = await scene.exec(command)
  expect(outcome).toMatchObject({ status: 'unapproved', message: expect.stringContaining('can be looked at') })
})

test('the script is bound where the line has gone to', async () => {
  const scene = openRuntime(
    { mode: 'allow', exec: { askRules: ['tool', 'cd'] } },
    {
      async ask({ binding }) {
        expect(binding.scripts.map(({ path }) => path)).toContain(join(scene.workspace, 'a/b/c/d/e/f/script'))
        writeFileSync(join(scene.workspace, 'a/b/c/d/e/f/script'), 'another')
        return yes()
      },
    },
  )
  mkdirSync(join(scene.workspace, 'a/b/c/d/e/f'), { recursive: true })
  writeFileSync(join(scene.workspace, 'a/b/c/d/e/f/script'), 'one')
  writeFileSync(join(scene.workspace, 'tools/tool'), '#!/bin/sh\n', { mode: 0o755 })
  const outcome = await scene.exec('cd a; cd b; cd c; cd d; cd e; cd f; tool script')
  expect(outcome).toMatchObject({
    status: 'denied',
    message: expect.stringContaining('has changed since it was approved'),
  })
})
