import type { ConventionRow } from '../convention-row.ts'

const NPM = 'what npm does when it runs (the scripts of packages, and what they start)'

/** Package managers, runtimes and tools of JavaScript. */
export const javascript: readonly ConventionRow[] = [
  {
    programs: 'npm npx',
    source: 'docs.npmjs.com: package.json, npmrc, folders; package-lock.json before npm-shrinkwrap.json',
    upward: 'package.json .npmrc npm-shrinkwrap.json package-lock.json',
    home: '.npmrc',
    follow: 'package-scripts',
    unbound: NPM,
  },
  {
    programs: 'pnpm pnpx',
    source: 'pnpm.io: settings, pnpmfile, pnpm-workspace.yaml',
    upward:
      'package.json .npmrc pnpm-workspace.yaml pnpm-lock.yaml .pnpmfile.cjs .pnpmfile.mjs package.yaml package.json5',
    home: '.npmrc .config/pnpm/rc',
    follow: 'package-scripts',
    unbound: NPM.replace('npm', 'pnpm'),
  },
  {
    programs: 'yarn yarnpkg',
    source: 'yarnpkg.com: yarnrc (yarnPath, plugins), classic.yarnpkg.com: yarnrc (yarn-path); pnp',
    upward: 'package.json .yarnrc .yarnrc.yml .npmrc yarn.lock .pnp.cjs .pnp.loader.mjs',
    home: '.yarnrc .yarnrc.yml',
    follow: 'package-scripts',
    unbound: NPM.replace('npm', 'yarn'),
  },
  {
    programs: 'bun bunx',
    source: 'bun.sh/docs: bunfig.toml (preload), package.json, .env, tsconfig.json',
    upward: 'package.json bunfig.toml tsconfig.json .npmrc',
    files: '.env .env.local .env.development .env.production .env.test bun.lock bun.lockb',
    home: '.bunfig.toml',
    follow: 'package-scripts',
    unbound: NPM.replace('npm', 'bun'),
  },
  {
    programs: 'bun tsx ts-node node nodejs',
    source: 'nodejs.org/api: modules (all together), packages, esm (resolution algorithm)',
    upward: 'package.json',
    follow: 'node-modules',
    unbound: 'what node loads besides (modules that are installed, and files that its code opens)',
  },
  {
    programs: 'tsx ts-node tsc tsgo',
    source: 'typescriptlang.org/tsconfig; typestrong.org/ts-node',
    upward: 'tsconfig.json jsconfig.json',
    unbound: null,
  },
  {
    programs: 'deno',
    source: 'docs.deno.com: deno.json, lock files, node compatibility',
    upward: 'deno.json deno.jsonc package.json deno.lock import_map.json .npmrc',
    follow: 'node-modules',
    unbound: 'what deno does when it runs (its tasks, and the modules that they load)',
  },
  {
    programs: 'vitest vite',
    source: 'vite.dev/config, vitest.dev/config',
    upward: 'package.json',
    files:
      'vitest.config.* vitest.workspace.* vite.config.* .env .env.local .env.test .env.development .env.production postcss.config.*',
    below: '*.test.* *.spec.*',
    unbound: 'what the tests do, and what they load',
  },
  {
    programs: 'jest react-scripts',
    source: 'jestjs.io/docs/configuration',
    upward: 'package.json babel.config.* .babelrc .babelrc.*',
    files: 'jest.config.* jest.setup.*',
    below: '*.test.* *.spec.*',
    unbound: 'what the tests do, and what they load',
  },
  {
    programs: 'mocha ava tap jasmine c8 nyc',
    source: 'mochajs.org (mocharc), github.com/avajs/ava, node-tap.org, jasmine.github.io, github.com/istanbuljs/nyc',
    upward: 'package.json',
    files: '.mocharc.* ava.config.* .taprc spec/support/* .nycrc .nycrc.* nyc.config.* .c8rc.json',
    below: '*.test.* *.spec.* test/*',
    unbound: 'what the tests do, and what they load',
  },
  {
    programs: 'playwright cypress wdio testcafe',
    source: 'playwright.dev/docs/test-configuration, docs.cypress.io, webdriver.io, testcafe.io',
    upward: 'package.json',
    files: 'playwright.config.* cypress.config.* wdio.conf.* .testcaferc.* cypress/support/*',
    below: '*.spec.* *.test.* *.cy.*',
    unbound: 'what the tests do, and what they load',
  },
  {
    programs: 'eslint prettier stylelint standard xo oxlint biome markdownlint commitlint lint-staged semantic-release',
    source:
      'eslint.org/docs/latest/use/configure, prettier.io/docs/configuration, stylelint.io, biomejs.dev, commitlint.js.org, cosmiconfig',
    upward:
      'package.json eslint.config.* .eslintrc .eslintrc.* .prettierrc .prettierrc.* prettier.config.* .stylelintrc .stylelintrc.* stylelint.config.* .oxlintrc.json biome.json biome.jsonc .markdownlint.* commitlint.config.* .commitlintrc .commitlintrc.* .lintstagedrc .lintstagedrc.* lint-staged.config.* .releaserc .releaserc.* release.config.* .editorconfig',
    unbound: 'what the plugins and the configuration do that it loads',
  },
  {
    programs:
      'webpack rollup esbuild parcel swc babel tsup next nuxt nuxi astro svelte-kit gatsby remix ng gulp grunt snowpack rspack rolldown',
    source:
      'webpack.js.org, rollupjs.org, parceljs.org, babeljs.io, tsup.egoist.dev, nextjs.org, nuxt.com, astro.build, angular.dev, gulpjs.com, gruntjs.com',
    upward: 'package.json tsconfig.json babel.config.* .babelrc .babelrc.*',
    files:
      'webpack.config.* rollup.config.* .parcelrc .swcrc tsup.config.* next.config.* nuxt.config.* astro.config.* svelte.config.* gatsby-config.* gatsby-node.* remix.config.* angular.json gulpfile.* Gruntfile.* Gulpfile.* snowpack.config.* rspack.config.* rolldown.config.* postcss.config.* tailwind.config.* vite.config.* .env .env.local .env.development .env.production',
    unbound: 'what the build does (its plugins, and the sources that it runs)',
  },
  {
    programs: 'turbo nx lerna wireit rush moon changeset husky',
    source:
      'turbo.build, nx.dev, lerna.js.org, github.com/google/wireit, rushjs.io, moonrepo.dev, typicode.github.io/husky',
    upward:
      'package.json turbo.json turbo.jsonc nx.json lerna.json rush.json pnpm-workspace.yaml .moon/*.yml .changeset/config.json .husky/*',
    follow: 'package-scripts',
    unbound: 'what the tasks of all packages of the workspace do',
  },
]
