import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRuntime } from '../open-runtime.ts'

const FREE = { mode: 'allow', exec: { host: 'gateway', security: 'full', ask: 'off' } } as const

test('a command starts below the home folder where its folder says so with ~', async () => {
  const { exec, workspace } = openRuntime(FREE, { userHome: '/usr' })
  expect((await exec('pwd', { workdir: '~' })).run?.stdout).toBe('/usr\n')
  expect((await exec('pwd', { workdir: '~/lib' })).run?.stdout).toBe('/usr/lib\n')
  mkdirSync(join(workspace, '~x'))
  expect((await exec('pwd', { workdir: '~x' })).run?.stdout).toBe(`${workspace}/~x\n`)
})

test('a folder where nothing can start is said before anybody is asked, with what is wrong with it', async () => {
  const asked: unknown[] = []
  const { exec, workspace, records } = openRuntime(
    { mode: 'prompt' },
    { ask: async (request) => (asked.push(request), { answer: 'deny' as const, by: 'nobody' }) },
  )
  writeFileSync(join(workspace, 'file'), '')
  symlinkSync('loop', join(workspace, 'loop'))
  for (const [workdir, problem] of [
    ['nowhere', /^exec: workdir: there is no folder .*\/nowhere\n/],
    ['file', /file is no folder\n/],
    ['file/below', /leads through something that is no folder\n/],
    ['loop', /cannot be entered \(ELOOP\)\n/],
    ['x'.repeat(300), /cannot be entered \(ENAMETOOLONG\)\n/],
    ['\u202Eevil', /there is no folder .*\\u\{202e\}evil\n/],
  ] as const) {
    const outcome = await exec('true', { workdir })
    expect([workdir, outcome.status, outcome.message]).toEqual([workdir, 'invalid', expect.stringMatching(problem)])
    expect(outcome.message).toMatch(/\nName a folder that is there/)
  }
  expect(asked).toEqual([])
  expect(records).toEqual([])
})

test('what is denied is told nothing about folders', async () => {
  const { exec } = openRuntime({ mode: 'allow', tools: { deny: ['exec'] } })
  const answers = [await exec('true', { workdir: 'nowhere' }), await exec('true')]
  expect(answers.map(({ status }) => status)).toEqual(['denied', 'denied'])
  expect(answers[0]!.message).toBe(answers[1]!.message)
})

test('a folder that this user may not enter ends the command with the reason, and nothing runs', async () => {
  const { exec, workspace } = openRuntime(FREE)
  const locked = join(workspace, 'locked')
  mkdirSync(locked)
  chmodSync(locked, 0)
  const outcome = await exec('true', { workdir: 'locked' })
  // Root enters anything.
  if (process.getuid?.() === 0) expect(outcome.run?.exitCode).toBe(0)
  else expect(outcome).toMatchObject({ run: { reason: 'spawn-failed', error: { code: 'PROCESS_CWD' } } })
})
