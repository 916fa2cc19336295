import { dirname, join, resolve } from 'node:path'
import { parseGitConfig } from '@poundlock/profiles/git'
import type { FileCollector } from '../file-collector.ts'

/** Adds the configuration and the hooks of the repository that git works in. Sources: git-config(1), githooks(5). */
export function followRepository(
  collector: FileCollector,
  words: readonly string[],
  places: readonly string[],
  depth: number,
): void {
  for (const start of places) {
    for (const folder of collector.ancestors(start)) {
      const own = join(folder, '.git')
      const linked = collector.isFile(own) ? /^gitdir: (.+)/.exec(collector.read(own) ?? '')?.[1] : undefined
      if (!collector.isFolder(own) && linked === undefined) continue
      const gitFolder = linked === undefined ? own : resolve(folder, linked.trim())
      const shared = collector.read(join(gitFolder, 'commondir'))
      const common = shared === null ? gitFolder : resolve(gitFolder, shared.trim())
      for (const name of ['config', 'info/attributes']) collector.add(join(common, name), depth)
      collector.add(join(gitFolder, 'config.worktree'), depth)
      collector.add(join(folder, '.gitattributes'), depth)
      for (const hooks of hookFolders(collector.read(join(common, 'config')), words, folder, common)) {
        collector.addMatches('*', hooks, depth)
      }
      break
    }
  }
}

function hookFolders(
  config: string | null,
  words: readonly string[],
  folder: string,
  common: string,
): readonly string[] {
  const configured = parseGitConfig(config ?? '').settings.findLast(
    ({ section, subsection, name }) => section === 'core' && subsection === null && name === 'hookspath',
  )?.value
  const given = words.flatMap((word) => /^core\.hookspath=(.+)$/i.exec(word)?.[1] ?? [])
  const named = [...given, ...(configured ? [configured] : [])].filter((path) => !path.startsWith('~'))
  // Those of husky(1) start the ones of the folder above.
  const inside = named.map((path) => resolve(folder, path))
  return [
    join(common, 'hooks'),
    ...inside,
    ...inside.filter((path) => path.endsWith('/_')).map((path) => dirname(path)),
  ]
}
