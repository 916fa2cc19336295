import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, onTestFinished, test } from 'vitest'
import { keyOf, parseGitConfig } from '../../src/git/index.ts'

const read = (text: string) => {
  const { settings, complete } = parseGitConfig(text)
  return { complete, settings: settings.map((setting) => [keyOf(setting), setting.value]) }
}

/** What git itself makes of a file; `null` where it complains. */
function asked(text: string): readonly (readonly [string, string | null])[] | null {
  needsProgram('git')
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'config'), text)
  try {
    const said = execFileSync('git', ['config', '--file', join(folder, 'config'), '--list', '-z'], { stdio: 'pipe' })
    return said
      .toString()
      .split('\0')
      .slice(0, -1)
      .map((entry) => {
        const line = entry.indexOf('\n')
        return line < 0 ? [entry, null] : [entry.slice(0, line), entry.slice(line + 1)]
      })
  } catch {
    return null
  }
}

test.each([
  '[a]\nb\nC = "x # y" # z\n[D "E\\"f"] g = h\\\n i\n; note\n[j.K]\nl=\\"m\\"\n',
  '[core]\n\tfsmonitor = ./x\n',
  '[core] fsmonitor = ./x\n',
  '[core]fsmonitor=./x',
  '\uFEFF[core]\n\tfsmonitor = x\n',
  '[core]\r\n\tfsmonitor = x\r\n',
  '[a]b=c[d]e=f\n',
  '[a "b c"] [d] e = f\n',
  '[a\t"b"]\nc = d\n',
  '[a "b\\tc"]\nd = e\n',
  '[a]\nb = " c " d  \n',
  '[a]\nb = c\\\n\\\nd\n',
  '[a]\nb = "c\\\nd"\n',
  '[a]\nb = c;d\n',
  '[a]\nb = "c;d" ; e\n',
  '[a]\nb = "" \n',
  '[a]\nb =\n',
  '[a]\nb=c\n\n\n#x\n;y\n[a]\nb=d\n',
  '[A.B]\nC = D\n',
  '[a.b "c"]\nd = e\n',
  '[a-b]\nc-d = e\n',
  '[a]\nb = \\t\\n\\b\\"\\\\\n',
  '[a "b.c"]\nd = e\n',
  '[includeIf "gitdir:/"]\n\tpath = x\n',
  '\uFEFF[core]\thooksPath = "a\\\\b" ; x\n[Core]\nfsMonitor=  x y  \n[include]\npath = on\\\ne\n[alias "x"]\nst = "!a # b"\nempty =\nflag\n[core "sub"]\neditor = a\\tb\n',
])('%j is read as git reads it', (text) => {
  const known = asked(text)
  expect(read(text)).toEqual({ complete: known !== null, settings: known ?? expect.anything() })
})

test('a setting without a section, which git takes and nothing obeys, is not understood', () => {
  expect(asked('b = c\n')).not.toBeNull()
  expect(read('b = c\n').complete).toBe(false)
})

test.each([
  '[a]\n= c\n',
  '[a]\nb = "c\n',
  '[a]\nb = \\x\n',
  '[a]\nb c\n',
  '[ a]\nb = c\n',
  '[a ]\nb = c\n',
  '[a "b]\nc = d\n',
  '[a]\n1b = c\n',
  '[a]\nb # c\n',
  '[]\na = b\n',
  '?? what is this\n',
  '[a]\nb = c\n<<<<<<< HEAD\n',
])('of %j, git complains, and nothing is known', (text) => {
  expect(asked(text)).toBeNull()
  expect(read(text).complete).toBe(false)
})
