import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { LAUNCHER, openScene, ranOf, type Ran, type Scene } from './poundlock.ts'

/**
 * Where user namespaces are switched off, as an administrator does it: the switch is thrown in a user namespace of the
 * test's own, below which none can be made then. Every user may do that where there are any. What contains without
 * them is left out.
 */
async function withoutNamespaces(scene: Scene, args: readonly string[]): Promise<Ran> {
  const script = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
  const words = ['--user', '--map-root-user', 'sh', '-c', script, 'sh', process.execPath, LAUNCHER, ...args]
  return ranOf(
    await execa('unshare', words, {
      cwd: scene.workspace,
      env: { POUNDLOCK_HOME: scene.state, NO_COLOR: '1' },
      stdin: 'ignore',
      reject: false,
      stripFinalNewline: false,
    }),
  )
}

const ONLY = { renderer: 'namespaces' } as const

/** A scene in which nothing else is tried. */
function openBareScene(): Scene {
  const scene = openScene()
  scene.configure({ sandbox: ONLY })
  return scene
}

const REASON = 'User namespaces are switched off (user.max_user_namespaces = 0). Mend: `sysctl -w'

test('where nothing can be contained, exec runs nothing, says why and how to mend it, and records it', async () => {
  const scene = openBareScene()
  const ran = await withoutNamespaces(scene, ['exec', '--', 'touch here'])
  expect(ran).toMatchObject({ code: 66, stdout: '' })
  expect(ran.stderr).toContain('cannot contain the command, so it was not run')
  expect(ran.stderr).toContain(REASON)
  expect(existsSync(join(scene.workspace, 'here'))).toBe(false)
  const records = (await scene.run(['audit', 'tail', '--json'])).lines()
  expect(records).toMatchObject([{ type: 'decision', data: { outcome: 'denied' } }])
})

test('as JSON it is the status unavailable, with the reasons', async () => {
  const ran = await withoutNamespaces(openBareScene(), ['exec', '--json', '--', 'true'])
  expect(ran.code).toBe(66)
  expect(ran.json()).toMatchObject({ status: 'unavailable', run: null, sandbox: { active: false } })
  expect(ran.json().sandbox.fallbackReasons.join('\n')).toContain(REASON)
})

test('check, probe, explain and doctor tell the same', async () => {
  const scene = openBareScene()
  for (const [args, code] of [
    [['check', '--', 'true'], 66],
    [['sandbox', 'probe'], 66],
    [['sandbox', 'explain'], 0],
    [['doctor'], 70],
  ] as const) {
    const ran = await withoutNamespaces(scene, args)
    expect(ran.stdout).toContain(REASON)
    expect(ran.code).toBe(code)
  }
})

test('what a rule denies is denied, and not a question of the sandbox', async () => {
  const scene = openBareScene()
  scene.configure({ sandbox: ONLY, tools: { exec: { deny: ['touch'] } } })
  expect(await withoutNamespaces(scene, ['exec', '--', 'touch here'])).toMatchObject({ code: 64 })
})

test('degraded, a command needs approval; where the mode gives it, it runs with less and says what is missing', async () => {
  const scene = openBareScene()
  scene.configure({ sandbox: { ...ONLY, onUnavailable: 'degrade' } })
  expect(await withoutNamespaces(scene, ['exec', '--', 'touch here'])).toMatchObject({ code: 65 })
  expect(existsSync(join(scene.workspace, 'here'))).toBe(false)
  scene.configure({ mode: 'danger-full-access', sandbox: { ...ONLY, onUnavailable: 'degrade' } })
  const ran = await withoutNamespaces(scene, ['exec', '--', 'touch here'])
  expect(ran.code).toBe(0)
  expect(ran.stderr).toContain(`not contained: ${REASON}`)
  expect(existsSync(join(scene.workspace, 'here'))).toBe(true)
})

test('a workspace cannot ask for less', async () => {
  const scene = openBareScene()
  mkdirSync(join(scene.workspace, '.poundlock'))
  writeFileSync(join(scene.workspace, '.poundlock/poundlock.json'), '{ "sandbox": { "onUnavailable": "degrade" } }')
  expect(await withoutNamespaces(scene, ['exec', '--', 'touch here'])).toMatchObject({ code: 66 })
})
