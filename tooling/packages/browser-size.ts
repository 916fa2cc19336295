import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/**
 * Bytes of all that a package exports, as a page loads it: bundled, minified, gzip. `null` where it cannot be bundled
 * for a browser, such as for what only Node has.
 *
 * @param folder where the package is installed
 */
export async function browserSize(name: string, folder: string): Promise<number | null> {
  try {
    const { outputFiles } = await build({
      stdin: { contents: `export * from ${JSON.stringify(name)}`, resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2024',
      logLevel: 'silent',
    })
    return outputFiles.reduce((bytes, { contents }) => bytes + gzipSync(contents, { level: 9 }).length, 0)
  } catch {
    return null
  }
}
