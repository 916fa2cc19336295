import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAnswer } from './hook/read-answer.ts'
import { openScene } from './poundlock.ts'

/** What is asked about on this machine, without a sandbox. */
const ASKING = { tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } }

test('without prompts, a command that needs an approval is refused at once, with the fix', async () => {
  const scene = openScene()
  scene.configure(ASKING)
  const ran = await scene.run(['exec', '--no-prompts', '--json', '--', 'touch made'])
  expect(ran.code).toBe(65)
  expect(ran.json()).toMatchObject({ status: 'unapproved', approval: { kind: 'fallback', answer: 'deny' } })
  expect(ran.json().decision.fix.map(({ key }: { key?: string }) => key)).toContain('tools.exec.allow')
  expect((await scene.run(['approvals', 'pending', '--json'])).stdout).not.toContain('touch made')
})

test('queued, the request outlives its command, and the same command, made again, gets the answer once', async () => {
  const scene = openScene()
  scene.configure({ ...ASKING, approvals: { unattended: 'queue' } })
  const made = () => scene.run(['exec', '--no-prompts', '--json', '--', 'touch made'])
  const first = (await made()).json()
  expect(first).toMatchObject({ status: 'unapproved', approval: { by: 'queued', answer: 'deny' } })
  const id: string = first.approval.requestId
  expect(first.message).toContain(`poundlock approvals resolve ${id.slice(0, 8)} allow-once`)
  // Still unanswered: no second request.
  expect((await made()).json().approval.requestId).toBe(id)
  expect((await scene.run(['approvals', 'resolve', id, 'allow-once'])).code).toBe(0)
  // An answer holds for exactly this command.
  const other = await scene.run(['exec', '--no-prompts', '--json', '--', 'touch other'])
  expect(other.json()).toMatchObject({ status: 'unapproved' })
  expect((await made()).json()).toMatchObject({ status: 'ran', approval: { requestId: id } })
  expect((await made()).json()).toMatchObject({ status: 'unapproved' })
})

test('a repository has no say in what becomes of unattended calls', async () => {
  const scene = openScene()
  scene.configure(ASKING)
  mkdirSync(join(scene.workspace, '.poundlock'))
  const own = JSON.stringify({ approvals: { unattended: 'queue' } })
  writeFileSync(join(scene.workspace, '.poundlock', 'poundlock.json'), own)
  const ran = await scene.run(['exec', '--no-prompts', '--json', '--', 'touch made'])
  expect(ran.json().approval).toMatchObject({ kind: 'fallback' })
})

test('a hook without prompts refuses what the policy asks about, and says how to allow it', async () => {
  const scene = openScene()
  scene.configure(ASKING)
  const input = JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'touch made' },
    cwd: scene.workspace,
    session_id: 's',
    permission_mode: 'default',
  })
  const asked = await scene.run(['hook', 'claude-code'], { input })
  expect(readAnswer('claude-code', asked)).toBe('ask')
  const refused = await scene.run(['hook', 'claude-code', '--no-prompts'], { input })
  expect(readAnswer('claude-code', refused)).toBe('deny')
  expect(refused.stdout).toContain('tools.exec.allow')
})

test('the hook is installed with its mode, and found again', async () => {
  const scene = openScene()
  const settings = join(scene.root, 'settings.json')
  const install = (...modes: string[]) =>
    scene.run(['hook', 'claude-code', '--install', '--settings', settings, '--json', ...modes])
  expect((await install()).json().changed).toBe(true)
  expect((await install('--no-prompts')).json().changed).toBe(true)
  expect((await install('--no-prompts')).json().changed).toBe(false)
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8'))
  expect(hooks.PreToolUse).toHaveLength(1)
  expect(hooks.PreToolUse[0].hooks[0].command).toMatch(/hook claude-code --no-prompts$/)
  const removed = await scene.run(['hook', 'claude-code', '--uninstall', '--settings', settings, '--json'])
  expect(removed.json().changed).toBe(true)
})
