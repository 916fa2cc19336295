import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { claimHost, releaseHost } from '../../src/jobs/host-claim.ts'
import { openJobs, serveJobs, type Jobs } from '../../src/jobs/index.ts'
import { newJobId } from '../../src/jobs/job-id.ts'
import { LAUNCH_AGAIN_MS } from '../../src/jobs/launch-note.ts'
import { hostPid, isAlive, launchHost, newJobs, order } from './fixtures.ts'

const DAY = 86_400_000
const text = (jobs: Jobs, id: string) => Buffer.from(jobs.readLog(id, 0, 1_000_000)).toString()

function opened(limits: object = {}) {
  const made = newJobs(limits)
  onTestFinished(async () => {
    for (const job of await made.jobs.list()) if (job.phase === 'running') await made.jobs.end(job.id).catch(() => {})
    made.jobs.close()
  })
  return made
}

test('a job runs in a process of its own, and its output and its end can be read', async () => {
  const { jobs, folder } = opened()
  const started = await jobs.start(order('echo out; echo err >&2; exit 3'))
  const job = await jobs.wait(started.id, DAY)
  expect(job).toMatchObject({ phase: 'ended', result: { exitCode: 3, exitText: 'exit_code:3', logComplete: true } })
  expect(text(jobs, job!.id).split('\n').toSorted()).toEqual(['', 'err', 'out'])
  expect(jobs.output(job!.id)).toMatchObject({ stdout: 'out\n', stderr: 'err\n', truncated: false })
  expect(hostPid(folder)).not.toBe(process.pid)
})

test('folders and files are for their owner alone', async () => {
  const { jobs, folder } = opened()
  const { id } = await jobs.start(order('true'))
  await jobs.wait(id, DAY)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, id)).mode & 0o777).toBe(0o700)
  for (const name of ['host.sock', ...readdirSync(join(folder, id)).map((file) => join(id, file))]) {
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
  }
})

test('a folder that others can enter, or that is none, is not used, and it is said at once', async () => {
  const { folder, jobs } = newJobs()
  const refused = (message: RegExp) =>
    expect(jobs.start(order('true'))).rejects.toMatchObject({
      code: 'PROCESS_NO_HOST',
      message: expect.stringMatching(message),
    })
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  await refused(/others can get at it/)
  await expect(claimHost(folder)).rejects.toThrow(/others can get at it/)
  if (process.getuid?.() === 0) {
    chmodSync(folder, 0o700)
    chownSync(folder, 1234, 1234)
    await refused(/belongs to user 1234/)
  }
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  await refused(/cannot be written \(EEXIST\)/)
})

test('what is written to a job is read by it, until its input is ended', async () => {
  const { jobs } = opened()
  const { id } = await jobs.start(order('cat; echo done'))
  expect(await jobs.write(id, Buffer.from('one\n'))).toBe(true)
  await vi.waitFor(() => expect(text(jobs, id)).toBe('one\n'), 30_000)
  await jobs.write(id, Buffer.from('two\n'), { end: true })
  expect(await jobs.wait(id, DAY)).toMatchObject({ phase: 'ended' })
  expect(text(jobs, id)).toBe('one\ntwo\ndone\n')
})

test('what a job does not read is not kept without an end, and holds up no other job', async () => {
  const { jobs } = opened()
  for (const terminal of [false, true]) {
    const { id } = await jobs.start(order('stty raw; sleep 1000', { terminal }))
    const write = () => jobs.write(id, new Uint8Array(1024 * 1024))
    await expect(write().then(write).then(write)).rejects.toMatchObject({
      code: 'PROCESS_JOB',
      message: 'The job was refused: it has not read yet what was written to it before.',
    })
    await jobs.end(id)
    expect(await jobs.wait(id, DAY)).toMatchObject({ phase: 'ended' })
  }
})

test('a job is ended with all it started, though it does not want to', async () => {
  const { jobs } = opened()
  const { id } = await jobs.start(order("trap '' TERM; sleep 1000 & echo $!; wait; sleep 1000"))
  await vi.waitFor(() => expect(text(jobs, id)).toMatch(/\d+\n/), 30_000)
  await jobs.end(id)
  expect(await jobs.wait(id, DAY)).toMatchObject({ result: { reason: 'aborted', interrupted: true } })
  expect(isAlive(Number(text(jobs, id)))).toBe(false)
})

test('a job ends at its time-out', async () => {
  const { jobs } = opened()
  const { id } = await jobs.start(order('sleep 1000', { timeoutMs: 50 }))
  expect(await jobs.wait(id, DAY)).toMatchObject({ result: { reason: 'timeout' } })
})

