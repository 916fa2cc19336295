import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenLinks, headingId } from '../docs/markdown-links.ts'
import { workspaceRoot } from '../workspace/list-packages.ts'

const PAGES = globSync(['*.md', 'docs/**/*.md', '{packages,apps}/*/README.md', '{bench,examples}/README.md'], {
  cwd: workspaceRoot,
})

test('every link of the documentation leads to a file, and to a heading in it', () => {
  expect(PAGES.length).toBeGreaterThan(60)
  expect(PAGES.flatMap((page) => brokenLinks(workspaceRoot, page).map((link) => `${page}: ${link}`))).toEqual([])
})

test('links to no file and to no heading are found, and what stands in code is no link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-links-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'b.md'), '# A `code` word\n\n## Twice\n\n## Twice\n\n```sh\n# no heading\n```\n')
  writeFileSync(
    join(folder, 'a.md'),
    '[1](b.md#a-code-word) [2](b.md#twice-1) [3](b.md#no-heading) [4](c.md) [5](#here) `[6](d.md)`\n',
  )
  expect(brokenLinks(folder, 'a.md')).toEqual(['b.md#no-heading', 'c.md', '#here'])
})

test.each([
  ['In front of an agent', 'in-front-of-an-agent'],
  ['`--json`, and why', '--json-and-why'],
  ['RULE_DENY', 'rule_deny'],
])('the heading %s has the id %s', (heading, id) => {
  expect(headingId(heading)).toBe(id)
})
