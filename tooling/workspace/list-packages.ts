import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url))

/** One way into a package, for example `./node`. */
export interface PackageEntry {
  readonly subpath: string
  /** What an importer writes: `@poundlock/config/node`. */
  readonly specifier: string
  /** Absolute paths into `dist`. */
  readonly script: string
  readonly declarations: string
}

export interface WorkspacePackage {
  readonly name: string
  readonly folder: string
  readonly isPublished: boolean
  /** The layer, as turbo.json states it. */
  readonly layer: string
  readonly entries: readonly PackageEntry[]
  /** Command name → file in the package. */
  readonly commands: Readonly<Record<string, string>>
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> }
}

/** Every library and app of the workspace, with what its tarball offers. */
export function listPackages(root: string = workspaceRoot): readonly WorkspacePackage[] {
  return ['packages', 'apps'].flatMap((group) => {
    if (!existsSync(join(root, group))) return []
    return readdirSync(join(root, group))
      .map((name) => join(root, group, name))
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .map(readPackage)
  })
}

function readPackage(folder: string): WorkspacePackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  return {
    name: manifest.name,
    folder,
    isPublished: manifest.private !== true,
    layer: readLayer(folder),
    entries: Object.entries(manifest.publishConfig?.exports ?? {}).flatMap(([subpath, target]) => {
      if (!isCodeTarget(target)) return []
      return [
        {
          subpath,
          specifier: `${manifest.name}${subpath.slice(1)}`,
          script: join(folder, target.default),
          declarations: join(folder, target.types),
        },
      ]
    }),
    commands: manifest.bin ?? {},
  }
}

function readLayer(folder: string): string {
  const file = join(folder, 'turbo.json')
  if (!existsSync(file)) return ''
  const { tags = [] } = JSON.parse(readFileSync(file, 'utf8')) as { readonly tags?: readonly string[] }
  return tags[0] ?? ''
}

function isCodeTarget(target: unknown): target is { readonly types: string; readonly default: string } {
  return typeof target === 'object' && target !== null && 'types' in target && 'default' in target
}
