import { defineConfig, type Options } from 'tsup'

/** JavaScript of a library: one file an entry, dependencies left to the installer. Types come from `tsc`. */
export function library(entry: readonly string[] = ['src/index.ts']): Options {
  return defineConfig({
    entry: [...entry],
    format: 'esm',
    platform: 'neutral',
    target: 'node22',
    external: [/^node:/],
    splitting: entry.length > 1,
    sourcemap: true,
    clean: true,
  }) as Options
}
