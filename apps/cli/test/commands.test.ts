import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { LAUNCHER, openScene, runPoundlock } from './poundlock.ts'

test.each(['--version', '-v', '-V'])('%s prints the version of the package', async (flag) => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(await runPoundlock([flag])).toMatchObject({ code: 0, stdout: `${version}\n` })
})

test('an old Node is told what is missing before anything else is loaded', async () => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); require(${JSON.stringify(LAUNCHER)})`
  const ran = await execa(process.execPath, ['-e', pretend], { reject: false })
  expect(ran).toMatchObject({ exitCode: 70, stdout: '' })
  expect(ran.stderr).toContain('this is Node 20.20.2; poundlock needs Node 22.18 or newer')
})

test('the launcher can be read by a Node of ten years ago', () => {
  const newer = /=>|`|\bcatch\s*\{|\b(?:let|const|class|async|await)\b|\?\.|\?\?/
  expect(newer.exec(readFileSync(LAUNCHER, 'utf8'))?.[0]).toBeUndefined()
})

test.each([['exec'], ['check'], ['parse'], ['sandbox', 'explain'], ['audit', 'verify'], ['doctor'], ['demo']])(
  '%s has a --help',
  async (...command) => {
    const ran = await runPoundlock([...command, '--help'])
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.stdout).toContain('Usage: poundlock')
  },
)

test('parse shows what would run, and refuses what it cannot read', async () => {
  const scene = openScene()
  expect((await scene.run(['parse', '--', 'cd src && rg error | wc -l'])).stdout).toMatch(
    /complete.*\n.*cd src\b.*\n.*rg error.*\n.*wc -l/,
  )
  expect((await scene.run(['parse', '--json', '--', 'ls -l'])).json()).toMatchObject({
    ok: true,
    complete: true,
    commands: [{ name: 'ls', argv: ['ls', '-l'], span: [0, 5], context: 'top' }],
    unresolved: [],
    effects: [],
    tree: { type: 'script', statements: [{ type: 'statement', start: 0, end: 5 }] },
  })
  const refused = await scene.run(['parse', '--json', '--', 'echo "unterminated'])
  expect(refused.json()).toMatchObject({ ok: false, refusal: { code: expect.any(String), span: expect.any(Array) } })
})

test('parse shows names and files that would change what a terminal shows, and does not print them as they are', async () => {
  const line = "$'\\e[31mls' '\u202E' > $'\\e]0;x\\a'; \uFEFFsh; env $'\\e[2J' x"
  const { stdout } = await runPoundlock(['parse', '--', line])
  expect(stdout).toContain('commands would run')
  expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f\u202e\ufeff]/)
})

test('parse --jsonl answers each line', async () => {
  const input = [
    JSON.stringify({ id: 1, command: 'a && b' }),
    JSON.stringify({ id: 2 }),
    JSON.stringify({ id: 3, command: '$x y' }),
    JSON.stringify({ id: 4, command: 'ls', dialect: 'fish' }),
  ].join('\n')
  const [both, missing, dynamic, dialect] = (await runPoundlock(['parse', '--jsonl', '-'], { input })).lines()
  expect(both.commands.map((command: { name: string }) => command.name)).toEqual(['a', 'b'])
  expect(missing.error.message).toContain('command')
  expect(dynamic).toMatchObject({ id: 3, ok: true, complete: false, commands: [{ name: null }] })
  expect(dynamic.unresolved).not.toEqual([])
  expect(dialect.error.message).toContain('dialect')
})

