import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { someOfEach } from '@poundlock/tooling/tries'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectRepository, planCommand } from '../src/index.ts'
import { DiskBudget } from '../src/links/disk-budget.ts'
import { LookedRepositories } from '../src/repository/looked-repositories.ts'

const FILES = 5000
const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-budget-')))

beforeAll(() => {
  mkdirSync(join(workspace, 'many'))
  for (let index = 0; index < FILES; index++) writeFileSync(join(workspace, 'many', `f${index}`), '')
  // Each link leads on through a thousand folders that cancel each other.
  mkdirSync(join(workspace, 'a'))
  for (let index = 0; index < 30; index++) {
    symlinkSync(`${'a/../'.repeat(700)}${index === 0 ? 'a' : `l${index - 1}`}`, join(workspace, `l${index}`))
  }
})
afterAll(() => rmSync(workspace, { recursive: true }))

/** The paths of all effects of a line; `null` for one that is not known. */
function pathsOf(line: string): readonly (string | null)[] {
  const { plan } = planCommand(line, {
    cwd: workspace,
    home: '/home/u',
    workspace,
    findExecutable: (name) => `/usr/bin/${name}`,
    inspectRepository,
  })
  const effects = [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])]
  return effects.map(({ path }) => path)
}

const words = (count: number, word: (index: number) => string) => Array.from({ length: count }, (_, at) => word(at))

test.each([
  ['a few patterns over a large folder', `cat ${words(20, (at) => `many/f${at}*`).join(' ')}`],
  ['a few paths through links', `cat ${words(5, (at) => `l${at}/x`).join(' ')}`],
])('what %s stand for is known', (_title, line) => expect(pathsOf(line)).not.toContain(null))

test.each(
  someOfEach(
    [
      ['thousands of patterns over a large folder', `cat ${words(4000, (at) => `many/f${at}*`).join(' ')}`],
      ['the same in many commands', words(3000, (at) => `cat many/f${at}*`).join('; ')],
      ['the same pattern again and again', `cat ${words(6000, () => 'many/*').join(' ')}`],
      ['thousands of paths through long links', `cat ${words(6000, (at) => `l29/${at}`).join(' ')}`],
      ['the same as redirections', `cat ${words(3000, (at) => `< l29/${at}`).join(' ')}`],
    ],
    ([, line]) => line.includes('l29'),
  ),
)('%s are looked at for a while, and then unknown', (_title, line) => {
  expect(pathsOf(line)).toContain(null)
})

describe('repositories', () => {
  function repository(name: string): { readonly folder: string; readonly config: (text: string) => void } {
    const folder = join(workspace, name)
    for (const part of ['objects', 'refs']) mkdirSync(join(folder, '.git', part), { recursive: true })
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n')
    const config = (text: string): void => writeFileSync(join(folder, '.git/config'), text)
    config('')
    return { folder, config }
  }
  const asked = (folder: string) => ({ folder, areas: ['compares'] as const, home: null, workspace })

  test('are looked at once for a line, however often it uses them', () => {
    const { folder, config } = repository('once')
    const looked = new LookedRepositories(new DiskBudget())
    expect(inspectRepository({ ...asked(folder), looked })).toEqual([])
    config('[core]\n\tfsmonitor = ./x\n')
    expect(inspectRepository({ ...asked(folder), looked })).toEqual([])
    expect(inspectRepository(asked(folder))).toEqual(['what the repository names as core.fsmonitor'])
  })

  test('are looked at for a while, and then unknown', () => {
    const disk = new DiskBudget()
    const looked = new LookedRepositories(disk)
    expect(inspectRepository({ ...asked(repository('first').folder), looked })).toEqual([])
    disk.spend(500_000)
    expect(inspectRepository({ ...asked(repository('second').folder), looked })).toEqual([
      'what repositories within name, which are too many',
    ])
  })

  test('share what a line may look at with its patterns', () => {
    const { folder } = repository('shared')
    const patterns = words(4000, (at) => `many/f${at}*`).join(' ')
    const { plan } = planCommand(`cat ${patterns}; git -C ${folder} status`, {
      cwd: workspace,
      home: '/home/u',
      workspace,
      findExecutable: (name) => `/usr/bin/${name}`,
      inspectRepository,
    })
    const effects = plan.commands.find(({ name }) => name === 'git')!.profile!.effects
    expect(effects).toContainEqual(expect.objectContaining({ kind: 'execute', origin: 'argument' }))
  })
})
