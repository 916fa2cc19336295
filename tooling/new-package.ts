/**
 * Lays out a new library in the shape that every package here has.
 *
 *   pnpm exec node tooling/new-package.ts <name> <core|host|kernel|backend> "<description>" [--node]
 *
 * `--node` adds a `./node` entry to a pure package.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { originOf } from './workspace/forge.ts'

const [name, layer, description, ...flags] = process.argv.slice(2)
if (!name || !layer || !description || !['core', 'host', 'kernel', 'backend'].includes(layer)) {
  console.error('usage: node tooling/new-package.ts <name> <core|host|kernel|backend> "<description>" [--node]')
  process.exit(2)
}
const root = fileURLToPath(new URL(`../packages/${name}/`, import.meta.url))
if (existsSync(root)) {
  console.error(`packages/${name} exists already`)
  process.exit(2)
}
const PURE = layer === 'core'
const withNode = flags.includes('--node')

const source = (file: string) => ({
  '@poundlock/source': `./src/${file}.ts`,
  types: `./dist/${file}.d.ts`,
  default: `./dist/${file}.js`,
})
const published = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` })
const entries: Record<string, string> = { '.': 'index', ...(withNode ? { './node': 'node/index' } : {}) }
const map = <T>(build: (file: string) => T) =>
  Object.fromEntries(Object.entries(entries).map(([key, file]) => [key, build(file)]))

const manifest = {
  name: `@poundlock/${name}`,
  version: '0.0.0',
  description,
  keywords: ['poundlock', 'ai-agents', 'security'],
  ...originOf(`packages/${name}`),
  type: 'module',
  sideEffects: false,
  exports: { ...map(source), './package.json': './package.json' },
  files: ['dist', 'src'],
  engines: { node: '>=22.18' },
  scripts: {
    build: 'tsup && tsc -p tsconfig.build.json',
    typecheck: 'tsc',
    prepublishOnly: 'node ../../tooling/refuse-publish.mjs',
  },
  publishConfig: { access: 'public', exports: { ...map(published), './package.json': './package.json' } },
  devDependencies: { '@poundlock/tooling': 'workspace:^', tsup: 'catalog:', vitest: 'catalog:' },
}
const files: Record<string, string> = {
  'package.json': JSON.stringify(manifest, null, 2),
  'turbo.json': JSON.stringify({ extends: ['//'], tags: [layer] }, null, 2),
  'tsconfig.json': JSON.stringify({ extends: '../../tsconfig.json', include: ['src', 'test'] }, null, 2),
  'tsconfig.build.json': JSON.stringify(
    {
      extends: '../../tsconfig.build.json',
      include: ['src'],
      compilerOptions: { rootDir: 'src', outDir: 'dist', ...(PURE && !withNode ? { types: [] } : {}) },
    },
    null,
    2,
  ),
  'tsup.config.ts': `import { library } from '@poundlock/tooling/tsup'\n\nexport default library(${
    withNode ? "['src/index.ts', 'src/node/index.ts']" : ''
  })`,
  'vitest.config.ts': `import { packageTests } from '@poundlock/tooling/vitest'\n\nexport default packageTests`,
  'README.md': firstPage(`@poundlock/${name}`),
  'src/index.ts': 'export {}',
}
if (PURE) {
  // Without Node's types, what a core package must not touch does not compile.
  files['tsconfig.pure.json'] = JSON.stringify(
    { extends: '../../tsconfig.json', include: ['src'], exclude: ['src/node'], compilerOptions: { types: [] } },
    null,
    2,
  )
  const apart = 'tsc -p tsconfig.pure.json'
  Object.assign(manifest.scripts, { typecheck: `${apart} && tsc`, 'typecheck:apart': apart })
  files['package.json'] = JSON.stringify(manifest, null, 2)
}
if (withNode) files['src/node/index.ts'] = 'export {}'
for (const [file, text] of Object.entries(files)) {
  mkdirSync(new URL('.', `file://${root}${file}`), { recursive: true })
  writeFileSync(root + file, `${text}\n`)
}
mkdirSync(`${root}test`, { recursive: true })
execFileSync('oxfmt', [root], { stdio: ['ignore', process.stderr, 'inherit'] })
console.log(`packages/${name}: layer ${layer}; add its keywords, its dependencies and an entry in docs/architecture.md`)

/** The form that every page has. Its example is run by the check of the packages. */
function firstPage(title: string): string {
  return `# ${title}

${description}

\`\`\`sh
npm install ${title}
\`\`\`

## Example

\`\`\`ts run
import * as entry from '${title}'

console.log(Object.keys(entry))
\`\`\`

prints

\`\`\`text
[]
\`\`\`

## API

<!-- generated: api-${name} -->
<!-- end of api-${name} -->

## Limits, and what it is not

-

## More

-`
}
