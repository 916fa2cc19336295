import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

describe('the approvals of a host', () => {
  test('are laid down by allowlist add, and decide', async () => {
    const scene = openScene()
    scene.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } })
    expect((await scene.run(['check', '--', '/usr/bin/env true'])).code).not.toBe(0)
    const added = await scene.run(['approvals', 'allowlist', 'add', '/usr/bin/touch', '--json'])
    expect(added.json()).toMatchObject({ added: true, agent: 'main', entry: { pattern: '/usr/bin/touch' } })
    const file = join(scene.state, 'exec-approvals.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await scene.run(['check', '--', 'touch made'])).code).toBe(0)
    expect((await scene.run(['approvals', 'allowlist', 'add', '/usr/bin/touch'])).stdout).toMatch(/already/)
    const removed = await scene.run(['approvals', 'allowlist', 'remove', '/usr/bin/touch'])
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringMatching(/removed/) as string })
    expect((await scene.run(['check', '--', 'touch made'])).code).not.toBe(0)
    expect(await scene.run(['approvals', 'allowlist', 'remove', '/usr/bin/touch'])).toMatchObject({ code: 2 })
  })

  test('say when an entry was last used and by what, without secrets', async () => {
    const scene = openScene()
    scene.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } })
    const file = join(scene.state, 'exec-approvals.json')
    const entries = [{ pattern: '/usr/bin/touch' }, { pattern: '/usr/bin/rg' }]
    const text = JSON.stringify({ version: 1, agents: { main: { allowlist: entries } } })
    writeFileSync(file, text, { mode: 0o600 })
    expect((await scene.run(['check', '--', 'touch made'])).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(text)
    const token = `ghp_${'a1B2'.repeat(9)}`
    const ran = await scene.run(['exec', '--', `touch made ${token}`])
    expect(ran.code).toBe(0)
    const { agents } = JSON.parse(readFileSync(file, 'utf8'))
    expect(agents.main.allowlist).toEqual([
      {
        pattern: '/usr/bin/touch',
        lastUsedAt: expect.any(Number),
        lastUsedCommand: expect.stringMatching(/^touch made /),
        lastResolvedPath: '/usr/bin/touch',
      },
      { pattern: '/usr/bin/rg' },
    ])
    expect(readFileSync(file, 'utf8')).not.toContain(token)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('are shown for agents that the document or the configuration names, and of others these are named', async () => {
    const scene = openScene()
    const document = { version: 1, agents: { builder: { ask: 'always' } } }
    writeFileSync(join(scene.state, 'exec-approvals.json'), JSON.stringify(document), { mode: 0o600 })
    scene.configure({ agents: { list: [{ id: 'reviewer' }] } })
    for (const agent of ['main', '*', 'builder', 'reviewer']) {
      expect(await scene.run(['approvals', 'get', '--agent', agent])).toMatchObject({ code: 0 })
    }
    const unknown = await scene.run(['approvals', 'get', '--agent', 'bilder', '--json'])
    expect(unknown).toMatchObject({ code: 2 })
    expect(unknown.json().error.remedy).toBe('Known here: main, *, builder, reviewer.')
  })

  test('are shown with the origin of each value, and without their token', async () => {
    const scene = openScene()
    const document = {
      version: 1,
      socket: { token: 'very secret' },
      defaults: { ask: 'always' },
      agents: { '*': { security: 'allowlist', allowlist: [{ pattern: 'ls\u202E' }] } },
    }
    writeFileSync(join(scene.state, 'exec-approvals.json'), JSON.stringify(document), { mode: 0o600 })
    const shown = await scene.run(['approvals', 'get'])
    expect(shown.stdout).toMatch(/security +allowlist \(agents\.\*\.security\)/)
    expect(shown.stdout).toMatch(/ask +always \(defaults\.ask\)/)
    expect(shown.stdout).not.toMatch(/\u202E|very secret/)
    const { document: printed, resolved } = (await scene.run(['approvals', 'get', '--json'])).json()
    expect(printed.socket.token).toBe('(hidden)')
    expect(resolved.security).toEqual({ value: 'allowlist', origin: 'agents.*.security' })
  })

  test('are set whole, where they are still what they were; a broken document changes nothing', async () => {
    const scene = openScene()
    const input = JSON.stringify({ version: 1, defaults: { security: 'deny' } })
    const { hash } = (await scene.run(['approvals', 'set', '--expect', 'none', '--json', '-'], { input })).json()
    const file = join(scene.state, 'exec-approvals.json')
    const text = readFileSync(file, 'utf8')
    for (const [broken, expected] of [
      ['{not json', hash],
      ['{"version":2}', hash],
      ['{"version":1,"defaults":{"ask":"never"}}', hash],
      [input, 'none'],
      [input, '0'.repeat(64)],
    ] as const) {
      const ran = await scene.run(['approvals', 'set', '--expect', expected, '-'], { input: broken })
      expect(ran).toMatchObject({ code: 2, stdout: '' })
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })

  test.each([
    ['broken', '{not json', 0o600],
    ['of another version', '{"version":99}', 0o600],
    ['readable by others', '{"version":1}', 0o644],
  ])('that are %s stop everything, and are kept', async (_, content, mode) => {
    const scene = openScene()
    const file = join(scene.state, 'exec-approvals.json')
    writeFileSync(file, content, { mode })
    for (const args of [
      ['check', '--', 'ls'],
      ['exec', '--', 'ls'],
      ['approvals', 'allowlist', 'add', 'ls'],
    ]) {
      const ran = await scene.run(args)
      expect(ran.code).toBeGreaterThan(0)
      expect(ran.stderr).toContain(file)
      expect(ran.stdout).toBe('')
    }
    expect(readFileSync(file, 'utf8')).toBe(content)
  })
})
