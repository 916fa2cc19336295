import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLocalRegistry } from '../packages/local-registry.ts'
import { inOrder, publishTarballs } from '../packages/publish-tarballs.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { listPackages, type WorkspacePackage, workspaceRoot } from '../workspace/list-packages.ts'
import { runCommand } from '../workspace/run-command.ts'

const published = listPackages().filter(({ isPublished }) => isPublished)
const toPublish = (workspacePackage: WorkspacePackage) => ({ workspacePackage, tarball: '' })

test('a package is published after all that it depends on', () => {
  const groups = inOrder(published.map(toPublish)).map((group) => group.map(({ workspacePackage }) => workspacePackage))
  expect(groups.flat()).toHaveLength(published.length)
  const before = new Set<string>()
  for (const group of groups) {
    for (const { name, folder } of group) {
      const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>
      }
      const ours = Object.keys(dependencies).filter((each) => each.startsWith('@poundlock/'))
      expect(
        ours.filter((each) => !before.has(each)),
        name,
      ).toEqual([])
    }
    for (const { name } of group) before.add(name)
  }
})

test('npm publishes to the local registry and installs from it', async () => {
  const folder = temporaryFolder()
  const manifest = { name: '@poundlock/tried', version: '1.2.3', type: 'module', exports: './index.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'index.js'), 'export const tried = true\n')
  const { stdout } = await runCommand('npm', ['pack', '--silent'], { cwd: folder })
  const registry = await openLocalRegistry()
  try {
    const settings = registry.settingsFor('@poundlock')
    const workspacePackage = { name: manifest.name, folder, isPublished: true, layer: '', entries: [], commands: {} }
    const packed = [{ workspacePackage, tarball: join(folder, stdout.trim()) }]
    expect(await publishTarballs(packed, settings)).toEqual([])
    const consumer = temporaryFolder()
    writeFileSync(join(consumer, 'package.json'), '{"private":true,"type":"module"}')
    const installed = await runCommand('npm', ['install', '--silent', ...settings, '@poundlock/tried@1.2.3'], {
      cwd: consumer,
    })
    expect(installed).toMatchObject({ code: 0 })
    const program = 'console.log((await import("@poundlock/tried")).tried)'
    expect(await runCommand(process.execPath, ['--input-type=module', '-e', program], { cwd: consumer })).toMatchObject(
      { stdout: 'true\n' },
    )
  } finally {
    await registry.close()
  }
})

test('each published package has one changeset of its own until the first release', () => {
  // After `changeset version` there are changelogs instead.
  const missing = published.filter(({ name, folder }) => {
    const changeset = join(workspaceRoot, '.changeset', `${name.split('/')[1]}.md`)
    return !existsSync(changeset) && !existsSync(join(folder, 'CHANGELOG.md'))
  })
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('the workflow of a release publishes with provenance, and without a token', () => {
  const workflow = readFileSync(join(workspaceRoot, '.github/workflows/release.yml'), 'utf8')
  expect(workflow).toContain('id-token: write')
  expect(workflow).toContain('pnpm --silent run release')
  expect(workflow).not.toMatch(/secrets\.|_authToken|NODE_AUTH_TOKEN/u)
})
