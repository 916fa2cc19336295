import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fillSnippets } from '../docs/snippet-blocks.ts'

const here = fileURLToPath(new URL('fixtures', import.meta.url))
const block = (region: string, code: string) =>
  `Before\n\n\`\`\`ts source="snippet.ts#${region}"\n${code}\`\`\`\n\nAfter\n`

test('a marked block is filled with its region, without the indentation around it', () => {
  expect(fillSnippets(block('inner', 'old\n'), here)).toBe(block('inner', "if (answer) {\n  console.log('yes')\n}\n"))
})

test('an empty marked block is filled too', () => {
  expect(fillSnippets(block('inner', ''), here)).toContain('console.log')
})

test('a block without a mark is left alone', () => {
  const page = '```ts\nold\n```\n'
  expect(fillSnippets(page, here)).toBe(page)
})

test('a region that does not exist is an error that names it', () => {
  expect(() => fillSnippets(block('missing', ''), here)).toThrow('snippet.ts has no region missing')
})

test('a region of Python has marks of its own', () => {
  const page = '```python source="snippet.py#greeting"\nold\n```\n'
  expect(fillSnippets(page, here)).toBe('```python source="snippet.py#greeting"\nprint("hello")\n```\n')
})
