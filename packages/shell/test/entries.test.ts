import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The files that an entry loads, from the folder of the sources. */
function loadedFrom(entry: string): readonly string[] {
  const seen = new Set<string>()
  const visit = (url: URL) => {
    if (seen.has(url.href)) return
    seen.add(url.href)
    const text = readFileSync(url, 'utf8')
    for (const [, names = '', path = ''] of text.matchAll(/^(?:import|export) ([^']*?)from '(\.[^']+)'/gm)) {
      if (!names.startsWith('type ')) visit(new URL(path, url))
    }
  }
  const sources = new URL('../src/', import.meta.url)
  visit(new URL(entry, sources))
  return [...seen].map((href) => href.slice(sources.href.length))
}

it('keeps the analysis and its tables out of the root entry, which stays small and quick to start', () => {
  const files = loadedFrom('index.ts')
  expect(files).toContain('syntax/commands.ts')
  expect(files.filter((file) => /^(?:analysis|model|wrappers|zsh)\//.test(file))).toEqual([])
  expect(loadedFrom('analysis/index.ts')).toContain('wrappers/table.ts')
})
