import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { openScene } from '../poundlock.ts'

test('the plugin of opencode is installed, decides, refuses on every failure, and is removed', async () => {
  needsProgram('git')
  const scene = openScene()
  scene.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', allow: ['git status'], deny: ['rm'] } } })
  const env = { XDG_CONFIG_HOME: join(scene.root, 'config') }
  const file = join(env.XDG_CONFIG_HOME, 'opencode', 'plugin', 'poundlock.js')
  const change = (action: string) => scene.run(['hook', 'opencode', `--${action}`], { env })
  expect(await change('install')).toMatchObject({ code: 0, stdout: expect.stringContaining(`installed: ${file}`) })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await change('install')).stdout).toContain('nothing to do')

  // As opencode loads it and calls it, with the state folder of the scene.
  const copy = join(scene.root, 'plugin.mjs')
  const state = `process.env.POUNDLOCK_HOME = ${JSON.stringify(scene.state)}\n`
  writeFileSync(copy, `${state}${readFileSync(file, 'utf8')}`)
  const { Poundlock } = await import(pathToFileURL(copy).href)
  const before = process.env['POUNDLOCK_HOME']
  try {
    const hooks = await Poundlock({ directory: scene.workspace })
    const call = (tool: string, args: object) =>
      hooks['tool.execute.before']({ tool, sessionID: 's', callID: 'c' }, { args })
    await call('bash', { command: 'git status' })
    await expect(call('bash', { command: 'rm -rf x' })).rejects.toThrow(/rm/)
    await expect(call('server_tool', {})).rejects.toThrow(/does not know/)
    scene.configure('{')
    await expect(call('bash', { command: 'git status' })).rejects.toThrow(/poundlock/)
  } finally {
    if (before === undefined) delete process.env['POUNDLOCK_HOME']
    else process.env['POUNDLOCK_HOME'] = before
  }
  expect((await change('uninstall')).code).toBe(0)
  expect(existsSync(file)).toBe(false)
})

test('a file that is not ours stays as it is', async () => {
  const scene = openScene()
  const mine = join(scene.root, 'mine.js')
  writeFileSync(mine, 'export const Mine = 1\n')
  const link = join(scene.root, 'link.js')
  symlinkSync(mine, link)
  for (const [action, file] of [
    ['install', mine],
    ['uninstall', mine],
    ['install', link],
  ] as const) {
    const ran = await scene.run(['hook', 'opencode', `--${action}`, '--settings', file])
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('is not the plugin of poundlock') })
  }
  expect(readFileSync(mine, 'utf8')).toBe('export const Mine = 1\n')
})
