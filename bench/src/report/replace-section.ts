import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->` in a page. */
export function replaceSection(page: URL, name: string, content: string): void {
  const text = readFileSync(page, 'utf8')
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [start, end] = [text.indexOf(open), text.indexOf(close)]
  if (start < 0 || end < start) throw new Error(`${page.pathname} has no section ${open} … ${close}`)
  writeFileSync(page, `${text.slice(0, start + open.length)}\n${content}\n${text.slice(end)}`)
}
