import { readFileSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'
import { lateBuiltins, lateLoading } from './bundle/late-loading.ts'
import { lateTables } from './bundle/late-tables.ts'
import { ownFile, withoutUnusedParts } from './bundle/own-file.ts'
import { readySchemas } from './bundle/ready-schemas.ts'

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
  // Both files are written anew each time; without them, whoever starts the command meanwhile would find none.
  clean: false,
  minify: true,
  define: { POUNDLOCK_VERSION: JSON.stringify(version) },
  outExtension: () => ({ js: '.cjs' }),
} satisfies Options

export default defineConfig([
  {
    ...file,
    entry: { main: 'src/main.ts' },
    target: 'node22',
    // As written: without it, tsup takes imports of built-ins for its own before a plugin sees them.
    removeNodeProtocol: false,
    // From the sources, so that what the packages load later is also loaded later here.
    esbuildOptions(options) {
      options.conditions = ['@poundlock/source']
      // One function of what a module is given, so that the launcher need not put it together at each start.
      options.banner = {
        js: `(function (exports, require, module, __filename, __dirname) { "use strict"; ${lateBuiltins}`,
      }
      options.footer = { js: '})' }
      // The launcher compiles the bundle itself, where there is only `require`.
      options.supported = { 'dynamic-import': false }
    },
    esbuildPlugins: [lateLoading, ownFile, lateTables, readySchemas],
  },
  {
    ...file,
    entry: { 'sandbox-docker': '../../packages/sandbox-docker/src/index.ts' },
    target: 'node22',
    removeNodeProtocol: false,
    esbuildOptions(options) {
      options.conditions = ['@poundlock/source']
    },
    esbuildPlugins: [withoutUnusedParts],
  },
  {
    ...file,
    entry: { mcp: '../../packages/mcp/src/index.ts' },
    target: 'node22',
    removeNodeProtocol: false,
    esbuildOptions(options) {
      options.conditions = ['@poundlock/source']
    },
    esbuildPlugins: [ownFile],
  },
  ...[
    ['channels', '../../packages/channels/src'],
    ['gateway', '../gateway/src'],
    ['node', '../node/src'],
    ['policy-review', '../../packages/policy-review/src'],
    ['tools', '../../packages/tools/src'],
  ].map(([name = '', source]) => ({
    ...file,
    entry: { [name]: `${source}/index.ts` },
    target: 'node22' as const,
    removeNodeProtocol: false,
    esbuildOptions(options: { conditions?: string[] }) {
      options.conditions = ['@poundlock/source']
    },
    // What has a file of its own has it for these, too.
    esbuildPlugins: [ownFile],
  })),
  {
    ...file,
    entry: { ajv: '../../packages/spec/node_modules/ajv/dist/ajv.js' },
    target: 'node22',
  },
  {
    ...file,
    entry: { execa: '../../packages/process/node_modules/execa/index.js' },
    target: 'node22',
    removeNodeProtocol: false,
  },
  {
    ...file,
    entry: { htmlparser2: '../../packages/tools/node_modules/htmlparser2/dist/esm/index.js' },
    target: 'node22',
  },
  {
    ...file,
    entry: { re2js: '../../packages/spec/node_modules/re2js/build/index.js' },
    target: 'node22',
  },
  {
    ...file,
    entry: { poundlock: 'src/launcher.cjs' },
    // For the bundler alone: tsup would have another compiler lower the code, and there is nothing to lower.
    esbuildOptions(options) {
      options.target = 'es5'
    },
  },
])
