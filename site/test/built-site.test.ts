/** What a reader of the built site relies on: `pnpm build` first. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import MiniSearch from 'minisearch'
import { PAGES, ROOT } from '../.vitepress/pages.ts'
import { SEARCH_OPTIONS } from '../.vitepress/search-options.ts'

const SITE = join(import.meta.dirname, '../dist')
const FIRST_RESULTS = 3
const htmls = new Map(
  globSync('**/*.html', { cwd: SITE }).map((file) => [file, readFileSync(join(SITE, file), 'utf8')]),
)

/** The file of the site behind an address without its ending. */
function fileOf(address: string): string | null {
  const path = decodeURI(address).replace(/^\//u, '')
  return [`${path}.html`, posix.join(path, 'index.html'), path].find((file) => htmls.has(file)) ?? null
}

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id!))

function deadLinks(file: string, html: string): readonly string[] {
  const links = [...html.matchAll(/<a [^>]*?href="([^"]+)"/gu)].map(([, link]) => link!.replaceAll('&amp;', '&'))
  return [...new Set(links)].filter((link) => {
    if (/^[a-z]+:/u.test(link)) return false
    const { pathname, hash } = new URL(link, `http://site/${file.replace(/(?:index)?\.html$/u, '')}`)
    if (pathname.startsWith('/assets/')) return !existsSync(join(SITE, pathname))
    const target = fileOf(pathname)
    return target === null || (hash !== '' && !idsOf(htmls.get(target)!).has(decodeURIComponent(hash.slice(1))))
  })
}

await test('the site has a page for every page of the repository', () => {
  assert.ok(htmls.size > 60, `${htmls.size} pages`)
  const missing = Object.values(PAGES).filter((page) => !htmls.has(page.replace(/\.md$/u, '.html')))
  assert.deepEqual(missing, [])
})

await test('every link leads to a page, and to a heading on it', () => {
  const dead = [...htmls].flatMap(([file, html]) => deadLinks(file, html).map((link) => `${file}: ${link}`))
  assert.deepEqual(dead, [])
})

await test('the page of each package leads to the reference of all that it exports', () => {
  const pages = [...htmls].filter(([file]) => /^packages\/(?!cli|gateway|node|control-ui)/u.test(file))
  assert.ok(pages.length > 25, `${pages.length} pages of packages`)
  const without = pages.filter(([, html]) => !/href="\/api\/[\w.-]+"/u.test(html)).map(([file]) => file)
  assert.deepEqual(without, [])
})

/** The rows `| question | [page](file.md) |` of docs/questions.md. */
function questions(): readonly (readonly [question: string, page: string])[] {
  const text = readFileSync(join(ROOT, 'docs/questions.md'), 'utf8')
  return [...text.matchAll(/^\| (?<question>[^|]+\?) \| \[[^\]]+\]\((?<link>[^)]+)\)/gmu)].map(({ groups }) => {
    const file = posix.join('docs', groups!['link']!.split('#')[0]!)
    return [groups!['question']!, `/${PAGES[file]!.replace(/(?:index)?\.md$/u, '')}`]
  })
}

async function searchIndex(): Promise<MiniSearch> {
  const [file] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: SITE })
  assert.ok(file, 'the site has no search index')
  const { default: index } = (await import(join(SITE, file))) as { default: string }
  return MiniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...SEARCH_OPTIONS.miniSearch,
  })
}

await test('the search of the site answers ten questions of a stranger', async (context) => {
  const index = await searchIndex()
  const rows = questions()
  assert.equal(rows.length, 10)
  for (const [question, page] of rows) {
    await context.test(question, () => {
      const found = index.search(question).map(({ id }) => String(id).split('#')[0]!)
      assert.ok([...new Set(found)].slice(0, FIRST_RESULTS).includes(page), [page, ...found.slice(0, 8)].join('\n'))
    })
  }
})
