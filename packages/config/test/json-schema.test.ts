import { expect, test } from 'vitest'
import { configJsonSchema } from '../src/index.ts'

test('the published schema is the one that files are held against', async () => {
  await expect(`${JSON.stringify(configJsonSchema(), null, 2)}\n`).toMatchFileSnapshot('../poundlock.schema.json')
})
