import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changeTrust, loadConfig, readTrust, watchConfig, type ConfigEvent } from '../../src/node/index.ts'

function openPlace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-trust-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const place = {
    workspace: join(root, 'w'),
    stateDirectory: join(root, 'state'),
    organisationFile: join(root, 'organisation.json'),
  }
  mkdirSync(join(place.workspace, '.poundlock'), { recursive: true })
  mkdirSync(place.stateDirectory, { mode: 0o700 })
  const own = join(place.workspace, '.poundlock', 'poundlock.json')
  return { place, own, user: join(place.stateDirectory, 'poundlock.json') }
}

const write = (file: string, value: unknown) =>
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value), { mode: 0o600 })

test('a workspace is trusted with the content that it had, and no more after a change', () => {
  const { place, own } = openPlace()
  const trusted = () => loadConfig(place).sources.map((source) => source.trusted === true)
  write(own, { tools: { exec: { allow: ['make'] } } })
  expect(trusted()).toEqual([false])
  changeTrust(place.stateDirectory, place.workspace, readFileSync(own))
  expect(trusted()).toEqual([true])
  expect(statSync(join(place.stateDirectory, 'trusted-workspaces.json')).mode & 0o777).toBe(0o600)
  write(own, { tools: { exec: { allow: ['make', '*'] } } })
  expect(trusted()).toEqual([false])
  changeTrust(place.stateDirectory, place.workspace, null)
  expect(readTrust(place.stateDirectory).size).toBe(0)
})

test.each(['{', '[]', '{"version":2,"workspaces":{}}', '{"version":1,"workspaces":{"/w":"yes"}}'])(
  'what was trusted is not guessed from %s',
  (text) => {
    const { place, own } = openPlace()
    write(own, {})
    write(join(place.stateDirectory, 'trusted-workspaces.json'), text)
    expect(() => loadConfig(place)).toThrow(/trusted-workspaces\.json/)
  },
)

test('what an organisation lays down holds against the user, who can only be stricter', () => {
  const { place, user } = openPlace()
  write(place.organisationFile, { sandbox: { network: 'off', limits: { processes: 100 } } })
  write(user, { sandbox: { network: 'on', limits: { processes: 500 } } })
  const { resolved } = loadConfig(place)
  expect(resolved.sandbox.network.value).toBe('off')
  expect(resolved.sandbox.limits.processes?.value).toBe(100)
  write(place.organisationFile, { sandbox: { network: 'on' } })
  write(user, {})
  expect(loadConfig(place).resolved.sandbox.network.value).toBe('on')
})

test('a file that breaks while it is followed leaves the last good configuration, and says so', () => {
  const { place, user } = openPlace()
  write(user, { mode: 'prompt' })
  const events: ConfigEvent[] = []
  const watch = watchConfig(place, (event) => events.push(event))
  onTestFinished(() => watch.close())
  write(user, '{"mode": "yolo"}')
  expect(watch.reload()).toMatchObject({ type: 'refused', error: { code: 'CONFIG_INVALID' } })
  expect(watch.current.sources[0]?.document.mode).toBe('prompt')
  write(user, { mode: 'read-only' })
  expect(watch.reload().type).toBe('loaded')
  expect(watch.current.sources[0]?.document.mode).toBe('read-only')
  expect(events.map(({ type }) => type)).toEqual(['refused', 'loaded'])
})

test('a change is noticed without being told', async () => {
  const { place, user } = openPlace()
  write(user, { mode: 'prompt' })
  const { promise, resolve } = Promise.withResolvers<ConfigEvent>()
  const watch = watchConfig(place, resolve, { interval: 20 })
  onTestFinished(() => watch.close())
  write(user, { mode: 'read-only', $schema: 'longer' })
  expect((await promise).config.sources[0]?.document.mode).toBe('read-only')
})

test('what can be read and still not be used is refused, too', () => {
  const { place, user } = openPlace()
  write(user, {})
  let accepts = true
  const accept = () => {
    if (!accepts) throw new Error('an unknown tool')
  }
  const watch = watchConfig(place, () => {}, { accept })
  onTestFinished(() => watch.close())
  accepts = false
  write(user, { mode: 'allow' })
  expect(watch.reload().type).toBe('refused')
  expect(watch.current.sources[0]?.document.mode).toBeUndefined()
})

test.each(['user', 'organisation', 'workspace'] as const)(
  'the file of the %s that is gone while it is followed takes nothing that it denied with it',
  (kind) => {
    const { place, own, user } = openPlace()
    const file = { user, organisation: place.organisationFile, workspace: own }[kind]
    write(file, { tools: { exec: { deny: ['rm'] } } })
    const watch = watchConfig(place, () => {})
    onTestFinished(() => watch.close())
    rmSync(file)
    const event = watch.reload()
    expect(event).toMatchObject({ type: 'refused', error: { message: `${file}: is gone` } })
    expect(watch.current.sources[0]?.document.tools?.exec?.deny).toEqual(['rm'])
    write(file, {})
    expect(watch.reload().type).toBe('loaded')
  },
)
