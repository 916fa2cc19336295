import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

/** A workspace with something to keep, and a script of its own that nobody has read. */
function openWith(config: object, script: string) {
  const scene = openScene()
  scene.configure(config)
  mkdirSync(join(scene.workspace, 'secrets'))
  writeFileSync(join(scene.workspace, 'secrets/key'), 'key of somebody')
  writeFileSync(join(scene.workspace, 'open'), 'open')
  writeFileSync(join(scene.workspace, 'Makefile'), `test:\n\t@${script}\n`)
  writeFileSync(join(scene.workspace, 'run.sh'), `${script}\n`)
  const kept = () => {
    const key = join(scene.workspace, 'secrets/key')
    return existsSync(key) ? readFileSync(key, 'utf8') : 'gone'
  }
  return { ...scene, kept }
}

const deny = (access: 'read' | 'write', ...paths: string[]) => ({ tools: { fs: { [access]: { deny: paths } } } })
const effects = (...rules: string[]) => ({ tools: { exec: { deny: rules } } })
const GATEWAY = { host: 'gateway', security: 'full', ask: 'on-miss' }

describe('a script in the sandbox is kept from what rules deny', () => {
  test.each<[name: string, config: object, script: string]>([
    ['writing below a folder', deny('write', 'secrets/**'), 'echo x > secrets/key'],
    ['writing to a folder', deny('write', 'secrets'), 'echo x > secrets/key'],
    ['writing to a file', deny('write', 'secrets/key'), 'echo x > secrets/key'],
    ['writing by an absolute path', deny('write', 'secrets/*'), 'echo x > "$PWD/secrets/key"'],
    ['deleting what may not be written', deny('write', 'secrets/**'), 'rm -rf secrets'],
    ['moving its folder away', deny('write', 'secrets/**'), 'mv secrets other'],
    ['a rule on effects', effects('fs.write:secrets/**'), 'echo x > secrets/key'],
    ['a protected path of tools.fs', { tools: { fs: { protectedPaths: ['secrets'] } } }, 'echo x > secrets/key'],
    ['a protected path of the sandbox', { sandbox: { protectedPaths: ['secrets/key'] } }, 'echo x > secrets/key'],
  ])('%s', async (_name, config, script) => {
    for (const command of ['make test', 'sh run.sh']) {
      const scene = openWith(config, `echo begun; ${script} 2>/dev/null; true`)
      // It ran, and was kept from that alone.
      expect(await scene.run(['exec', '--', command])).toMatchObject({ code: 0, stdout: 'begun\n' })
      expect(scene.kept()).toBe('key of somebody')
    }
  })

  test.each<[name: string, config: object]>([
    ['below a folder', deny('read', 'secrets/**')],
    ['a folder', deny('read', 'secrets')],
    ['a file', deny('read', 'secrets/key')],
    ['by a rule on effects', effects('fs.read:secrets/**')],
    ['a hidden path', { sandbox: { hiddenPaths: ['/nowhere'] }, ...deny('read', 'secrets') }],
  ])('reading %s', async (_name, config) => {
    const scene = openWith(config, 'echo begun; cat secrets/key; true')
    const ran = await scene.run(['exec', '--', 'make test'])
    expect(ran.stdout).toContain('begun')
    expect(ran.stdout + ran.stderr).not.toContain('key of somebody')
  })

  test('what is not there yet does not come to be', async () => {
    const scene = openWith(deny('write', 'made/**'), 'mkdir made && echo x > made/a; echo begun')
    expect((await scene.run(['exec', '--', 'make test'])).stdout).toContain('begun')
    expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
  })

  test('everything else goes on without a question', async () => {
    const scene = openWith(deny('write', 'secrets/**'), 'echo x > made; cat open')
    expect(await scene.run(['exec', '--', 'make test'])).toMatchObject({ code: 0, stdout: 'open' })
    expect(readFileSync(join(scene.workspace, 'made'), 'utf8')).toBe('x\n')
  })
})

