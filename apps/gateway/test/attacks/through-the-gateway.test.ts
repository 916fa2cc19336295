import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyAuditLog } from '@poundlock/audit/node'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drainAndClose } from '../../src/index.ts'
import { approver, eventsOf, exec, newKey, openWork, watch } from '../support/work-scene.ts'

/** An agent at work, and a person who is shown what it asks. */
async function openAsked() {
  const scene = await openWork()
  const { connection } = await approver(scene)
  const events = eventsOf(connection)
  await watch(connection)
  const next = async (): Promise<any> => (await events.next('approvals.waiting')).data.approval
  const answer = (id: string, decision: string) => connection.call('approvals.answer', { id, decision })
  const run = (command: string, input: object = {}) =>
    exec(scene.agent.connection, scene.session, command, { input }).catch((error: Error) => ({ error, result: null }))
  const has = (name: string) => existsSync(join(scene.workspace, name))
  return { ...scene, person: connection, next, answer, run, has }
}

/** A program that leaves a mark. */
const plant = (file: string, mark: string) => writeFileSync(file, `#!/bin/sh\necho > "${mark}"\n`, { mode: 0o755 })

test('GW-33-b: a program that comes earlier in PATH after the approval does not run', async () => {
  const early = temporaryFolder()
  vi.stubEnv('PATH', `${early}:${process.env['PATH']}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { run, next, answer, has, workspace } = await openAsked()
  const running = run('mkdir made')
  const { id } = await next()
  plant(join(early, 'mkdir'), join(workspace, 'attacked'))
  await answer(id, 'allow-once')
  await running
  expect(has('attacked')).toBe(false)
})

test.each(['a link to another', 'a file with another content', 'gone and made anew'])(
  'GW-35-b: a script that is %s after the approval does not run',
  async (how) => {
    const { run, next, answer, has, workspace } = await openAsked()
    const [script, other] = [join(workspace, 'a.sh'), join(workspace, 'b.sh')]
    plant(script, join(workspace, 'approved'))
    plant(other, join(workspace, 'attacked'))
    const running = run('sh a.sh')
    const { id } = await next()
    if (how !== 'a file with another content') unlinkSync(script)
    if (how === 'a link to another') symlinkSync(other, script)
    else plant(script, join(workspace, 'attacked'))
    await answer(id, 'allow-once')
    expect((await running).result?.status).not.toBe('ran')
    expect([has('approved'), has('attacked')]).toEqual([false, false])
  },
)

test.each([
  ['GW-37-a', "/bin/sh -lc 'touch one'", "/bin/sh -lc 'touch two'"],
  ['GW-37-b', "env nice timeout 5 sh -c 'touch one'", "env nice timeout 5 sh -c 'touch two'"],
  ['GW-37-b', 'env nice timeout 5 touch one', 'env nice timeout 5 chmod 700 one'],
])(
  '%s: what is allowed for good of %s is never its shell or wrapper: %s is asked about',
  async (_id, first, second) => {
    const { run, next, answer, person } = await openAsked()
    const running = run(first)
    const asked = await next()
    const decision = asked.decisions.includes('allow-always') ? 'allow-always' : 'allow-once'
    await answer(asked.id, decision)
    expect((await running).result).toMatchObject({ status: 'ran' })
    const other = run(second)
    const again = await next()
    await answer(again.id, 'deny')
    expect((await other).result).toMatchObject({ status: 'unapproved' })
    const { grants } = (await person.call('grants.list')).result
    for (const { covers } of grants) expect(covers).not.toMatch(/^\S*\/?(?:sh|env|nice|timeout)$/)
  },
)

test.each([
  ['a variable that loads code', { LD_PRELOAD: '/tmp/x.so' }],
  ['the same in small letters', { ld_preload: '/tmp/x.so' }],
  ['another PATH', { PATH: '/tmp' }],
  ['another Path', { Path: '/tmp' }],
  ['a name with an equals sign', { 'A=LD_PRELOAD': 'x' }],
  ['a name with NUL', { 'A\0': 'x' }],
  ['a value with NUL', { A: 'x\0LD_PRELOAD=y' }],
])('GW-38-b: %s does not come with a call that needs no approval', async (_name, env) => {
  const { agent, session, stateFolder } = await openWork()
  const { result } = await exec(agent.connection, session, 'printf %s "$LD_PRELOAD$ld_preload"', { input: { env } })
  if (result?.status === 'ran') expect(JSON.stringify(result.content)).not.toContain('/tmp')
  else expect(result?.status).toMatch(/^(invalid|denied|unapproved)$/)
  expect((await verifyAuditLog(join(stateFolder, 'audit'))).problems).toEqual([])
})

const HIDDEN = '\u202E\u200B\u2066\uFEFF\u{E0100}\u3164\u00A0\u2028\u{E0041}'

test('GW-43-a, GW-44-a: what cannot be seen is said to people in words, in the command and around it', async () => {
  const { run, next, answer, workspace, has } = await openAsked()
  const folder = 'a\nHost: sandbox'
  mkdirSync(join(workspace, folder))
  const running = run(`touch 'made${HIDDEN}'`, { workdir: folder })
  const asked = await next()
  expect(asked.warnings.join('\n')).not.toBe('')
  // People are shown these, whatever surface shows them.
  const shown: readonly string[] = [...asked.warnings, ...asked.reasons]
  for (const line of shown) expect(line).not.toMatch(/[\u202E\u200B\u2066\uFEFF\u3164\u2028\n]/)
  expect(asked.binding.text, 'what runs is what was written').toContain(HIDDEN)
  await answer(asked.id, 'deny')
  expect((await running).result).toMatchObject({ status: 'unapproved' })
  expect(has(join(folder, `made${HIDDEN}`))).toBe(false)
})

test('GW-43-b, GW-43-c: letters that look like others, and words that look like others, are told apart', async () => {
  const { run, next, answer } = await openAsked()
  const texts: string[] = []
  for (const command of ["rmdir 'a b'", 'rmdir a b', '/usr/b\u0456n/rmdir a']) {
    const running = run(command)
    const asked = await Promise.race([next(), running.then(() => null)])
    if (asked === null) continue
    texts.push(asked.binding.text)
    if (command.includes('\u0456')) expect(asked.warnings.join()).toMatch(/U\+0456/i)
    await answer(asked.id, 'deny')
    await running
  }
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.length).toBeGreaterThanOrEqual(2)
})

test('GW-71-a, GW-72-a: hostile fields stay in one line of the audit log, and a changed byte is found', async () => {
  const { agent, session, stateFolder, gateway } = await openWork()
  const forged = '{"seq":1,"type":"run-end"}'
  const lines = [`echo 'a\r\n${forged}\u001b[2J'`, `echo "${forged}"`, "printf '\\033]52;c;eA==\\a'"]
  await Promise.all(lines.map((line) => exec(agent.connection, session, line)))
  await gateway.close()
  const folder = join(stateFolder, 'audit')
  const [segment] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const file = join(folder, segment!)
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain('\u001b')
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => records[0].seq + index))
  const whole = await verifyAuditLog(folder)
  expect(whole.problems).toEqual([])
  const at = text.indexOf('echo', text.length >> 1)
  writeFileSync(file, `${text.slice(0, at)}Echo${text.slice(at + 4)}`)
  expect((await verifyAuditLog(folder)).problems).not.toEqual([])
})

test('GW-77-a: a gateway that stops lets calls that run end, leaves what waits, and closes hundreds of sockets', async () => {
  const { gateway, agent, session, run, next, stateFolder } = await openAsked()
  const sockets = await Promise.all(Array.from({ length: 200 }, () => agent.again()))
  const waiting = run('touch later')
  const { id } = await next()
  const second = await agent.again()
  const begun = eventsOf(second)
  const running = exec(second, session, 'echo begun; sleep 1; echo ended', { stream: true })
  await begun.next('tools.output')
  const drained = drainAndClose(gateway, { budgetMs: 60_000 })
  const ready = await fetch(`http://127.0.0.1:${gateway.port}/readyz`)
  expect(ready.status).toBe(503)
  const late = await Promise.all(
    sockets
      .slice(0, 50)
      .map((socket) =>
        socket.call(
          'tools.call',
          { session, tool: 'exec', input: { command: 'echo x' } },
          { idempotencyKey: newKey() },
        ),
      ),
  )
  for (const { error } of late) expect(error).toMatchObject({ code: 'DRAINING', retryAfterMs: expect.any(Number) })
  expect(new Set(late.map(({ error }) => error?.retryAfterMs)).size, 'not all at one moment').toBeGreaterThan(10)
  expect((await running).result).toMatchObject({ status: 'ran', content: [{ text: 'begun\nended\n' }] })
  expect(await drained).toBe(0)
  expect(new Set(await Promise.all(sockets.map(({ closed }) => closed)))).toEqual(new Set([1001]))
  await waiting
  const request = readFileSync(join(stateFolder, 'approvals', 'requests', `${id}.request.json`), 'utf8')
  expect(JSON.parse(request).id).toBe(id)
})
