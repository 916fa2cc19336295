import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { WorkspacePackage } from '../../tooling/workspace/list-packages.ts'

export interface EntryPoint {
  /** What an importer writes: `@poundlock/audit/node`. */
  readonly specifier: string
  /** The name of its page, as of its declarations in `api/`: `audit.node`. */
  readonly page: string
  /** Absolute path of its source. */
  readonly source: string
}

interface Manifest {
  readonly exports?: Readonly<Record<string, string | { readonly '@poundlock/source'?: string }>>
}

/** The entries of all published libraries. */
export function entryPoints(packages: readonly WorkspacePackage[]): readonly EntryPoint[] {
  return packages
    .filter(({ isPublished, entries }) => isPublished && entries.length > 0)
    .flatMap(({ folder, entries }) => {
      const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
      return entries.flatMap(({ subpath, specifier }) => {
        const target = exports[subpath]
        const source = typeof target === 'object' ? target['@poundlock/source'] : undefined
        if (source === undefined) return []
        const page = [basename(folder), ...(subpath === '.' ? [] : [subpath.slice(2).replaceAll('/', '.')])].join('.')
        return [{ specifier, page, source: join(folder, source) }]
      })
    })
}
