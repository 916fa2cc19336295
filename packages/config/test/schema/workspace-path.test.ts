import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import { WORKSPACE_PATH } from '../../src/schema/workspace-path.ts'

test('takes what is relative and never leaves the workspace, in one line', () => {
  const pattern = new RegExp(WORKSPACE_PATH, 'u')
  const path = fc.array(fc.constantFrom('/', '.', '..', 'a', '~', '\n', '\u2028'), { maxLength: 6 })
  fc.assert(
    fc.property(path, (parts) => {
      const text = parts.join('')
      const isWithin = text !== '' && !text.startsWith('/') && !text.split('/').includes('..')
      expect(pattern.test(text)).toBe(isWithin && !/[\n\u2028]/u.test(text))
    }),
  )
})