describe('what no sandbox keeps is asked about, where code runs that nobody has read', () => {
  const host = (config: { tools: { exec?: object; fs?: object } }) => ({
    ...config,
    mode: 'allow',
    tools: { ...config.tools, exec: { ...GATEWAY, ...config.tools.exec } },
  })
  const asked: readonly (readonly [name: string, config: object, command: string])[] = [
    ['deleting, on the host', host(effects('fs.delete')), 'make test'],
    ['deleting in a folder, on the host', host(effects('fs.delete:secrets/**')), 'make test'],
    ['writing, on the host', host(effects('fs.write')), 'make test'],
    ['the network, on the host', host(effects('net.egress:evil.example')), 'make test'],
    ['signals, on the host', host(effects('process.signal')), 'make test'],
    ['files to write, on the host', host(deny('write', 'secrets/**')), 'make test'],
    ['files to read, on the host', host(deny('read', 'secrets/**')), 'make test'],
    ['a script of the workspace, on the host', host(deny('write', 'secrets/**')), './run.sh'],
    ['code in the arguments, on the host', host(deny('read', 'secrets/**')), 'python3 -c 1'],
    ['deleting, contained', effects('fs.delete'), 'make test'],
    ['all writing, contained', effects('fs.write'), 'make test'],
    ['a pattern to write, on the host', host(deny('write', '**/*.pem')), 'make test'],
    ['a pattern to read, on the host', host(deny('read', '**/.env')), 'make test'],
    ['what is asked about, contained', { tools: { fs: { read: { ask: ['secrets'] } } } }, 'make test'],
    ['what is asked about, on the host', host({ tools: { fs: { write: { ask: ['secrets'] } } } }), 'make test'],
    ['the workspace itself, contained', deny('read', '**'), 'make test'],
    [
      'a host, with the network on',
      { ...effects('net.egress:evil.example'), sandbox: { network: 'on' }, mode: 'allow' },
      'make test',
    ],
  ]
  test.each(asked)('%s', async (_name, config, command) => {
    const scene = openWith(config, 'true')
    expect((await scene.run(['check', '--json', '--', command])).json().decision).toBe('ask')
  })

  test('and does not run where nobody is asked', async () => {
    const exec = { host: 'gateway', security: 'full', ask: 'off', deny: ['fs.delete'] }
    const scene = openWith({ mode: 'allow', tools: { exec } }, 'rm secrets/key')
    expect(await scene.run(['exec', '--', 'make test'])).toMatchObject({ code: 64 })
    expect(scene.kept()).toBe('key of somebody')
  })

  test.each(['ls', 'bash -c ls', 'cat open', 'echo x > made'])('%s, which is read whole, is not', async (command) => {
    const scene = openWith({ mode: 'allow', tools: { exec: { ...GATEWAY, deny: ['fs.delete'] } } }, 'true')
    expect((await scene.run(['check', '--json', '--', command])).json().decision).toBe('allow')
  })
})

describe('a path with a wildcard that would protect nothing refuses the load', () => {
  test.each<[key: string, config: object]>([
    ['sandbox.protectedPaths.0', { sandbox: { protectedPaths: ['*.pem'] } }],
    ['sandbox.protectedPaths.1', { sandbox: { protectedPaths: ['a', 'secrets/**'] } }],
    ['sandbox.hiddenPaths.0', { sandbox: { hiddenPaths: ['~/.config/*/token'] } }],
    ['tools.fs.protectedPaths.0', { tools: { fs: { protectedPaths: ['db/?.sql'] } } }],
    [
      'agents.list.0.sandbox.protectedPaths.0',
      { agents: { list: [{ id: 'a', sandbox: { protectedPaths: ['*.pem'] } }] } },
    ],
  ])('%s', async (key, config) => {
    const ran = await openWith(config, 'true').run(['check', '--', 'ls'])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain(`${key}: has a wildcard, which protects nothing`)
  })
})
