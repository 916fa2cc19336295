import type { SystemFacts } from '@poundlock/sandbox'
import { expect, test } from 'vitest'
import { containerFacts } from '../../src/image/container-facts.ts'
import { systemImage } from '../../src/image/recipes.ts'

const NONE: SystemFacts = {
  folders: [],
  links: [],
  configurationBinds: [],
  configurationLinks: [],
  configurationTexts: [],
  networkTexts: [],
  devices: [],
}

test.each<[string, Partial<SystemFacts>]>([
  ['a small file', { configurationTexts: [['/etc/gitconfig', '[alias]\n\tst = status\n']] }],
  ['a large file', { configurationBinds: [['/etc/gitconfig', 'file', '/etc/gitconfig']] }],
  ['a link', { configurationLinks: [['/etc/gitconfig', '/usr/share/gitconfig']] }],
])('settings of git for the whole machine do not come into a container: %s', (_name, changes) => {
  expect(containerFacts({ ...NONE, ...changes })).toEqual(NONE)
})

test('other configuration does', () => {
  const facts: SystemFacts = {
    ...NONE,
    configurationTexts: [
      ['/etc/os-release', 'ID=x\n'],
      ['/etc/gitconfig', '[user]\n'],
    ],
  }
  const names = systemImage(containerFacts(facts)).map(({ name }) => name)
  expect(names).toContain('etc/os-release')
  expect(names).not.toContain('etc/gitconfig')
})
