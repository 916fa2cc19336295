import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CallToApprove, AskForApproval } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'

const YES = { answer: 'allow-once', by: 'terminal:me' } as const

function writeProgram(file: string, body: string): void {
  rmSync(file, { force: true })
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
}

/** A call that is approved, with something done between the answer and the start. */
function approved(
  command: string,
  meanwhile: (scene: ReturnType<typeof openRuntime>, input: { env: object }, host: { LANG: string }) => void,
) {
  const hostEnvironment = { LANG: 'C' }
  const scene = openRuntime(
    { mode: 'allow', exec: { askRules: ['tool', 'sh', 'echo'] } },
    {
      ask: async () => {
        meanwhile(scene, input, hostEnvironment)
        return YES
      },
      hostEnvironment,
    },
  )
  writeProgram(join(scene.tools, 'tool'), 'touch ran; echo the tool')
  writeFileSync(join(scene.workspace, 'a.sh'), 'touch ran')
  mkdirSync(join(scene.workspace, 'deep'))
  writeFileSync(join(scene.workspace, 'deep/b.sh'), 'touch ran')
  const input = { command, env: { CI: '1' } }
  return {
    scene,
    run: () => scene.runtime.call({ id: 'c', name: 'exec', input }, scene.context),
  }
}

test.each<readonly [string, string, RegExp, Parameters<typeof approved>[1]]>([
  [
    'the program is swapped for another file',
    'tool',
    /The program ".*tool" is not the one that was approved/,
    ({ tools }) => writeProgram(join(tools, 'tool'), 'touch ran; echo another'),
  ],
  [
    'the program is written over in place',
    'tool',
    /The program ".*tool" is not the one that was approved/,
    ({ tools }) => writeFileSync(join(tools, 'tool'), '#!/bin/sh\ntouch ran; echo the toad\n'),
  ],
  [
    'the script is edited',
    'sh a.sh',
    /The script ".*a\.sh" has changed since it was approved/,
    ({ workspace }) => writeFileSync(join(workspace, 'a.sh'), 'touch rap'),
  ],
  [
    'the script in another folder is edited',
    'cd deep && sh -x b.sh',
    /The script ".*b\.sh" has changed since it was approved/,
    ({ workspace }) => writeFileSync(join(workspace, 'deep/b.sh'), 'touch rap'),
  ],
  [
    'the script that comes from a redirection is edited',
    'sh <a.sh',
    /The script ".*a\.sh" has changed since it was approved/,
    ({ workspace }) => writeFileSync(join(workspace, 'a.sh'), 'touch rap'),
  ],
  [
    'the script becomes a link to another',
    'sh a.sh',
    /The script ".*a\.sh" has changed since it was approved/,
    ({ workspace }) => {
      writeFileSync(join(workspace, 'b.sh'), 'touch ran')
      rmSync(join(workspace, 'a.sh'))
      symlinkSync('b.sh', join(workspace, 'a.sh'))
    },
  ],
  [
    'the working directory is linked elsewhere',
    'tool',
    /The working directory ".*" is another one now/,
    ({ workspace }) => {
      const moved = `${workspace}-moved`
      onTestFinished(() => rmSync(moved, { recursive: true, force: true }))
      renameSync(workspace, moved)
      mkdirSync(workspace)
      symlinkSync(join(moved, 'tools'), join(workspace, 'tools'))
    },
  ],
  [
    'an earlier folder of PATH gets a program of the same name',
    'sh a.sh',
    /"\/.*\/sh" was approved|"\/.*dash" was approved/,
    ({ tools }) => writeProgram(join(tools, 'sh'), 'touch ran'),
  ],
  [
    'the environment is changed',
    'tool',
    /The environment differs from what was approved: "LANG"/,
    (_scene, _input, host) => void (host.LANG = 'tr_TR'),
  ],
])('nothing runs when %s', async (_, command, message, meanwhile) => {
  const { scene, run } = approved(command, meanwhile)
  const outcome = await run()
  expect(outcome).toMatchObject({ status: 'denied', run: null, message: expect.stringMatching(message) })
  expect(existsSync(join(scene.workspace, 'ran'))).toBe(false)
  expect(scene.records.map(({ type }) => type)).toEqual(['decision', 'decision'])
  expect(scene.records[1]?.data).toMatchObject({
    outcome: 'denied',
    approval: { by: 'changed since it was approved', reason: expect.stringMatching(message) },
  })
})

