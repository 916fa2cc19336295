import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import type { Bundler } from './bundler.ts'

/** The exports of a module of ours, run now: from the sources, as the bundle takes them. */
export async function evaluateModule(bundler: Bundler, file: string): Promise<Readonly<Record<string, unknown>>> {
  const { outputFiles } = await bundler.build({
    entryPoints: [file],
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
