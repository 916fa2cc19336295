import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { originOf } from '../workspace/forge.ts'
import { listPackages, workspaceRoot } from '../workspace/list-packages.ts'
import { runCommand } from '../workspace/run-command.ts'

/** Their installed size is limited: they have neither declaration maps nor sources. */
const WITHOUT_SOURCES: readonly string[] = ['@poundlock/plan', '@poundlock/policy', '@poundlock/spec']

interface Manifest {
  readonly keywords?: readonly string[]
  readonly files?: readonly string[]
  readonly scripts?: Readonly<Record<string, string>>
  readonly exports?: unknown
}

const published = listPackages().filter(({ isPublished }) => isPublished)
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

describe('the manifest of each published package', () => {
  test.each(published)('$name says where it comes from, and what it is about', ({ folder }) => {
    const manifest = readManifest(folder)
    expect(manifest).toMatchObject(originOf(relative(workspaceRoot, folder)))
    const { keywords = [] } = manifest
    expect(keywords.length).toBeGreaterThan(4)
    expect(new Set(keywords).size).toBe(keywords.length)
  })

  test.each(published)('$name has a guard against npm publish of its folder', ({ folder }) => {
    expect(readManifest(folder).scripts?.['prepublishOnly']).toBe('node ../../tooling/refuse-publish.mjs')
  })

  test.each(published.filter(({ name, entries }) => entries.length > 0 && !WITHOUT_SOURCES.includes(name)))(
    '$name packs the sources that its maps point at',
    ({ folder }) => {
      expect(readManifest(folder).files).toEqual(expect.arrayContaining(['dist', 'src']))
    },
  )
})

test('npm publish in the folder of a package is refused with the way to a release', async () => {
  const folder = join(workspaceRoot, 'packages', 'jsonrpc')
  // The registry does not exist: without the guard, the command would fail there, and say so.
  const registry = 'http://127.0.0.1:1/'
  const { code, output } = await runCommand('npm', ['publish', '--registry', registry], { cwd: folder })
  expect(code).not.toBe(0)
  expect(output).toContain('Packed tarballs are published')
  expect(output).not.toContain('ECONNREFUSED')
})