test('what is longer than a host takes is not sent', async () => {
  const { jobs } = newJobs()
  const refusal = { code: 'PROCESS_JOB', message: expect.stringMatching(/^That is too long/) }
  await expect(jobs.start(order('true', { more: ' '.repeat(2 ** 24) }))).rejects.toMatchObject(refusal)
  await expect(jobs.write(newJobId(), new Uint8Array(2 ** 20 + 1))).rejects.toMatchObject(refusal)
})

test('waiting ends after its time, and when it is given up; the job goes on', async () => {
  const { jobs } = opened()
  const { id } = await jobs.start(order('sleep 1000'))
  expect(await jobs.wait(id, 20)).toMatchObject({ phase: 'running' })
  const controller = new AbortController()
  const waiting = jobs.wait(id, DAY, controller.signal)
  controller.abort()
  expect(await waiting).toMatchObject({ phase: 'running' })
})

test('what cannot be started is a job that ended at once, with the reason', async () => {
  const { jobs } = opened()
  const { id } = await jobs.start({ ...order(''), work: { script: '\0' } })
  expect(await jobs.wait(id, DAY)).toMatchObject({ phase: 'ended', result: { reason: 'spawn-failed', exitCode: null } })
})

test('another process sees the jobs of one that ended, and goes on with them', async () => {
  const { jobs, open } = opened()
  const { id } = await jobs.start(order('read line; echo "$line"'))
  jobs.close()
  const others = open()
  expect((await others.list()).map((job) => [job.id, job.phase])).toEqual([[id, 'running']])
  await others.write(id, Buffer.from('still there\n'))
  await others.wait(id, DAY)
  expect(text(others, id)).toBe('still there\n')
  others.close()
})

test('jobs of a host that was killed are ended and said to be lost, and the next one serves', async () => {
  const { jobs, folder } = opened()
  const { id } = await jobs.start(order('echo $$; exec sleep 1000'))
  await vi.waitFor(() => expect(text(jobs, id)).toMatch(/\d+\n/), 30_000)
  const first = hostPid(folder)
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(first)).toBe(false), 30_000)
  expect(await jobs.list()).toMatchObject([{ id, phase: 'lost' }])
  expect(isAlive(Number(text(jobs, id)))).toBe(false)
  const next = await jobs.start(order('echo next'))
  await jobs.wait(next.id, DAY)
  expect(text(jobs, next.id)).toBe('next\n')
})

/** Somebody who takes connections in the place of a host. */
function takingConnections(folder: string, take: (socket: Socket) => void): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const server = createServer(take)
  onTestFinished(() => void server.close())
  return new Promise((resolve) => server.listen(join(folder, 'host.sock'), () => resolve(() => server.close())))
}

test('a host that still takes connections while it ends is not given a job', async () => {
  const { jobs, folder } = opened()
  let taken = 0
  const leave = await takingConnections(folder, (socket) => {
    socket.destroy()
    if (++taken === 5) leave()
  })
  const { id } = await jobs.start(order('echo next'))
  await jobs.wait(id, DAY)
  expect([taken, text(jobs, id)]).toEqual([5, 'next\n'])
})

test('a host that says nothing is no host', async () => {
  const { folder } = newJobs()
  let taken = 0
  await takingConnections(folder, () => void taken++)
  const claim = (await claimHost(folder))!
  onTestFinished(() => releaseHost(folder, claim))
  const jobs = openJobs({ folder, launchHost: () => {}, launchMs: 300 })
  await expect(jobs.start(order('true'))).rejects.toMatchObject({
    code: 'PROCESS_NO_HOST',
    remedy: expect.stringContaining(`Process ${process.pid} serves them and says nothing`),
  })
  expect(taken).toBeGreaterThan(0)
})

