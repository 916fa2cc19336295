import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { compileFunction } from 'node:vm'
import type { Bundler } from './bundler.ts'

/**
 * The exports of a module of ours, run now: from the sources, as the bundle takes them.
 *
 * @param contents instead of what the file holds
 */
export async function evaluateModule(
  bundler: Bundler,
  file: string,
  contents?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const entry =
    contents === undefined
      ? { entryPoints: [file] }
      : { stdin: { contents, resolveDir: dirname(file), loader: 'ts' as const } }
  const { outputFiles } = await bundler.build({
    ...entry,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    conditions: ['@poundlock/source'],
  })
  const module = { exports: {} }
  const run = compileFunction(outputFiles[0]!.text, ['module', 'exports', 'require'])
  run(module, module.exports, createRequire(file))
  return module.exports
}
