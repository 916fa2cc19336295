import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** Which Markdown files of the repository are pages, and where each lies on the site. Their texts stay where they are. */
const PLACES: readonly (readonly [glob: string, place: (file: string) => string])[] = [
  ['README.md', () => 'index.md'],
  ['{SECURITY,CONTRIBUTING,DEPENDENCIES}.md', (file) => file.toLowerCase()],
  ['docs/**/*.md', (file) => file.replace(/^docs\//u, '').replace(/README\.md$/u, 'index.md')],
  ['{packages,apps}/*/README.md', (file) => `packages/${posix.basename(posix.dirname(file))}.md`],
  ['bench/README.md', () => 'bench.md'],
  // Made by site/reference, of the docstrings.
  ['site/api/*.md', (file) => `api/${posix.basename(file)}`],
  ['examples/README.md', () => 'examples.md'],
]

/** The pages: file of the repository → file of the site. */
export const PAGES: Readonly<Record<string, string>> = Object.fromEntries(
  PLACES.flatMap(([glob, place]) =>
    globSync(glob, { cwd: ROOT, exclude: (name) => name === 'node_modules' })
      .toSorted()
      .map((file) => [file, place(file)]),
  ),
)

/** Where the sources are shown, if the packages say so. */
function repositoryUrl(): string | null {
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'packages/policy/package.json'), 'utf8')) as {
    repository?: { url?: string }
  }
  return repository?.url?.replace(/^git\+/u, '').replace(/\.git$/u, '') ?? null
}

const REPOSITORY = repositoryUrl()

/**
 * Where a link of a page leads on the site: to a page, to a source in the repository, or nowhere (`null`) where that has
 * no address. In the files every link is relative, so that the repository's own view works too.
 *
 * @throws when a relative link leads to nothing
 */
export function siteLink(file: string, href: string): string | null {
  // The declarations have a page of their own here.
  const declarations = /\/blob\/main\/api\/(?<name>[\w.-]+)\.d\.ts$/u.exec(href)?.groups?.['name']
  if (declarations !== undefined && PAGES[`site/api/${declarations}.md`] !== undefined) return `/api/${declarations}`
  if (/^(?:[a-z]+:|#|\/)/u.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(file), decodeURI(path))).replace(/\/$/u, '')
  const page = PAGES[target] ?? PAGES[`${target}/README.md`]
  if (page !== undefined) return `/${page}${anchor === undefined ? '' : `#${anchor}`}`
  if (!existsSync(join(ROOT, target))) throw new Error(`${file} links to ${href}, which does not exist`)
  return REPOSITORY === null ? null : `${REPOSITORY}/blob/main/${target}`
}