test('a job whose host ends while it is asked to start it is not started twice', async () => {
  const { folder } = newJobs()
  const asked: string[] = []
  await takingConnections(folder, (socket) => {
    socket.on('data', (bytes) => {
      const { id, method } = JSON.parse(String(bytes)) as { id: number; method: string }
      asked.push(method)
      if (method === 'start') socket.destroy()
      else socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: null })}\n`)
    })
  })
  const jobs = openJobs({ folder, launchHost: () => {} })
  await expect(jobs.start(order('true'))).rejects.toMatchObject({
    code: 'PROCESS_JOB',
    message: 'The host of jobs ended while it was asked to start one.',
  })
  expect(asked).toEqual(['ping', 'start'])
})

test('what a job of a killed host has left is ended, also when it ended itself since nobody read what it wrote', async () => {
  const { jobs, folder } = opened()
  const script = 'sleep 1000 & echo $!; while echo more; do sleep 0.01; done'
  const { id } = await jobs.start(order(script))
  await vi.waitFor(() => expect(text(jobs, id)).toMatch(/\d+\nmore/), 30_000)
  const left = Number.parseInt(text(jobs, id))
  const leader = (await jobs.get(id))!.pid!
  process.kill(hostPid(folder), 'SIGKILL')
  await vi.waitFor(() => expect([isAlive(leader), isAlive(left)]).toEqual([false, true]), 30_000)
  expect(await jobs.list()).toMatchObject([{ id, phase: 'lost' }])
  expect(isAlive(left)).toBe(false)
})

test('a process that has the number of a lost job’s by now is left alone', async () => {
  const { jobs, folder } = opened()
  const { id } = await jobs.start(order('sleep 1000'))
  const { openJobFolder } = await import('../../src/jobs/job-folder.ts')
  const { settleLost } = await import('../../src/jobs/settle-lost.ts')
  const other = newJobs()
  const copy = openJobFolder(join(other.folder, '..', 'copy'))
  const { pid, createdAt, host } = (await jobs.get(id))!
  copy.create({ ...order('x'), id, createdAt })
  copy.setState(id, { phase: 'running', pid: pid!, pidStart: '1', host: host! })
  await settleLost(copy)
  expect(copy.read(id)).toMatchObject({ phase: 'lost' })
  expect(isAlive(pid!)).toBe(true)
  expect(hostPid(folder)).toBeGreaterThan(1)
})

test('many who come at once launch one host', async () => {
  const { folder } = opened()
  let launched = 0
  const launch = () => {
    launched++
    launchHost(folder)
  }
  const many = Array.from({ length: 20 }, () => openJobs({ folder, launchHost: launch, launchMs: 60_000 }))
  const begin = performance.now()
  await Promise.all(many.map((jobs) => jobs.start(order('true'))))
  for (const jobs of many) jobs.close()
  // One more for each time that a host took too long to serve, as on a busy machine.
  expect(launched).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begin) / LAUNCH_AGAIN_MS))
})

test('of many hosts that start at once, one serves', async () => {
  const { jobs, folder } = opened()
  for (let count = 0; count < 5; count++) launchHost(folder)
  const { id } = await jobs.start(order('sleep 1000'))
  const pid = hostPid(folder)
  expect(await jobs.wait(id, 500)).toMatchObject({ phase: 'running', host: expect.stringContaining(String(pid)) })
  expect(hostPid(folder)).toBe(pid)
})

test('a host without a job and without a client ends, and takes its socket with it', async () => {
  const { jobs, folder } = newJobs({ idleMs: 50 })
  const { id } = await jobs.start(order('true'))
  await jobs.wait(id, DAY)
  const pid = hostPid(folder)
  jobs.close()
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 30_000)
  // Anyone who comes next in the same process, or finds it by its link, is not kept out.
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([id]), 30_000)
})

test('a host that has let go is followed by another one of the same process', async () => {
  const { folder } = newJobs()
  const start = () => Promise.reject(new Error('nothing is started here'))
  const first = await serveJobs({ folder, start })
  expect(await serveJobs({ folder, start })).toBeNull()
  await first?.close()
  const second = await serveJobs({ folder, start })
  expect(second).not.toBeNull()
  await second?.close()
})

test('a host whose folder was taken away leaves the next one its socket', async () => {
  const { folder } = newJobs()
  const start = () => Promise.reject(new Error('nothing is started here'))
  const first = await serveJobs({ folder, start })
  rmSync(folder, { recursive: true })
  const second = await serveJobs({ folder, start })
  await first?.close()
  const jobs = openJobs({ folder, launchHost: () => {} })
  expect(await jobs.start(order('true'))).toMatchObject({ phase: 'ended' })
  jobs.close()
  await second?.close()
})

test('so many jobs run at a time, and so many ended ones are kept', async () => {
  const { jobs } = opened({ maxRunning: 2, keepEnded: 3, keepAtLeastMs: 0 })
  const running = [await jobs.start(order('cat')), await jobs.start(order('cat'))]
  await expect(jobs.start(order('true'))).rejects.toThrow(/too many jobs run already/)
  for (const { id } of running) await jobs.write(id, new Uint8Array(), { end: true })
  for (const { id } of running) await jobs.wait(id, DAY)
  for (let count = 0; count < 4; count++) await jobs.wait((await jobs.start(order(`echo ${count}`))).id, DAY)
  // The end of a job is on disk before others are removed for it.
  await vi.waitFor(async () => {
    const kept = await jobs.list()
    expect(kept.map((job) => text(jobs, job.id))).toEqual(['1\n', '2\n', '3\n'])
  })
})

test('logs of ended jobs have so many bytes in all; the newest is kept whatever it has', async () => {
  const { jobs } = opened({ keepLogBytes: 2500, keepAtLeastMs: 0 })
  for (const bytes of [10, 1000, 1001, 1002])
    await jobs.wait((await jobs.start(order(`yes | head -c ${bytes}`))).id, DAY)
  const sizes = async () => (await jobs.list()).map(({ logSize }) => logSize)
  await vi.waitFor(async () => expect(await sizes()).toEqual([1001, 1002]), 30_000)
  const { id } = await jobs.start(order('yes | head -c 9000'))
  await jobs.wait(id, DAY)
  await vi.waitFor(async () => expect(await sizes()).toEqual([9000]), 30_000)
})

test('of many that end at once, each can be read by the one who waited for it', async () => {
  const { jobs } = opened({ keepEnded: 1 })
  const outputs = await Promise.all(
    Array.from({ length: 30 }, async (_, number) => {
      const { id } = await jobs.start(order(`echo ${number}`))
      const { phase } = (await jobs.wait(id, DAY))!
      return [phase, jobs.output(id)?.stdout]
    }),
  )
  expect(outputs).toEqual(Array.from({ length: 30 }, (_, number) => ['ended', `${number}\n`]))
})

test('a log ends at its limit, and says so; the job goes on', async () => {
  const { jobs } = opened({ maxLogBytes: 1000 })
  const { id } = await jobs.start(order('yes | head -c 100000; echo >&2 end'))
  expect(await jobs.wait(id, DAY)).toMatchObject({ result: { exitCode: 0, logComplete: false }, logSize: 1000 })
  expect(jobs.output(id)?.stderr).toBe('end\n')
})

test('a job that runs is not removed; one that has ended is, whole', async () => {
  const { jobs, folder } = opened()
  const { id } = await jobs.start(order('cat'))
  await expect(jobs.remove(id)).rejects.toThrow(/it runs/)
  await jobs.write(id, new Uint8Array(), { end: true })
  await jobs.wait(id, DAY)
  await jobs.notice(id)
  expect(await jobs.get(id)).toMatchObject({ noticed: true, phase: 'ended' })
  await jobs.remove(id)
  expect(existsSync(join(folder, id))).toBe(false)
  expect(await jobs.get(id)).toBeNull()
  await expect(jobs.write(id, Buffer.from('x'))).rejects.toThrow(/does not run/)
})

test('what is no id of a job reaches no file', async () => {
  const { jobs } = opened()
  for (const id of ['..', '../../etc', 'job_', '', 'job_ZZZZZZZZZZZZZZZZZZZZZZZZ', `${newJobId()}/..`]) {
    expect(await jobs.get(id)).toBeNull()
    expect(() => jobs.readLog(id, 0, 10)).toThrow(/no id of a job/)
    await expect(jobs.remove(id)).rejects.toThrow(/no id of a job/)
  }
})

test('a folder may lie deeper than the name of a socket can say', async () => {
  const { folder } = newJobs()
  const deep = join(folder, 'x'.repeat(120), 'jobs')
  const jobs = openJobs({ folder: deep, launchHost: () => launchHost(deep), launchMs: 60_000 })
  const { id } = await jobs.start(order('echo deep'))
  await jobs.wait(id, DAY)
  expect(text(jobs, id)).toBe('deep\n')
  jobs.close()
})

test('noise on the socket ends that connection, and nothing else', async () => {
  const { jobs, folder } = opened()
  const { id } = await jobs.start(order('sleep 1000'))
  const answers: string[] = []
  const socket = createConnection(join(folder, 'host.sock'))
  socket.on('data', (bytes) => answers.push(bytes.toString()))
  socket.write(
    'no json\n{"jsonrpc":"2.0","id":1,"method":"constructor"}\n{"jsonrpc":"2.0","id":2,"method":"start","params":{"order":{"id":"../x"}}}\n',
  )
  await vi.waitFor(() => expect(answers.join('')).toMatch(/-32700[^]*-32601[^]*-32602/), 30_000)
  socket.destroy()
  expect(await jobs.wait(id, 1)).toMatchObject({ phase: 'running' })
})
