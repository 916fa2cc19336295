import { flags, helpAndVersion, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, loadsFirst, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { evaluateTasks, worksIn } from './tasks-of-workspace.ts'
import { outsideIsCode, tool } from './tool-of-workspace.ts'

const writesCode = [workspaceCode('configuration and plugins'), WRITES_HERE]
const SERVES_TOO = { kind: 'network', target: null, note: 'serves the workspace' } as const

const viteOptions = [
  flags`-h -v -w -d -l --watch --ssr --minify --sourcemap --emptyOutDir --app --force --strictPort --clearScreen --debug`,
  values`-m --mode --base --target --logLevel --assetsInlineLimit --port`,
  values('--outDir --assetsDir', 'write-tree'),
  unevaluatedValues`-c --config --configLoader --filter -f --host --open --ssrManifest --manifest --profile --cors`,
]
const vite = (always: CommandTable['always']) =>
  tool(
    'vite: command line interface; its configuration and plugins are code',
    'configuration',
    viteOptions,
    always ? { always } : {},
  )

const nextOptions = [
  flags`-h -v -d -w --debug --profile --no-lint --no-mangling --turbo --turbopack --webpack --experimental-app-only --experimental-debug-memory-usage --verbose --strict --quiet --fix --no-cache`,
  values`-p --port --max-warnings`,
  unevaluatedValues`-H --hostname -c --config --experimental-https-key --experimental-https-cert --experimental-https-ca --ext --rulesdir --resolve-plugins-relative-to -o --output-file --cache-location --inspect`,
]

/** What turns the code of a workspace into what a browser or a server runs. Their configuration is code too. */
export const bundlers: Readonly<Record<string, CommandTable>> = {
  webpack: tool(
    'webpack-cli: -c, -r, --plugins and loaders on the line are code',
    'configuration and loaders',
    [
      flags`-h -v -w --watch --progress --json --no-color --color --fail-on-warnings --no-stats --bail --no-devtool`,
      values`--mode -t --target --stats -d --devtool --name --config-name --config-node-env --node-env`,
      values('-o --output-path', 'write-tree'),
      unevaluatedValues`-c --config -r --require --plugins --entry --env --module-bind --define-process-env-node-env --disable-interpret --extends --analyze`,
    ],
    {
      always: writesCode,
      subcommands: {
        'build bundle b': tool(
          'webpack-cli build',
          'configuration',
          [flags`-w --watch --progress`, values`--mode --stats --name --node-env`],
          { always: writesCode },
        ),
        'version v info i': tool('webpack-cli info', 'configuration', [], {}),
      },
      operands: { none: [] },
    },
  ),
  vite: {
    ...vite([...writesCode, SERVES_TOO]),
    subcommands: {
      build: vite(writesCode),
      'preview dev serve': vite([...writesCode, SERVES_TOO]),
      optimize: vite(writesCode),
    },
    operands: { none: [] },
  },
  ng: {
    source: 'angular.dev, CLI reference: other builders and targets are not judged',
    style: 'exact',
    evaluate: loadsFirst('the CLI that the workspace has installed'),
    options: [helpAndVersion],
    subcommands: {
      'build b test t lint': tool(
        'angular.dev, CLI reference: ng build, ng test, ng lint',
        'angular.json and the code of the project',
        [
          flags`--watch --no-watch --aot --no-aot --source-map --no-source-map --code-coverage --no-code-coverage --progress --no-progress --verbose --stats-json --named-chunks --optimization --fix --no-interactive --force --quiet`,
          values`-c --configuration --browsers --include --exclude --filter --format --max-warnings`,
          values('--output-path', 'write-tree'),
        ],
        { operands: { rest: 'nothing' }, always: writesCode },
      ),
    },
  },
  rollup: tool(
    'rollup: command line; -c, -p and --configPlugin load code',
    'configuration',
    [
      flags`-h -v -w -m --watch --silent --sourcemap --no-strict --failAfterWarnings --no-treeshake --preserveModules --compact --bundleConfigAsCjs`,
      values`-f --format -n --name -g --globals -e --external --exports --logLevel --amd.id --environment`,
      values('-i --input', 'read'),
      // Without a value it is rollup.config.js; another file of the workspace is read as an operand.
      optionals`-c --config`,
      values('-o --file -d --dir', 'write-tree'),
      unevaluatedValues`-p --plugin --configPlugin --watch.onStart --watch.onEnd --watch.onBundleStart --watch.onBundleEnd --watch.onError --configImportAttributesKey --stdin --filterLogs`,
    ],
    { always: writesCode },
  ),
  esbuild: {
    source:
      'esbuild: API, command line; it runs no code of the workspace; --serve listens, --inject and --tsconfig name files',
    style: 'exact',
    options: [
      flags`--help --version --bundle --minify --minify-whitespace --minify-identifiers --minify-syntax --splitting --watch --keep-names --preserve-symlinks --allow-overwrite --analyze --ignore-annotations`,
      optionals`--sourcemap`,
      values`--format --platform --target --log-level --log-limit --legal-comments --charset --color --global-name --jsx --jsx-factory --jsx-fragment --tree-shaking --packages --sources-content --main-fields --conditions --entry-names --chunk-names --asset-names --drop --supported --line-limit`,
      values('--outfile --metafile', 'write'),
      values('--outdir', 'write-tree'),
      unevaluatedValues`--serve --servedir --inject --tsconfig --tsconfig-raw --outbase --certfile --keyfile --abs-working-dir --node-paths --banner --footer --mangle-cache --source-root`,
    ],
    operands: 'read-tree',
    always: [{ kind: 'file-read', target: '.', recursive: true }],
  },
  'tsup tsdown': tool(
    'tsup: command line; its configuration is code',
    'configuration',
    [
      flags`-h -v --dts --dts-only --minify --sourcemap --clean --splitting --no-splitting --no-config --treeshake --silent --watch --shims --legacy-output --metafile --no-clean --no-dts`,
      values`--format --target --platform --external --no-external --global-name`,
      values('-d --out-dir', 'write-tree'),
      unevaluatedValues`--config -c --tsconfig --onSuccess --on-success --inject --publicDir --public-dir --plugin --env --define --entry --jsxFactory`,
    ],
    { always: writesCode },
  ),
  swc: tool(
    'swc: command line',
    'plugins',
    [
      flags`-h -V -s -w -D -q -l --watch --source-maps --sync --copy-files --include-dotfiles --log-watch-compilation --quiet --no-swcrc --strip-leading-paths`,
      values`--extensions --only --ignore --workers --env-name --root-mode --source-map-target`,
      values('-o --out-file', 'write'),
      values('-d --out-dir', 'write-tree'),
      unevaluatedValues`-C --config --config-file -f --filename --cli-config-file --source-root --source-file-name --out-file-extension --trace-out-file --log-level`,
    ],
    {
      always: writesCode,
      subcommands: {
        compile: tool(
          'swc compile',
          'plugins',
          [flags`-s -w -D -q`, values('-d --out-dir', 'write-tree'), values('-o --out-file', 'write')],
          { always: writesCode },
        ),
      },
    },
  ),
  babel: tool(
    'babel: command line; presets and plugins are code',
    'configuration and plugins',
    [
      flags`-h -V -s -w -D --watch --source-maps --copy-files --no-copy-ignored --verbose --quiet --no-babelrc --no-comments --compact --minified --relative --retain-lines --skip-initial-build --include-dotfiles`,
      values`-x --extensions --only --ignore --env-name --root-mode --out-file-extension`,
      values('-o --out-file', 'write'),
      values('-d --out-dir', 'write-tree'),
      unevaluatedValues`--config-file --presets --plugins -f --filename --external-helpers --auxiliary-comment-before --source-root --module-root --parser-opts --generator-opts`,
    ],
    { always: writesCode },
  ),
  next: {
    source: 'next: command line interface',
    style: 'exact',
    options: [flags`--version --help -v -h`],
    // Bare, it is `next dev`.
    refine: (call) => {
      if (!call.has('--version --help -v -h')) call.effects.push(...writesCode, SERVES_TOO)
    },
    subcommands: {
      'build lint typegen info': tool('next build', 'configuration and pages', nextOptions, {
        always: [...writesCode, CONTACTS_SOME],
      }),
      'dev start': tool('next dev', 'configuration and pages', nextOptions, { always: [...writesCode, SERVES_TOO] }),
    },
  },
  'nuxt nuxi astro': {
    source: 'nuxt, astro: command line',
    style: 'exact',
    options: [flags`--version --help`],
    subcommands: {
      'build generate check typecheck prepare sync': tool(
        'nuxt build, astro build',
        'configuration and pages',
        [
          flags`--silent --verbose --prerender --no-prerender --dry-run --watch --noSync`,
          values`--mode --logLevel --preset --minimumFailingSeverity --minimumSeverity`,
          unevaluatedValues`--root --config --outDir --dotenv --cwd --envName --site --base`,
        ],
        { always: [...writesCode, CONTACTS_SOME] },
      ),
      'dev preview': tool(
        'nuxt dev, astro dev',
        'configuration and pages',
        [flags`--silent --verbose`, values`--port --mode`, unevaluatedValues`--host --root --config --open --cwd`],
        { always: [...writesCode, SERVES_TOO] },
      ),
    },
  },
  hugo: {
    source:
      'hugo: commands; modules and --source bring other sites, resources can start helpers that its security settings name',
    style: 'exact',
    options: [
      flags`-h -D -E -F -w --help --buildDrafts --buildExpired --buildFuture --minify --gc --quiet --verbose -v --printI18nWarnings --printPathWarnings --printUnusedTemplates --enableGitInfo --noTimes --noChmod --ignoreCache --templateMetrics --templateMetricsHints --panicOnWarning --forceSyncStatic`,
      values`-e --environment --logLevel -b --baseURL`,
      values('-d --destination', 'write-tree'),
      values('-c --contentDir -l --layoutDir', 'read-tree'),
      values('-s --source', 'flag'),
      unevaluatedValues`--config --configDir --themesDir -t --theme --cacheDir --trace --profile-cpu --poll --clock --ignoreVendorPaths`,
    ],
    ownOperands: true,
    always: [workspaceCode('templates'), WRITES_HERE, CONTACTS_SOME],
    refine: (call) => {
      worksIn(call, '-s --source')
      return evaluateTasks(call) ?? outsideIsCode(call)
    },
    subcommands: {
      'version env': command('hugo version', 'nothing', [flags`-h`]),
      'list config': {
        ...command('hugo list', 'nothing', [flags`-h`]),
        always: [workspaceCode('modules and converters of contents'), CONTACTS_SOME],
      },
      build: {
        source: 'hugo build',
        options: [
          flags`-D -E -F --minify --gc --quiet`,
          values`-e --environment -b --baseURL`,
          values('-d --destination', 'write-tree'),
        ],
        always: [workspaceCode('templates'), WRITES_HERE, CONTACTS_SOME],
      },
    },
    operands: { none: [] },
  },
}
