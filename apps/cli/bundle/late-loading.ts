import { createRequire } from 'node:module'
import type { Plugin } from './bundler.ts'

/** Built-in modules that take milliseconds to load, and that most commands do without. */
const BUILTINS = [
  'child_process',
  'crypto',
  'dns/promises',
  'fs/promises',
  'http',
  'net',
  'readline',
  'readline/promises',
  'stream/consumers',
  'timers/promises',
  'worker_threads',
] as const

/** Classes that are made at their first use, from packages that take milliseconds to load. */
const CLASSES: Readonly<Record<string, readonly string[]>> = { ajv: ['Ajv'] }

const NAMESPACE = 'late'
const load = createRequire(import.meta.url)

/**
 * Loads modules when something of them is used, not when they are imported: a start that decides about `git status`
 * needs no cipher and no schema compiler. The sources stay as they are, with imports that can be checked.
 */
export const lateLoading: Plugin = {
  name: 'late-loading',
  setup(build) {
    const names = [...BUILTINS.map((name) => `(?:node:)?${name}`), ...Object.keys(CLASSES)]
    build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path, namespace, resolveDir }) => {
      if (namespace === NAMESPACE) return path in CLASSES ? undefined : { path, external: true }
      return { path, namespace: NAMESPACE, pluginData: resolveDir }
    })
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path, pluginData }) => {
      const classes = CLASSES[path]
      const contents = classes ? lateClasses(path, classes) : lateExports(path)
      return { contents, loader: 'js', resolveDir: pluginData as string }
    })
  },
}

function lateExports(path: string): string {
  const getter = (name: string) =>
    `${JSON.stringify(name)}: { enumerable: true, get: () => load()[${JSON.stringify(name)}] }`
  const names = Object.keys(load(path) as object)
  return `const load = () => require(${JSON.stringify(path)})\nObject.defineProperties(exports, {${names.map(getter).join(',\n')}})`
}

function lateClasses(path: string, names: readonly string[]): string {
  return names
    .map(
      (name) =>
        `exports.${name} = function (...args) { return new (require(${JSON.stringify(path)}).${name})(...args) }`,
    )
    .join('\n')
}
