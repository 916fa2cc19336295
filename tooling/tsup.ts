import { defineConfig, type Options } from 'tsup'

/** JavaScript of a library: one file an entry, dependencies left to the installer. Types come from `tsc`. */
export function library(entry: readonly string[] = ['src/index.ts']): Options {
  return defineConfig({
    entry: [...entry],
    format: 'esm',
    platform: 'neutral',
    target: 'node22',
    external: [/^node:/],
    // What is loaded with import() stays a file of its own.
    splitting: true,
    sourcemap: true,
    clean: true,
  }) as Options
}
