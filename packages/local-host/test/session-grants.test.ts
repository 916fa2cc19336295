import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { granted } from '../src/approvals/granted.ts'

const GRANT = { kind: 'exact', program: '/bin/ls', folder: '/w', words: [], cwd: '/w' } as const

test('consent for one session holds there, and nowhere else', () => {
  const { grants, keepGrants } = granted(temporaryFolder())
  const given = { agent: 'main', host: 'gateway', by: 'test' }
  keepGrants!([{ grant: GRANT, covers: 'ls' }], { ...given, session: 'one' })
  expect(grants!('main', 'gateway', 'one')).toHaveLength(1)
  expect(grants!('main', 'gateway', 'two')).toEqual([])
  expect(grants!('main', 'gateway')).toEqual([])
  keepGrants!([{ grant: GRANT, covers: 'ls' }], given)
  expect(grants!('main', 'gateway', 'two')).toHaveLength(1)
})
