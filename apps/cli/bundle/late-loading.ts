import { join } from 'node:path'
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
  'v8',
  'worker_threads',
  'zlib',
] as const

/** Packages that deciding about a command does without: schema compiler, parsers, whatever starts, asks or writes down. */
const PACKAGES = [
  'execa',
  'jsonc-parser',
  're2js',
  '@poundlock/approvals/node',
  '@poundlock/audit/node',
  '@poundlock/egress',
  '@poundlock/jsonrpc',
  '@poundlock/process',
  '@poundlock/process/jobs',
  '@poundlock/tools',
  '@poundlock/workspace-guard',
] as const

/** Folders and files of our packages that most decisions do without; see `PACKAGES`. The beginnings of their paths. */
const FOLDERS = [
  'config/src/schema',
  'plan/src/binding',
  'policy/src/rules/grants',
  'sandbox/src/run',
  'sandbox/src/mount-plan',
  'sandbox-unshare/src/loader',
  'sandbox-unshare/src/pool',
  'sandbox-unshare/src/probe',
  'sandbox-unshare/src/process',
  'sandbox-unshare/src/program',
  'sandbox-unshare/src/renderers',
  'sandbox-unshare/src/seccomp',
  'workspace-guard/src/history',
  'workspace-guard/src/sweep',
] as const

const NAMESPACE = 'late'

/**
 * Loads packages when something of them is used, not when they are imported: a start that decides about `git status`
 * needs no process and no schema compiler. The sources stay as they are, with imports that can be checked.
 */
export const lateLoading: Plugin = {
  name: 'late-loading',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${PACKAGES.join('|')})$`) }, ({ path, namespace, resolveDir }) =>
      namespace === NAMESPACE ? undefined : { path, namespace: NAMESPACE, pluginData: resolveDir },
    )
    build.onResolve({ filter: /^\.\.?\/.+\.ts$/ }, ({ path, importer, namespace, resolveDir }) => {
      const file = join(resolveDir, path)
      const folder = FOLDERS.find((each) => file.includes(`/packages/${each}`))
      if (namespace === NAMESPACE || folder === undefined || importer.includes(`/packages/${folder}`)) return undefined
      return { path: file, namespace: NAMESPACE, pluginData: resolveDir }
    })
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path, pluginData }) => ({
      contents: lateModule(path),
      loader: 'js',
      resolveDir: pluginData as string,
    }))
  },
}

/** What is imported is looked up in the prototype, since the bundler copies own properties at once. */
const lateModule = (path: string): string => `
let loaded
const get = (_, name) => (loaded ??= require(${JSON.stringify(path)}))[name]
module.exports = Object.create(new Proxy({}, { get }))`

/** The same for built-in modules: what the bundle takes for `require` gives one that loads at its first use. */
export const lateBuiltins: string = `
require = ((load, names) => {
  const late = new Map()
  return (name) => {
    const plain = name.replace('node:', '')
    if (!names.includes(plain)) return load(name)
    if (!late.has(plain)) late.set(plain, Object.create(new Proxy({}, { get: (_, key) => load(name)[key] })))
    return late.get(plain)
  }
})(require, ${JSON.stringify(BUILTINS)});`
