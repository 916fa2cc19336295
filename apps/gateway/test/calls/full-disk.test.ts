import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begin, openKillable, type Killable } from '../support/killable-gateway.ts'
import { eventsOf, exec, newKey } from '../support/work-scene.ts'

/** Only what is started by it sees the disk: it begins with what was in the folder. */
const ON_A_SMALL_DISK = `cp -a "$0" "$0.before"
mount -t tmpfs -o size=700k,mode=0700 none "$0"
cp -a "$0.before/." "$0"
exec "$@"`

const COMMAND = 'echo > ran'

const within = ({ stateFolder }: Killable) => [
  'unshare',
  '--mount',
  '--propagation',
  'private',
  'sh',
  '-ec',
  ON_A_SMALL_DISK,
  stateFolder,
]

/** Fills the disk of the gateway's state to the last byte. @returns the file that does */
function fill(scene: Killable): string {
  const file = join('/proc', String(scene.pid()), 'root', scene.stateFolder, 'filler')
  for (let size = 64 * 1024; size >= 1;) {
    try {
      writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
      size >>= 1
    }
  }
  return file
}

test.skipIf(process.geteuid?.() !== 0 && process.env['CI'] === undefined)(
  'a full disk refuses new calls with RECORD_FAILED, reads go on, and calls run again when there is space (needs to be run as root)',
  async () => {
    const scene = await openKillable()
    const agent = await begin(scene, within(scene))
    const anna = await scene.connect(scene.operator)
    const before = await exec(agent, scene.session, 'echo before')
    expect(before.result).toMatchObject({ status: 'ran' })
    execFileSync('mkfifo', [join(scene.workspace, 'pipe')])
    const other = await scene.connect(scene.agent)
    const events = eventsOf(other)
    const running = exec(other, scene.session, 'cat pipe')
    while ((await events.next('tools.state')).data.state !== 'running');
    const filler = fill(scene)
    for (const round of Array.from({ length: 20 }).keys()) {
      const refused = await exec(agent, scene.session, COMMAND, { key: `refused-${round}` })
      expect(refused.error, JSON.stringify(refused.result)).toMatchObject({ code: 'RECORD_FAILED' })
    }
    expect(existsSync(join(scene.workspace, 'ran'))).toBe(false)
    const created = await agent.call('sessions.create', {}, { idempotencyKey: newKey() })
    expect(created.error).toMatchObject({ code: 'RECORD_FAILED' })
    const reads = [
      await agent.call('gateway.health'),
      await anna.call('gateway.status'),
      await anna.call('sessions.list'),
      await anna.call('sessions.events', { session: scene.session }),
      await anna.call('approvals.list'),
      await anna.call('devices.list'),
      await agent.call('tools.status', { call: { callId: before.result!.callId } }),
    ]
    expect(reads.map(({ error }) => error)).toEqual(reads.map(() => undefined))
    expect(reads.at(-1)!.result).toMatchObject({ state: 'ended', result: { status: 'ran' } })
    // What ran has happened, and is told though it cannot be recorded.
    writeFileSync(join(scene.workspace, 'pipe'), 'done')
    const told = await running
    expect(told.result, JSON.stringify(told.error)).toMatchObject({ status: 'ran', content: [{ text: 'done' }] })
    rmSync(filler)
    const again = await exec(agent, scene.session, COMMAND, { key: 'refused-0' })
    expect(again.result).toMatchObject({ status: 'ran' })
    expect(existsSync(join(scene.workspace, 'ran'))).toBe(true)
  },
  60_000,
)
