import type { Plugin } from './bundler.ts'
import { evaluateModule } from './evaluate-module.ts'

/** Modules that hold nothing but data, most of it schemas. */
const MODULES = new RegExp(
  `/(?:${[
    'packages/spec/src/tools/(?:apply-patch|bash|edit-file|exec|glob-search|grep-search|notebook-edit|process|read-file)',
    'packages/spec/src/tools/(?:repl|sandbox-switches|session-tools|sleep|todo-write|web|write-file)',
    'packages/config/src/schema',
    'packages/approvals/src/(?:document/schema|grants/stored-grant|socket/greeting)',
    'src/commands/check-row',
    'src/review/cases-schema',
  ].join('|')})\\.ts$`,
)

/**
 * Builds schemas once, here, instead of at every start. A schema is a JSON document: what TypeBox adds to it is for the
 * types, which are gone by now.
 */
export const readySchemas: Plugin = {
  name: 'ready-schemas',
  setup(build) {
    build.onLoad({ filter: MODULES }, async ({ path }) => {
      const values = Object.entries(await evaluateModule(build.esbuild, path))
      for (const [name, value] of values) if (!isData(value)) throw new Error(`${path}: ${name} is more than data`)
      const contents = values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
      return { contents, loader: 'js' }
    })
  },
}

function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && value !== undefined
  return Object.values(value).every(isData)
}
