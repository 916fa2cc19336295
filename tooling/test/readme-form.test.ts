import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageApis } from '../docs/package-api.ts'
import { readmeExamples } from '../docs/readme-example.ts'
import { listPackages, workspaceRoot } from '../workspace/list-packages.ts'

const published = listPackages().filter(({ isPublished }) => isPublished)
const libraries = published.filter(({ entries }) => entries.length > 0)
const readPage = (folder: string) => readFileSync(join(folder, 'README.md'), 'utf8')
const withoutCode = (page: string) => page.replaceAll(/^```[\s\S]*?^```$/gmu, '')

describe('the page of each published package', () => {
  test.each(libraries)('$name has the form that all have', ({ name, folder }) => {
    const page = readPage(folder)
    const headings = [...withoutCode(page).matchAll(/^##? .+$/gmu)].map(([heading]) => heading)
    expect(headings.filter((heading) => heading !== '## In use')).toEqual([
      `# ${name}`,
      '## Example',
      '## API',
      '## Limits, and what it is not',
      '## More',
    ])
    expect(page).toContain(`\`\`\`sh\nnpm install ${name}\n\`\`\``)
    expect(page).toContain(`<!-- generated: api-${basename(folder)} -->`)
  })

  // The check of the packages runs it from the tarballs, as it stands.
  test.each(libraries)('$name has an example of itself that prints something', ({ name, folder }) => {
    const [example] = readmeExamples(readPage(folder))
    const { program, output } = example ?? { program: '', output: '' }
    expect(program).toContain(`from '${name}`)
    expect(program.split('\n').length).toBeLessThan(14)
    expect(output).not.toBe('')
  })

  // A program that is not run, or of which it is not known what it prints, goes stale without being noticed.
  test.each(published)('$name has no program that is not run', ({ folder }) => {
    const page = readPage(folder)
    const blocks = [...page.matchAll(/^```(?<kind>[^\n]*)\n[\s\S]*?^```$/gmu)].map(({ groups }) => groups!['kind']!)
    expect(blocks.filter((kind) => !['ts run', 'sh', 'console', 'json', 'text'].includes(kind))).toEqual([])
    expect(readmeExamples(page)).toHaveLength(blocks.filter((kind) => kind === 'ts run').length)
  })

  test.each(published)('$name links to whole addresses, since a registry shows the page alone', ({ folder }) => {
    const links = [...withoutCode(readPage(folder)).matchAll(/\]\((?<target>[^)]+)\)/gu)].map(([, target]) => target!)
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((target) => !/^(?:https:\/\/|#)/u.test(target))).toEqual([])
  })
})

test('the table of an API has functions, classes and objects with the first sentence of their docstring', () => {
  const table = packageApis(workspaceRoot).get('api-jsonrpc')
  expect(table).toContain('| `readFrame()` | Reads one frame. |')
  expect(table).toContain('### `@poundlock/jsonrpc/node`')
  expect(table).not.toMatch(/FrameBody|RPC_ERROR_CODES/u)
})
