import { dirname, join } from 'node:path'
import type { FileCollector } from '../file-collector.ts'
import type { CommandPlaces } from './command-context.ts'

/** docs.npmjs.com/cli/using-npm/scripts: what is run besides, by the command that is given. */
const LIFE_CYCLE: Readonly<Record<string, string>> = {
  install: 'install postinstall prepare prepublish dependencies',
  i: 'install postinstall prepare prepublish dependencies',
  add: 'install postinstall prepare prepublish dependencies',
  ci: 'install postinstall prepare prepublish dependencies',
  t: 'test',
  tst: 'test',
  publish: 'prepublishOnly prepack prepare postpack publish postpublish',
  pack: 'prepack prepare postpack',
  version: 'version postversion',
}

/** Adds what the scripts of a package run that are named by a command of its package manager. */
export function followPackageScripts(
  collector: FileCollector,
  words: readonly string[],
  { places, depth }: Pick<CommandPlaces, 'places' | 'depth'>,
): void {
  const wanted = new Set(
    words.flatMap((word) => [word, ...(Object.hasOwn(LIFE_CYCLE, word) ? LIFE_CYCLE[word]!.split(' ') : [])]),
  )
  const packages = new Set(
    places.flatMap((start) => collector.ancestors(start).map((folder) => join(folder, 'package.json'))),
  )
  for (const path of packages) {
    if (!collector.isFile(path)) continue
    const folder = dirname(path)
    const programs = collector.ancestors(folder).map((above) => join(above, 'node_modules/.bin'))
    for (const word of words) {
      if (/^[\w][\w.-]*$/.test(word)) for (const bin of programs) collector.addPresent(join(bin, word), depth + 1)
    }
    for (const [name, text] of Object.entries(scriptsOf(collector.read(path)))) {
      if (!wanted.has(name) && !wanted.has(name.replace(/^(?:pre|post)/, ''))) continue
      collector.addText({ text, places: [folder], programs, depth: depth + 1 })
    }
  }
}

function scriptsOf(text: string | null): Readonly<Record<string, string>> {
  try {
    const { scripts } = JSON.parse(text ?? '{}')
    const entries = Object.entries(scripts ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}
