import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planCommand } from '../../src/index.ts'
import { planWithoutDisk } from '../../src/pure/index.ts'

const PLACE = { cwd: '/w', home: '/home/ann', findExecutable: (name: string) => `/usr/bin/${name}` }

test('a plan without a disk is the one that goes by names alone', () => {
  const corpus = readFileSync(new URL('../corpus/device-files.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  for (const row of corpus) {
    const { command } = JSON.parse(row) as { readonly command: string }
    expect(planWithoutDisk(command, PLACE).plan).toEqual(planCommand(command, PLACE).plan)
  }
})

test('what is known of a repository counts, and links and files are not looked at', () => {
  const folders: string[] = []
  const { plan } = planWithoutDisk('git status && cat /etc/hostname', {
    ...PLACE,
    inspectRepository({ folder }) {
      folders.push(folder)
      return ['what the repository names as core.fsmonitor']
    },
  })
  expect(folders).toEqual(['/w'])
  expect(plan.commands[0]?.profile?.effects).toContainEqual(
    expect.objectContaining({ kind: 'execute', path: 'what the repository names as core.fsmonitor' }),
  )
  expect(plan).not.toHaveProperty('below')
})

test.each([
  [{ cwd: 'w' }, 'cwd is "w", and has to be absolute.'],
  [{ home: '' }, 'home is "", and has to be absolute.'],
])('%j is refused', (given, message) => {
  expect(() => planWithoutDisk('ls', { ...PLACE, ...given })).toThrow(new RangeError(message))
})
