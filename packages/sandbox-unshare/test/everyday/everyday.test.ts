import { someOf } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { ANYBODY, isRoot } from '../conformance/escape-suite.ts'
import { findProgram, needs } from '../system-package.ts'
import { configuredRegistry, everyday } from './everyday-ground.ts'

const users: readonly (readonly [who: string, user: number])[] = isRoot
  ? [
      ['a normal user', ANYBODY],
      ['root', 0],
    ]
  : [['a normal user', process.geteuid!()]]

describe.each(someOf(users))('what people do every day works contained, as %s', (_who, user) => {
  test('npm install with only the registry allowed: the project works, and all else is refused', async () => {
    const { url, rule } = await configuredRegistry()
    const project = JSON.stringify({
      name: 'everyday',
      version: '1.0.0',
      type: 'module',
      dependencies: { express: '^5.0.0' },
    })
    const serve = `import express from 'express'
        const server = express().get('/', (_, response) => response.send('served')).listen(0, '127.0.0.1', async () => {
          console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text())
          server.close()
        })`
    const [install, run, elsewhere] = await everyday(
      user,
      { 'package.json': project, 'serve.js': serve },
      [
        'npm install --no-audit --no-fund --no-update-notifier',
        'node serve.js',
        'npm install --no-audit --fetch-retries 0 --registry https://registry.example.net/ is-odd; curl -sS -m 5 https://example.net/',
      ],
      { egress: { rules: [rule] }, env: { npm_config_registry: url } },
    )
    expect(install, install?.stderr).toMatchObject({ code: 0, denials: [] })
    expect(install?.stdout).toMatch(/added \d\d+ packages/)
    expect(run).toMatchObject({ code: 0, stdout: 'served\n' })
    expect(elsewhere?.code).not.toBe(0)
    expect(elsewhere?.denials.map(({ target }) => target)).toEqual(
      expect.arrayContaining(['registry.example.net:443', 'example.net:443']),
    )
  })

  test('npm installs anew what it fetched before, without asking the registry', async () => {
    const { url, rule } = await configuredRegistry()
    const project = JSON.stringify({ name: 'again', version: '1.0.0', dependencies: { 'is-odd': '3.0.1' } })
    const lines = ['npm install --no-audit --no-fund', 'rm -rf node_modules && npm ci --offline --no-audit --no-fund']
    const [install, again] = await everyday(user, { 'package.json': project }, lines, {
      egress: { rules: [rule] },
      env: { npm_config_registry: url },
      keepsCaches: true,
    })
    expect(install, install?.stderr).toMatchObject({ code: 0, denials: [] })
    expect(again, again?.stderr).toMatchObject({ code: 0, denials: [] })
    expect(again?.stdout).toMatch(/added \d packages/)
  })

  test.skipIf(needs('make'))('a C build (needs make)', async () => {
    const compiler = ['cc', 'gcc', 'clang', 'tcc'].find((name) => findProgram(name) !== null)
    expect(compiler, 'no C compiler is installed').toBeDefined()
    const files = {
      Makefile: `CC = ${compiler}\nsum: main.o sum.o\n\t$(CC) -o $@ $^\n%.o: %.c\n\t$(CC) -c -o $@ $<\n`,
      'main.c': '#include <stdio.h>\nint sum(int, int);\nint main(void) { printf("%d\\n", sum(19, 23)); return 0; }\n',
      'sum.c': 'int sum(int a, int b) { return a + b; }\n',
    }
    const [build] = await everyday(user, files, ['make -j2 && ./sum'])
    expect(build, build?.stderr).toMatchObject({ code: 0, denials: [] })
    expect(build?.stdout.trimEnd().split('\n').at(-1)).toBe('42')
  })

  test('a Node test run', async () => {
    const files = {
      'sum.test.mjs': `import { test } from 'node:test'
        import assert from 'node:assert'
        import { createServer } from 'node:http'
        test('adds', () => assert.equal(19 + 23, 42))
        test('serves itself', async () => {
          const server = createServer((_, response) => response.end('yes')).listen(0)
          await new Promise((resolve) => server.once('listening', resolve))
          assert.equal(await (await fetch('http://localhost:' + server.address().port)).text(), 'yes')
          server.close()
        })`,
      'broken.mjs': `import { test } from 'node:test'\ntest('fails', () => { throw new Error('as it must') })`,
    }
    const [passes, fails] = await everyday(user, files, ['node --test', 'node --test broken.mjs'])
    expect(passes, passes?.stdout).toMatchObject({ code: 0 })
    expect(passes?.stdout).toMatch(/pass 2/)
    expect(fails?.code).toBe(1)
  })

  test.skipIf(needs('python3'))('a Python script (needs python3)', async () => {
    const script = `import json, pathlib, sqlite3, subprocess, tempfile
store = sqlite3.connect('store.db')
store.execute('create table numbers (value)')
store.executemany('insert into numbers values (?)', [(19,), (23,)])
store.commit()
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, 'x').write_text('x')
out = subprocess.run(['sh', '-c', 'echo ran'], capture_output=True, text=True).stdout.strip()
print(json.dumps([store.execute('select sum(value) from numbers').fetchone()[0], out]))
`
    const python = findProgram('python3')
    const [run] = await everyday(user, { 'script.py': script }, [`${String(python)} script.py`])
    expect(run, run?.stderr).toMatchObject({ code: 0, stdout: '[42, "ran"]\n', denials: [] })
  })

  test.skipIf(needs('git'))('git commit, branch, merge and log, but no hook (needs git)', async () => {
    const identity = 'git config --global user.name A && git config --global user.email a@example.org'
    const lines = [
      'git init -q -b main .',
      `${identity}; git add -A && git commit -qm one && git switch -qc side && echo b > b && git add b && git commit -qm two &&
       git switch -q main && git merge -q --no-ff -m three side && git log --format=%s | sort | tr '\\n' ' '; git status --porcelain`,
      'echo "#!/bin/sh" > .git/hooks/pre-commit',
    ]
    const [init, commit, hook] = await everyday(user, { a: 'a\n' }, lines)
    expect(init, init?.stderr).toMatchObject({ code: 0 })
    expect(commit, commit?.stderr).toMatchObject({ code: 0, stdout: 'one three two ' })
    expect(hook?.denials).not.toEqual([])
  })
})
