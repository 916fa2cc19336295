/**
 * Makes the reference of what the packages export, with TypeDoc: one page for each entry, in `site/api`. Fails where
 * something public has no docstring.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application } from 'typedoc'
import { listPackages, workspaceRoot } from '../../tooling/workspace/list-packages.ts'
import { entryPoints } from './entry-points.ts'
import { undocumented } from './undocumented.ts'

const output = join(import.meta.dirname, '../api')
const entries = entryPoints(listPackages(workspaceRoot))
const app = await Application.bootstrapWithPlugins({
  entryPoints: entries.map(({ source }) => source),
  tsconfig: join(import.meta.dirname, 'tsconfig.json'),
  // Types are checked by the version of TypeScript that the packages are written for.
  skipErrorChecking: true,
  excludeExternals: true,
  excludePrivate: true,
  readme: 'none',
  logLevel: 'Error',
  plugin: ['typedoc-plugin-markdown'],
  outputFileStrategy: 'modules',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  disableGit: true,
  basePath: workspaceRoot,
  sourceLinkTemplate: 'https://github.com/poundlock/poundlock/blob/main/{path}#L{line}',
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
  tableColumnSettings: { hideSources: true },
})
const project = await app.convert()
if (project === undefined) throw new Error('TypeDoc cannot read the packages')
const missing = undocumented(project)
if (missing.length > 0) {
  console.error(`These are public and have no docstring:\n${missing.join('\n')}`)
  process.exit(1)
}
for (const module of project.children ?? []) {
  const entry = entries.find(({ source }) => module.sources?.some(({ fullFileName }) => fullFileName === source))
  if (entry === undefined) throw new Error(`no entry is called ${module.name}`)
  module.name = entry.page
}
rmSync(output, { recursive: true, force: true })
mkdirSync(output)
await app.outputs.writeOutput({ name: 'markdown', path: output }, project)
for (const file of globSync('*.md', { cwd: output })) {
  const entry = entries.find(({ page }) => file === `${page}.md`)
  if (entry === undefined) rmSync(join(output, file))
  else titlePage(join(output, file), entry.specifier)
}

/** A page is called what an importer writes. */
function titlePage(file: string, specifier: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/^# .+$/mu, `# \`${specifier}\``))
}
