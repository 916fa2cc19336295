import { defineConfig, type Options } from 'tsup'
import { thirdPartyNotices } from './third-party-notices.ts'

/**
 * JavaScript of a library: one file an entry, dependencies left to the installer, and what is only a dependency of
 * development put into the files. Types come from `tsc`.
 */
export function library(entry: readonly string[] = ['src/index.ts'], options: Options = {}): Options {
  return defineConfig({
    entry: [...entry],
    format: 'esm',
    platform: 'neutral',
    target: 'node22',
    external: [/^node:/],
    // What is loaded with import() stays a file of its own.
    splitting: true,
    clean: true,
    ...options,
    esbuildPlugins: [...(options.esbuildPlugins ?? []), thirdPartyNotices],
  }) as Options
}
