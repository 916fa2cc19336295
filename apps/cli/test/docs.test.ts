import { readFileSync } from 'node:fs'
import { REASON_CODES } from '@poundlock/policy'
import { expect, test } from 'vitest'

test('every reason code is documented, with what it means', () => {
  const page = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8')
  const [, table = ''] = /<!-- reason-codes:start -->([^]*)<!-- reason-codes:end -->/.exec(page) ?? []
  const documented = [...table.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|$/gm)].map(([, code, meaning]) => [code, meaning])
  expect(Object.fromEntries(documented)).toEqual(REASON_CODES)
})
