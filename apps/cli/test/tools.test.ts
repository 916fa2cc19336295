import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { someOf } from '@poundlock/tooling/tries'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { LAUNCHER, openScene } from './poundlock.ts'

test('tools list names every tool, what it needs, and what the policy keeps from being called', async () => {
  const scene = openScene()
  scene.configure({ tools: { deny: ['group:runtime'] } })
  const { tools } = (await scene.run(['tools', 'list', '--json'])).json()
  expect(tools).toContainEqual(expect.objectContaining({ name: 'Sleep', mayBeCalled: true }))
  expect(tools).toContainEqual(
    expect.objectContaining({ name: 'exec', aliases: ['bash', 'shell'], mayBeCalled: false, why: expect.any(String) }),
  )
})

test('every schema is closed, and is shown under each name of the tool', async () => {
  const scene = openScene()
  const { tools } = (await scene.run(['tools', 'list', '--json'])).json()
  for (const { name, aliases } of someOf<{ name: string; aliases: readonly string[] }>(tools)) {
    for (const known of [name, ...aliases.slice(0, 1)]) {
      const spec = (await scene.run(['tools', 'schema', known, '--json'])).json()
      // It is the same tool as exec, with parameters of its own.
      expect(spec).toMatchObject({
        name: known === 'bash' ? 'bash' : name,
        inputSchema: { type: 'object', additionalProperties: false },
      })
    }
  }
  expect(await scene.run(['tools', 'schema', 'sing'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Known here: exec'),
  })
})

describe('tools call', () => {
  test('takes its input as an argument, from a file and from standard input', async () => {
    const scene = openScene()
    const input = '{"duration_ms":1}'
    writeFileSync(join(scene.workspace, 'input.json'), input)
    for (const [args, given] of [
      [[input], ''],
      [['--input', 'input.json'], ''],
      [['--input', '-'], input],
    ] as const) {
      const ran = await scene.run(['tools', 'call', 'Sleep', ...args, '--json'], { input: given })
      expect(ran).toMatchObject({ code: 0 })
      expect(ran.json()).toMatchObject({ status: 'ran', tool: 'Sleep', output: { structured: { stopped: false } } })
    }
    const written = await scene.run(['audit', 'tail', '--json'])
    expect(written.lines().map(({ type }) => type)).toEqual([
      'decision',
      'tool-end',
      'decision',
      'tool-end',
      'decision',
      'tool-end',
    ])
  })

  test('runs a command as exec does', async () => {
    const scene = openScene()
    const ran = await scene.run(['tools', 'call', 'bash', '{"command":"echo hi; exit 3"}'])
    expect(ran).toMatchObject({ code: 3, stdout: 'hi\n' })
  })

  test.each<[string, readonly string[], number, RegExp]>([
    ['no such tool', ['sing'], 2, /there is no tool "sing"; known here: exec/],
    [
      'an unknown key',
      ['Sleep', '{"duration_ms":1,"deep":true}'],
      2,
      /deep: unknown key "deep"; known here: duration_ms/,
    ],
    ['a missing key', ['Sleep'], 2, /the key "duration_ms" is missing/],
    ['no JSON', ['Sleep', '{duration_ms:1}'], 2, /the input is not JSON: .*\n.*tools schema Sleep shows the keys/],
    ['no object', ['Sleep', '[]'], 2, /expected an object, not a list|expected an object, not an array/],
    ['nothing at all', ['Sleep', ''], 2, /the input is empty/],
    ['input given twice', ['Sleep', '{}', '--input', '-'], 2, /given twice/],
    ['JSON for a file', ['Sleep', '--input', '{"duration_ms":1}'], 2, /names a file, and this is JSON\n.*argument/],
    ['a file that is not there', ['Sleep', '--input', 'none.json'], 2, /none\.json: cannot be read \(ENOENT\)/],
    ['a denied tool', ['Sleep', '{"duration_ms":1}'], 64, /denied/],
  ])('%s is answered with what is wrong', async (title, args, code, message) => {
    const scene = openScene()
    if (title === 'a denied tool') scene.configure({ tools: { deny: ['sleep'] } })
    const ran = await scene.run(['tools', 'call', ...args])
    expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
  })

  test('its input is read as it is: with a mark, from a pipe, and never repaired', async () => {
    const scene = openScene()
    const file = join(scene.workspace, 'input')
    const marked = '\uFEFF{"duration_ms":1}'
    writeFileSync(file, marked)
    expect(await scene.run(['tools', 'call', 'Sleep', '--input', 'input'])).toMatchObject({ code: 0 })
    expect(await scene.run(['tools', 'call', 'Sleep', '--input', '-'], { input: marked })).toMatchObject({ code: 0 })
    const broken = Buffer.concat([Buffer.from('{"message":"a'), Buffer.from([0xff]), Buffer.from('"}')])
    writeFileSync(file, broken)
    for (const args of [
      ['--input', 'input'],
      ['--input', '-'],
      ['--input', '-', '--json'],
    ]) {
      const ran = await scene.run(['tools', 'call', 'SendUserMessage', ...args], { input: broken })
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/not UTF-8/) })
    }
    const line = `"$@" tools call SendUserMessage $'{"message":"a\\xff"}'`
    const ran = await execa('bash', ['-c', line, 'bash', process.execPath, LAUNCHER], {
      cwd: scene.workspace,
      env: { POUNDLOCK_HOME: scene.state },
      reject: false,
    })
    expect(ran).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('not UTF-8') })
  })

  test('what has no end, or is not a file, is not read to the end of the memory', async () => {
    const scene = openScene()
    mkdirSync(join(scene.workspace, 'folder'))
    for (const [path, message] of [
      ['/dev/zero', /is no regular file/],
      ['folder', /is a folder/],
    ] as const) {
      const ran = await scene.run(['tools', 'call', 'Sleep', '--input', path])
      expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) })
    }
    const line = 'head -c 80000000 /dev/zero | tr "\\0" " " | "$@" tools call Sleep --input -'
    const ran = await execa('bash', ['-c', line, 'bash', process.execPath, LAUNCHER], {
      cwd: scene.workspace,
      env: { POUNDLOCK_HOME: scene.state },
      reject: false,
    })
    expect(ran).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/longer than \d+ bytes/) })
  })

  test.each<[string, object, number, RegExp]>([
    ['exec', { command: 'true', workdir: 'nowhere' }, 2, /there is no folder/],
    ['exec', { command: 'true', workdir: 'nowhere', background: true }, 2, /there is no folder/],
    ['bash', { command: 'exit 7' }, 7, /^$/],
    ['bash', { command: 'no-such-command-here' }, 127, /not found/],
    ['bash', { command: 'sleep 5', timeout: 50 }, 67, /timed out after 0.05 seconds/],
    ['REPL', { language: 'node', code: 'x\0' }, 2, /NUL character/],
    ['read_file', { path: 'x'.repeat(5000) }, 2, /at most 4096 characters/],
    ['read_file', { path: 'nowhere' }, 1, /does not exist/],
    ['read_file', { path: '/etc/hostname' }, 65, /outside the workspace/],
    ['write_file', { path: '.git/config', content: '' }, 65, /protected/],
    ['glob_search', { pattern: '[' }, 1, /\[ without a \]/],
    ['NotebookEdit', { notebook_path: 'a.txt', cell_id: 'x', new_source: '' }, 1, /is not a notebook/],
    ['process', { action: 'log', id: 'none' }, 1, /there is no job/],
    ['WebFetch', { url: 'ftp://example.com/' }, 65, /not an http or https address/],
    ['WebFetch', { url: 'docs' }, 2, /"docs" is not an address\nGive a whole address, for example https/],
    ['apply_patch', { patch: 'change the name' }, 2, /no line of it names a file[^]*\*\*\* Begin Patch/],
    ['apply_patch', { patch: '*** Begin Patch\n*** Add File: "a\\056"\n+x\n*** End Patch' }, 65, /denied: the path/],
    ['StructuredOutput', { output: JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown }, 2, /levels deep/],
    ['Sleep', { duration_ms: 1, ['\u001B[31m'.repeat(1000)]: 1 }, 2, /unknown key/],
  ])('%s of %.60j is answered alike in text and as JSON', { timeout: 600_000 }, async (name, input, code, message) => {
    const scene = openScene()
    const args = ['tools', 'call', name, '--input', '-']
    const options = { input: JSON.stringify(input) }
    const text = await scene.run(args, options)
    const json = await scene.run([...args, '--json'], options)
    expect([text.code, json.code]).toEqual([code, code])
    expect(text.stderr + text.stdout).toMatch(message)
    expect(json.json().message).toMatch(code === 7 ? /exit_code:7/ : message)
    // Nothing that a screen would obey, no fault of ours, and no more than can be read.
    // oxlint-disable-next-line no-control-regex
    expect(text.stderr + text.stdout + json.json().message).not.toMatch(/[\u0000-\u0008\u000B-\u001F]|\n +at /)
    expect(text.stderr.length).toBeLessThan(5000)
  })
})

test('what agents read as instructions is a document like others, unless it is said to be protected', async () => {
  const scene = openScene()
  const write = (path: string) => scene.run(['tools', 'call', 'write_file', JSON.stringify({ path, content: 'x' })])
  expect(await write('AGENTS.md')).toMatchObject({ code: 0 })
  scene.configure({ sandbox: { protectedPaths: ['AGENTS.md', 'CLAUDE.md'] } })
  for (const path of ['AGENTS.md', 'CLAUDE.md', 'claude.md', '.cursorrules'])
    expect([path, (await write(path)).code]).toEqual([path, 65])
  const ran = await scene.run(['exec', '--json', '--', 'echo y > CLAUDE.md; echo y > AGENTS.md'])
  expect(ran.json().run.denials.length).toBeGreaterThan(0)
  expect(existsSync(join(scene.workspace, 'CLAUDE.md'))).toBe(false)
  expect(readFileSync(join(scene.workspace, 'AGENTS.md'), 'utf8')).toBe('x')
})
