import { basename } from 'node:path'
import type { SandboxPolicy } from '../policy.ts'

/**
 * Where package managers and compilers keep what they fetched and built, below one folder. Sources: XDG Base Directory
 * Specification (pip, uv, Poetry, Deno, the build cache of Go); go(1) `GOMODCACHE`; the Cargo book, `CARGO_HOME`;
 * npm-config(7) `cache`; Yarn, `YARN_CACHE_FOLDER` and `YARN_GLOBAL_FOLDER`; Bun, `BUN_INSTALL_CACHE_DIR`; Gradle,
 * `GRADLE_USER_HOME`; NuGet, `NUGET_PACKAGES`.
 */
const CACHES: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: '',
  GOMODCACHE: '/go-mod',
  CARGO_HOME: '/cargo',
  npm_config_cache: '/npm',
  YARN_CACHE_FOLDER: '/yarn',
  YARN_GLOBAL_FOLDER: '/yarn-berry',
  BUN_INSTALL_CACHE_DIR: '/bun',
  GRADLE_USER_HOME: '/gradle',
  NUGET_PACKAGES: '/nuget',
}

/** Folders that programs look for in HOME. Source: the documentation of rustup, "Environment variables". */
const TOOLCHAINS: Readonly<Record<string, string>> = { '.rustup': 'RUSTUP_HOME' }

/**
 * What a command is told since its HOME is a private one: where the kept caches are, and where the toolchains that it
 * can read. What the command sets itself counts more.
 *
 * @param cache the folder of kept caches as the command sees it; `null` where none is kept
 */
export function homeEnvironment(
  { readPaths }: Pick<SandboxPolicy, 'readPaths'>,
  cache: string | null,
): Readonly<Record<string, string>> {
  const environment: Record<string, string> = {}
  for (const path of readPaths) {
    const variable = TOOLCHAINS[basename(path)]
    if (variable !== undefined) environment[variable] = path
  }
  if (cache === null) return environment
  for (const [variable, folder] of Object.entries(CACHES)) environment[variable] = `${cache}${folder}`
  return environment
}
