import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withoutUnusedParts } from '@poundlock/tooling/dockerode'
import { type BundledPackage, sharedNotices } from '@poundlock/tooling/third-party-notices'
import { defineConfig, type Options } from 'tsup'
import { lateBuiltins, lateLoading } from './bundle/late-loading.ts'
import { lateTables } from './bundle/late-tables.ts'
import { ownFile } from './bundle/own-file.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * The command is one bundle, which starts several times faster than its modules on disk, and a launcher in old syntax,
 * which tells an old Node apart before it would stumble over the bundle.
 */
/** What both files have in common. */
const file = {
  format: 'cjs',
  platform: 'node',
  noExternal: [/.*/],
  splitting: false,
  // Both files are written anew each time; without them, anyone who starts the command meanwhile would find none.
  clean: false,
  minify: true,
  define: { POUNDLOCK_VERSION: JSON.stringify(version) },
  outExtension: () => ({ js: '.cjs' }),
} satisfies Options

/**
 * One function of what a module is given: the launcher compiles these files itself, so that it can keep what it compiled.
 * `exports =` changes nothing: publint guesses the format by words, and finds "import … from" in our sentences.
 *
 * @param beginning code before that of the bundle
 */
function asFunction(options: BuildOptions, beginning = ''): void {
  const parameters = 'exports, require, module, __filename, __dirname'
  options.banner = { js: `(function (${parameters}) { "use strict"; exports = module.exports; ${beginning}` }
  options.footer = { js: '})' }
  // There it has only `require`.
  options.supported = { 'dynamic-import': false }
}

type BuildOptions = Parameters<NonNullable<Options['esbuildOptions']>>[0]

const PAGE = '../control-ui/dist'
const LICENSES_OF_PAGE = '.vite/licenses.json'

const notices = sharedNotices(() => {
  const listed = JSON.parse(readFileSync(join(PAGE, LICENSES_OF_PAGE), 'utf8')) as LicenseOfPage[]
  return listed.map(({ identifier, ...others }) => ({ ...others, license: identifier }))
})

type LicenseOfPage = Omit<BundledPackage, 'license'> & { readonly identifier: string }

/** What is loaded from beside the bundle, when it is used. */
const beside = {
  ...file,
  target: 'node22',
  // As written: without it, tsup takes imports of built-ins for its own before a plugin sees them.
  removeNodeProtocol: false,
  esbuildOptions(options) {
    // From the sources, so that what the packages load later is also loaded later here.
    options.conditions = ['@poundlock/source']
    asFunction(options)
  },
  plugins: [
    {
      // The launcher reads them so. The bundler leaves such characters in regular expressions.
      name: 'ascii',
      renderChunk: (code) => ({
        code: code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      }),
    },
  ],
} satisfies Options

const bundles: readonly Options[] = [
  {
    ...beside,
    // Three bundles of the same sources: what agents start for each call, the answer of a hook, and everything.
    entry: { main: 'src/main.ts', call: 'src/call.ts', hook: 'src/hook.ts' },
    esbuildOptions(options) {
      beside.esbuildOptions(options)
      asFunction(options, lateBuiltins)
    },
    esbuildPlugins: [lateLoading, ownFile, lateTables],
    // The control page, which the gateway serves from beside the program, and the references.
    onSuccess: async () => {
      rmSync('dist/page', { recursive: true, force: true })
      cpSync(PAGE, 'dist/page', { recursive: true, filter: (path) => basename(path) !== '.vite' })
      // The sources say what the man page and the schemas hold.
      execFileSync(process.execPath, ['--conditions=@poundlock/source', 'bundle/write-references.ts', version])
    },
  },
  {
    ...beside,
    entry: { 'sandbox-docker': '../../packages/sandbox-docker/src/index.ts' },
    esbuildPlugins: [withoutUnusedParts],
  },
  {
    ...beside,
    entry: { mcp: '../../packages/mcp/src/index.ts' },
    esbuildOptions(options) {
      beside.esbuildOptions(options)
      // Looking at the servers starts none, and needs neither processes nor HTTP.
      asFunction(options, lateBuiltins)
    },
    esbuildPlugins: [lateLoading, ownFile],
  },
  ...[
    ['agent', '../../packages/agent/src'],
    ['bus-nats', '../../packages/bus/src/nats'],
    ['channels', '../../packages/channels/src'],
    ['gateway', '../gateway/src'],
    ['models', '../../packages/agent/src/ai-sdk'],
    ['node', '../node/src'],
    ['policy-review', '../../packages/policy-review/src'],
    ['tools', '../../packages/tools/src'],
  ].map(([name = '', source]) => ({
    ...beside,
    entry: { [name]: `${source}/index.ts` },
    // What has a file of its own has it for these, too.
    esbuildPlugins: [ownFile],
  })),
  // From this folder, where the names of packages are what the bundler looks up, not what it leaves out.
  { ...beside, entry: { protocol: 'bundle/protocol.ts' } },
  { ...beside, entry: { execa: '../../packages/process/node_modules/execa/index.js' } },
  { ...beside, entry: { htmlparser2: '../../packages/tools/node_modules/htmlparser2/dist/esm/index.js' } },
  { ...beside, entry: { re2js: '../../packages/spec/node_modules/re2js/build/index.js' } },
  {
    ...file,
    entry: { poundlock: 'src/launcher.cjs' },
    // For the bundler alone: tsup would have another compiler lower the code, and there is nothing to lower.
    esbuildOptions(options) {
      options.target = 'es5'
    },
  },
]

export default defineConfig(
  bundles.map((bundle) => ({ ...bundle, esbuildPlugins: [...(bundle.esbuildPlugins ?? []), notices] })),
)
