import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { execTool, validateToolInput } from '../../src/index.ts'

it('checks each tool against its own schema, also when it is asked again', () => {
  const other = { ...execTool, name: 'other', inputSchema: Type.Object({ url: Type.String() }) }
  for (let round = 0; round < 2; round++) {
    expect(validateToolInput(other, { url: 'x' })).toEqual([])
    expect(validateToolInput(execTool, { url: 'x' })).toHaveLength(2)
    expect(validateToolInput(other, { command: 'x' })).toEqual([{ pointer: '', message: 'the key "url" is missing' }])
  }
})