test('what the caller makes of its input meanwhile does not count', async () => {
  const { run } = approved('echo $CI', (_scene, input) => {
    input.env = { CI: '2' }
    Object.assign(input, { command: 'touch ran' })
  })
  expect(await run()).toMatchObject({ status: 'ran', run: { stdout: '1\n' } })
})

test('what did not change runs', async () => {
  const { run } = approved('tool; sh a.sh', () => undefined)
  expect(await run()).toMatchObject({ status: 'ran', run: { stdout: 'the tool\n', exitCode: 0 } })
})

const asking = (ask: AskForApproval) => openRuntime({ mode: 'allow', exec: { askRules: ['tool'] } }, { ask })

test('an answer is used up at the start, with what would run then', async () => {
  const seen: unknown[] = []
  let request: CallToApprove | undefined
  const scene = asking(async (asked) => {
    request = asked
    return { ...YES, requestId: 'r1', use: (now) => (seen.push(now), ['It was used already.']) }
  })
  writeProgram(join(scene.tools, 'tool'), 'echo ran')
  const outcome = await scene.exec('tool')
  expect(outcome).toMatchObject({ status: 'denied', message: expect.stringContaining('It was used already.') })
  expect(seen).toEqual([request?.binding])
  expect(scene.records[0]?.data).toMatchObject({ approval: { kind: 'person', requestId: 'r1' } })
})

test('a denial, a time-out and nobody to ask are three outcomes', async () => {
  const denied = asking(async () => ({ answer: 'deny', by: 'slack:U1', reason: 'not today' }))
  writeProgram(join(denied.tools, 'tool'), 'echo ran')
  expect(await denied.exec('tool')).toMatchObject({
    status: 'unapproved',
    message: expect.stringMatching(/^refused by slack:U1: not today(?:\n|$)/),
    approval: { kind: 'person', answer: 'deny', reason: 'not today' },
  })
  const late = asking(async () => ({ answer: 'timed-out', message: 'no answer within 30 minutes' }))
  writeProgram(join(late.tools, 'tool'), 'echo ran')
  expect(await late.exec('tool')).toMatchObject({
    status: 'unapproved',
    message: 'no answer within 30 minutes',
    approval: { kind: 'timeout', answer: 'deny' },
  })
  const nobody = asking(async () => ({ answer: 'unreachable', message: 'no surface' }))
  writeProgram(join(nobody.tools, 'tool'), 'echo ran')
  expect(await nobody.exec('tool')).toMatchObject({
    status: 'unapproved',
    message: expect.stringContaining('no approver is available; askFallback is deny'),
    approval: { kind: 'fallback', answer: 'deny' },
  })
})

test('where nobody can be reached the fallback holds at once, and a time-out never loosens', async () => {
  const layer = { mode: 'allow', exec: { askRules: ['tool'], askFallback: 'full' } } as const
  const ask =
    (answer: 'unreachable' | 'timed-out'): AskForApproval =>
    async () => ({ answer, message: answer })
  const nobody = openRuntime(layer, { ask: ask('unreachable') })
  writeProgram(join(nobody.tools, 'tool'), 'echo ran')
  expect(await nobody.exec('tool')).toMatchObject({ status: 'ran', approval: { kind: 'fallback', answer: 'allow' } })
  const late = openRuntime(layer, { ask: ask('timed-out') })
  writeProgram(join(late.tools, 'tool'), 'echo ran')
  expect(await late.exec('tool')).toMatchObject({ status: 'unapproved', run: null })
})

// No copy is run, since a script finds what lies beside it by its own path: the look is before the line starts.
test.fails('a script that is swapped while the line runs does not run', async () => {
  const { scene, run } = approved('touch started; until [ -e swapped ]; do :; done; sh a.sh', ({ workspace }) => {
    const watcher = watch(workspace, () => {
      if (!existsSync(join(workspace, 'started'))) return
      watcher.close()
      writeFileSync(join(workspace, 'a.sh'), 'touch hijacked')
      writeFileSync(join(workspace, 'swapped'), '')
    })
    onTestFinished(() => watcher.close())
  })
  await run()
  expect(existsSync(join(scene.workspace, 'started'))).toBe(true)
  expect(existsSync(join(scene.workspace, 'hijacked'))).toBe(false)
})
