import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ownerMark } from '@poundlock/state-files/node'
import { expect, test } from 'vitest'
import { openControlGroups } from '../../src/control-groups/control-groups.ts'
import { openGroupPaths } from '../../src/control-groups/group-paths.ts'
import { temporaryFolder } from '../backend/test-sandbox.ts'

test('what was left in another group is found as long as that group is there', () => {
  const folder = temporaryFolder()
  const [own, here, there] = ['own', 'here', 'there'].map((name) => join(folder, name)) as [string, string, string]
  for (const path of [here, there]) mkdirSync(path)
  const places = openGroupPaths(own)
  expect(places.others([here])).toEqual([])
  for (let time = 0; time < 2; time += 1) places.remember([here, there])
  expect(openGroupPaths(own).others([here])).toEqual([there])
  rmSync(there, { recursive: true })
  expect(openGroupPaths(own).others([here])).toEqual([])
  expect(readdirSync(own)).toHaveLength(1)
})

test('a start removes the groups of the dead wherever an earlier one made them, and none of the living', () => {
  const folder = temporaryFolder()
  const elsewhere = join(folder, 'elsewhere')
  const dead = `poundlock-${ownerMark().replace(/\d+$/, '1')}-x`
  const kept = [`poundlock-${ownerMark()}-x`, 'of-somebody-else']
  for (const name of [dead, ...kept]) mkdirSync(join(elsewhere, name), { recursive: true })
  const places = openGroupPaths(join(folder, 'own'))
  places.remember([elsewhere])
  openControlGroups(places)
  expect([dead, ...kept].map((name) => existsSync(join(elsewhere, name)))).toEqual([false, true, true])
})

test('where nothing can be written down, groups are made all the same', () => {
  const file = join(temporaryFolder(), 'missing')
  const places = openGroupPaths(join(file, '\0'))
  places.remember(['/x'])
  expect(places.others([])).toEqual([])
})
