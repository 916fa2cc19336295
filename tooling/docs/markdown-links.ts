import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The id of a heading as GitHub makes it; the site makes the same, so that one link works in both. */
export function headingId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** A page without its code, in which nothing is a link or a heading. */
const withoutCode = (text: string) => text.replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2$/gmu, '')

/** The words of a heading: without the marks of code and emphasis, and of links only the text. */
const wordsOf = (heading: string) => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1').replaceAll(/[`*]/gu, '')

function idsOf(text: string): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gmu)) {
    const id = headingId(wordsOf(heading))
    let unique = id
    for (let count = 1; ids.has(unique); count += 1) unique = `${id}-${count}`
    ids.add(unique)
  }
  return ids
}

/** The links of a page that lead nowhere in the repository: no such file, or no such heading in it. */
export function brokenLinks(root: string, page: string): readonly string[] {
  const text = withoutCode(readFileSync(join(root, page), 'utf8')).replaceAll(/`[^`\n]*`/gu, '')
  return [...text.matchAll(/\]\((?<link>[^)\s]+)\)/gu)]
    .map(({ groups }) => groups!['link']!)
    .filter((link) => !/^[a-z]+:/u.test(link) && !leadsSomewhere(root, page, link))
}

function leadsSomewhere(root: string, page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : posix.join(posix.dirname(page), decodeURI(path))
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || !target.endsWith('.md') || idsOf(readFileSync(join(root, target), 'utf8')).has(anchor)
}
