import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operatorWith } from './gateway-operator.ts'
import { openScene } from './poundlock.ts'
import { runGateway } from './running-gateway.ts'

const CONFIGURATION = {
  sandbox: { mode: 'all' },
  agents: { list: [{ id: 'coder', sandbox: { mode: 'all' } }] },
  gateway: { name: 'office', bind: 'loopback', port: 0 },
}
const HOOKS = { before: [{ command: 'touch hooked' }] }
const SERVERS = { files: { command: '/bin/sh', args: ['-c', 'touch served'] } }

test('config.write without admin changes rules, and nothing that starts programs or opens the sandbox', async () => {
  const scene = openScene()
  scene.configure(CONFIGURATION)
  const editor = await operatorWith(await runGateway(scene), ['config.read', 'config.write'])
  const { text, hash } = await editor.request('policy.document', { document: 'config' })
  const save = (document: object | string) =>
    editor.request('policy.save', {
      document: 'config',
      text: typeof document === 'string' ? document : JSON.stringify(document),
      base: hash,
    })
  const attacks: Readonly<Record<string, object | string>> = {
    hooks: { ...CONFIGURATION, hooks: HOOKS },
    mcpServers: { ...CONFIGURATION, mcpServers: SERVERS },
    'another listener': { ...CONFIGURATION, gateway: { ...CONFIGURATION.gateway, bind: '0.0.0.0' } },
    'no sandbox': { ...CONFIGURATION, sandbox: { mode: 'off' } },
    'no sandbox, by leaving it out': { agents: CONFIGURATION.agents, gateway: CONFIGURATION.gateway },
    'no sandbox for one agent': { ...CONFIGURATION, agents: { list: [{ id: 'coder', sandbox: { mode: 'off' } }] } },
    'no sandbox for one agent, by leaving it out': { ...CONFIGURATION, agents: { list: [{ id: 'coder' }] } },
    'no sandbox for all agents': {
      ...CONFIGURATION,
      agents: { ...CONFIGURATION.agents, defaults: { sandbox: { mode: 'off' } } },
    },
    'commands outside the sandbox': { ...CONFIGURATION, tools: { exec: { host: 'gateway' } } },
    'commands of one agent outside the sandbox': {
      ...CONFIGURATION,
      agents: { ...CONFIGURATION.agents, list: [{ id: 'coder', tools: { exec: { host: 'gateway' } } }] },
    },
    approvals: { ...CONFIGURATION, approvals: { timeout: 1 } },
    undo: { ...CONFIGURATION, undo: { enabled: false } },
    'a key in escapes': JSON.stringify({ ...CONFIGURATION, mcpServers: SERVERS }).replace('mcpS', 'mcp\\u0053'),
  }
  for (const [name, attack] of Object.entries(attacks)) {
    await expect(save(attack), name).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const twice = text!.replace('{', '{ "sandbox": { "mode": "off" }, ')
  await expect(save(twice), 'a key that is there twice').rejects.toMatchObject({ code: 'CONFLICT' })
  expect(readFileSync(join(scene.state, 'poundlock.json'), 'utf8')).toBe(text)
  const records = () => {
    const folder = join(scene.state, 'audit')
    const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
  }
  expect(records()).toContain('device-paired')
  expect(records()).not.toContain('policy-saved')
  await save({ ...CONFIGURATION, tools: { exec: { deny: ['rm'] } } })
  expect(readFileSync(join(scene.state, 'poundlock.json'), 'utf8')).toContain('"deny":["rm"]')
  expect(records()).toContain('policy-saved')
})
