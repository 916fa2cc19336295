import { expect, test } from 'vitest'
import { landlockRules } from '../../../src/renderers/landlock/landlock-rules.ts'
import { policyFor } from '../../backend/test-sandbox.ts'

const SYSTEM = {
  folders: ['/usr'],
  links: [],
  configurationBinds: [],
  configurationLinks: [],
  configurationTexts: [],
  networkTexts: [],
  devices: ['/dev/null'],
}

test('what the policy grants is granted through no link, what belongs to the system through its own', () => {
  const policy = policyFor('/work', { readPaths: ['/read'], writePaths: ['/write'] })
  const rules = landlockRules(policy, { system: SYSTEM, scratch: ['/scratch'], entryAt: () => 'folder' })
  expect(rules.filter(({ exact }) => exact === true).map(({ path }) => path)).toEqual(['/read', '/write', '/work'])
  expect(rules.map(({ path }) => path)).toEqual(expect.arrayContaining(['/usr', '/dev/null', '/scratch', '/proc']))
})
