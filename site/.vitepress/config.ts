import { join } from 'node:path'
import { headingId } from '../../tooling/docs/markdown-links.ts'
import { rewriteLinks } from './markdown.ts'
import { NAVIGATION } from './navigation.ts'
import { PAGES } from './pages.ts'
import { SEARCH_OPTIONS } from './search-options.ts'

/** What a plugin of Vite needs to look for a package from another place. */
interface Resolver {
  resolve(name: string, importer: string, options: { skipSelf: true }): Promise<unknown>
}

/** The pages lie outside of this folder: Vite would look for Vue beside them, in vain. */
const vueOfTheSite = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId(this: Resolver, name: string) {
    if (!/^vue(?:\/|$)/u.test(name)) return null
    return this.resolve(name, join(import.meta.dirname, '../package.json'), { skipSelf: true })
  },
}

/** What the search reads of a page: all of it, but not the list of questions, which would answer every one with itself. */
function searchedHtml(
  text: string,
  env: { relativePath: string },
  markdown: { render(text: string, env: object): string },
) {
  return env.relativePath.endsWith('questions.md') ? '' : markdown.render(text, env)
}

export default {
  title: 'Poundlock',
  description: 'One gate decides, one gate contains: the layer that agents run their actions through.',
  srcDir: '..',
  // Pages are the README of each package, and what lies in docs; not what tests and programs read.
  srcExclude: [
    '{packages,apps}/*/*/**',
    '{bench,examples}/*/**',
    '{tooling,api}/**',
    'site/{node_modules,dist,reference,test,.vitepress}/**',
    '**/CHANGELOG.md',
  ],
  rewrites: PAGES,
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  cleanUrls: true,
  metaChunk: true,
  markdown: { config: rewriteLinks, anchor: { slugify: headingId } },
  vite: {
    plugins: [vueOfTheSite],
    esbuild: { tsconfigRaw: {} },
    build: { chunkSizeWarningLimit: 4000 },
  },
  themeConfig: {
    sidebar: NAVIGATION,
    outline: [2, 3],
    search: { provider: 'local', options: { ...SEARCH_OPTIONS, _render: searchedHtml } },
  },
}
