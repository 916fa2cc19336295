import { chmodSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PoundlockError } from '@poundlock/spec'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { startGateway } from '../../src/index.ts'
import { openTestGateway } from '../support/test-gateway.ts'

const start = (stateFolder: string) => startGateway({ stateFolder, name: 'test', version: '0', tcp: null })

/** A state folder in which a gateway has run. */
async function usedState(): Promise<string> {
  const stateFolder = temporaryFolder()
  await (await start(stateFolder)).close()
  return stateFolder
}

const refusal = async (stateFolder: string): Promise<unknown> => {
  try {
    await (await start(stateFolder)).close()
    return 'started'
  } catch (error) {
    return PoundlockError.isInstance(error) ? error.code : error
  }
}

test.each(['identity.json', 'devices.json', 'owner.json'])(
  'a broken %s stops the gateway, and is left as it is (GW-69-b)',
  async (name) => {
    const stateFolder = await usedState()
    const file = join(stateFolder, 'gateway', name)
    const whole = readFileSync(file, 'utf8')
    const value = JSON.parse(whole)
    const broken = [
      '',
      'garbage',
      whole.slice(0, -20),
      '{}',
      JSON.stringify({ ...value, version: 99 }),
      JSON.stringify({ ...value, more: 1 }),
    ]
    for (const text of broken) {
      writeFileSync(file, text)
      expect(await refusal(stateFolder), text.slice(0, 40)).toBe('GATEWAY_STATE')
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
    writeFileSync(file, whole)
    expect(await refusal(stateFolder)).toBe('started')
  },
)

test.each(['identity.json', 'devices.json', 'owner.json'])(
  '%s that is a link, or open to others, stops the gateway (GW-70-a)',
  async (name) => {
    const stateFolder = await usedState()
    const file = join(stateFolder, 'gateway', name)
    chmodSync(file, 0o644)
    expect(await refusal(stateFolder)).toBe('STATE_FILE_UNTRUSTED')
    chmodSync(file, 0o600)
    renameSync(file, `${file}.moved`)
    symlinkSync(`${file}.moved`, file)
    expect(await refusal(stateFolder)).toBe('STATE_FILE_UNTRUSTED')
  },
)

test('a record that names another key than its id stops the gateway', async () => {
  const stateFolder = await usedState()
  const file = join(stateFolder, 'gateway', 'devices.json')
  const value = JSON.parse(readFileSync(file, 'utf8'))
  value.devices[0].publicKey = 'A'.repeat(43)
  writeFileSync(file, JSON.stringify(value))
  expect(await refusal(stateFolder)).toBe('GATEWAY_STATE')
})

test('devices and the id of the gateway outlast a restart', async () => {
  const first = await openTestGateway()
  const device = await first.pair('agent', ['status.read'])
  const { id } = first.gateway
  await first.gateway.close()
  const second = await openTestGateway({ stateFolder: first.stateFolder })
  expect(second.gateway.id).toBe(id)
  const again = await second.connect({
    key: device.key,
    role: 'agent',
    auth: { kind: 'token' },
    credential: device.token,
  })
  expect(again.answered.ok).toBe(true)
  const { devices } = (await (await second.owner()).call('devices.list')).result
  expect(devices.map(({ role }: { role: string }) => role)).toEqual(['operator', 'agent'])
})
