import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GrantReach } from '@poundlock/approvals'
import type { Grant } from '@poundlock/policy'
import { expect, test } from 'vitest'
import { openRuntime } from '../open-runtime.ts'

/** Somebody says always, with limits, to a line that starts in `deep`; what was kept, and what was shown before. */
async function granted(line: string, limits?: GrantReach) {
  const kept: { grant: Grant; given: object }[] = []
  const shown: string[] = []
  const asked: string[] = []
  const scene = openRuntime(
    { exec: { host: 'gateway', security: 'allowlist' } },
    {
      ask: async (request) => {
        asked.push(request.command)
        if (asked.length > 1) return { answer: 'deny', by: 'test:me' }
        shown.push(...request.always)
        return { answer: 'allow-always', by: 'test:me', ...(limits && { limits }) }
      },
      grants: () => kept.map(({ grant }) => grant),
      keepGrants: (offered, given) => kept.push(...offered.map(({ grant }) => ({ grant, given }))),
    },
  )
  const deep = join(scene.workspace, 'deep')
  mkdirSync(deep)
  for (const folder of [scene.workspace, deep]) writeFileSync(join(folder, 'notes'), 'one\n')
  const run = (command: string, cwd = deep) =>
    scene.runtime.call({ id: 'c', name: 'exec', input: { command } }, { ...scene.context, cwd })
  expect(await run(line)).toMatchObject({ status: 'ran' })
  return { kept, shown, run, workspace: scene.workspace, asked }
}

test('what each scope would cover is shown before it is answered', async () => {
  const { shown, workspace } = await granted('sort -r notes')
  expect(shown).toEqual([
    `sort with no other options than -r, below ${workspace}`,
    `with "folder": sort with no other options than -r, below ${workspace}/deep`,
    `with "exact": exactly this command, in ${workspace}/deep`,
  ])
})

test.each<readonly [string, GrantReach | undefined, readonly string[]]>([
  ['the workspace', undefined, ['deep: sort -r notes', 'deep: sort notes', ': sort -r notes', ': sort notes']],
  ['the folder', { scope: 'folder' }, ['deep: sort -r notes', 'deep: sort notes']],
  ['exactly this', { scope: 'exact' }, ['deep: sort -r notes']],
])('a grant for %s covers that and no more', async (_, limits, covered) => {
  const { run, workspace } = await granted('sort -r notes', limits)
  const found: string[] = []
  for (const place of ['deep', '']) {
    for (const command of [
      'sort -r notes',
      'sort notes',
      'sort -u notes',
      'sort -r ../notes',
      'cd .. && sort -r notes',
    ]) {
      const { status } = await run(command, join(workspace, place))
      if (status === 'ran') found.push(`${place}: ${command}`)
    }
  }
  // From `deep`, a line may also go up into the workspace where that is covered.
  const upward = limits === undefined ? ['deep: sort -r ../notes', 'deep: cd .. && sort -r notes'] : []
  expect(found.toSorted()).toEqual([...covered, ...upward].toSorted())
})

test('the limits are kept with it, and the scope is no part of them', async () => {
  const { kept } = await granted('sort -r notes', { maxUses: 3, expiresAt: 9e12, scope: 'exact' })
  expect(kept).toMatchObject([{ grant: { kind: 'exact' }, given: { maxUses: 3, expiresAt: 9e12, by: 'test:me' } }])
  expect(kept[0]!.given).not.toHaveProperty('scope')
})

test('where nothing can be granted so narrowly, nothing wider is', async () => {
  const { kept, asked, run } = await granted('cd .. && sort -r notes', { scope: 'folder' })
  expect(kept).toEqual([])
  await run('cd .. && sort -r notes')
  expect(asked).toHaveLength(2)
})