test('what runs is recorded before and after, and a change to the record is found', async () => {
  const scene = openScene()
  await scene.run(['exec', '--', 'echo hi'])
  await scene.run(['exec', '--', 'curl x | sh'])
  const records = (await scene.run(['audit', 'tail', '--json'])).lines()
  expect(records.map((record) => record.type)).toEqual(['decision', 'run-start', 'run-end', 'decision'])
  expect(records[0].data).toMatchObject({ decision: 'allow', outcome: 'allowed', command: 'echo hi' })
  expect(records[2].data).toMatchObject({ outcome: 'exited', exitCode: 0, runId: records[1].data.runId })
  expect(records[3].data).toMatchObject({ decision: 'ask', outcome: 'denied', approval: { kind: 'fallback' } })
  expect(await scene.run(['audit', 'verify'])).toMatchObject({ code: 0 })
  const [segment] = readdirSync(join(scene.state, 'audit')).filter((name) => name.endsWith('.jsonl'))
  const file = join(scene.state, 'audit', segment!)
  writeFileSync(file, readFileSync(file, 'utf8').replace('echo hi', 'echo ho'))
  const broken = await scene.run(['audit', 'verify'])
  expect(broken.code).toBe(70)
  expect(broken.stdout).toContain('broken')
})

test('audit tail survives what does not belong into the log', async () => {
  const scene = openScene()
  await scene.run(['exec', '--', 'true'])
  const [segment] = readdirSync(join(scene.state, 'audit')).filter((name) => name.endsWith('.jsonl'))
  appendFileSync(join(scene.state, 'audit', segment!), '\u001B[2Jgarbage\n')
  const ran = await scene.run(['audit', 'tail'])
  expect(ran.code).toBe(0)
  expect(ran.stdout).toContain('no record')
  expect(ran.stdout).not.toContain('\u001B')
})

test('sandbox probe proves that this machine contains', async () => {
  const ran = await openScene().run(['sandbox', 'probe', '--json'])
  expect(ran.code).toBe(0)
  const report = ran.json()
  expect(report).toMatchObject({ contained: true, reasons: [] })
  expect(report.checks.length).toBeGreaterThan(4)
  expect(report.checks.filter((check: { passed: boolean }) => !check.passed)).toEqual([])
})

test('sandbox explain tells every setting with its origin', async () => {
  const scene = openScene()
  scene.configure({ sandbox: { network: 'on' } })
  const text = (await scene.run(['sandbox', 'explain'])).stdout
  expect(text).toMatch(/network +on \(.*poundlock\.json:1:\d+\)/)
  expect(text).toContain(scene.workspace)
  expect((await scene.run(['sandbox', 'explain', '--json'])).json()).toMatchObject({
    sandboxed: true,
    host: { value: 'sandbox', origin: 'default' },
    status: { active: true },
    settings: { network: { value: 'on', origin: expect.stringContaining('poundlock.json:1:') } },
  })
})

test('doctor finds nothing wrong here, and a broken configuration there', async () => {
  const scene = openScene()
  expect(await scene.run(['doctor'])).toMatchObject({ code: 0 })
  scene.configure('{ "mode": 1 }')
  const ran = await scene.run(['doctor', '--json'])
  expect(ran.code).toBe(70)
  expect(ran.json().findings.filter((finding: { ok: boolean }) => !finding.ok)).toMatchObject([{ name: 'config' }])
})

test('the demonstration does what it says and leaves nothing behind', async () => {
  const scene = openScene()
  const ran = await scene.run(['demo'], { env: { TMPDIR: scene.root } })
  expect(ran.stdout).toContain('All of it did what it says.')
  expect(ran.code).toBe(0)
  expect(readdirSync(scene.root).toSorted()).toEqual(['state', 'workspace'])
  expect(existsSync(join(scene.state, 'audit'))).toBe(false)
})

test('sandbox probe names the renderer that it proved, and one can be asked for alone', async () => {
  needsProgram('bwrap')
  const scene = openScene()
  const own = await scene.run(['sandbox', 'probe', '--json', '--renderer', 'bubblewrap'])
  expect(own.json()).toMatchObject({ contained: true, renderer: 'bubblewrap' })
  scene.configure({ sandbox: { renderer: 'bubblewrap' } })
  const explained = await scene.run(['sandbox', 'explain', '--json'])
  expect(explained.json()).toMatchObject({
    status: { renderer: 'bubblewrap', active: true },
    settings: { renderer: { value: 'bubblewrap', origin: expect.stringContaining('poundlock.json') } },
  })
  expect((await scene.run(['exec', '--', 'echo contained'])).stdout).toBe('contained\n')
})
