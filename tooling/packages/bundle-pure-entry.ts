import { isBuiltin } from 'node:module'
import { createContext, runInContext } from 'node:vm'
import { build, type Metafile } from 'esbuild'

export interface PureEntry {
  /** One sentence for each import of a Node builtin that the entry reaches; empty when it is pure. */
  readonly builtins: readonly string[]
  /** The bundle, as a script that leaves the entry's exports in the global `entry`. */
  readonly script: string
}

/** Bundles a built entry as a browser would load it and says which Node builtins it reaches. */
export async function bundlePureEntry(file: string): Promise<PureEntry> {
  const { metafile, outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName: 'entry',
    platform: 'neutral',
    mainFields: ['browser', 'module', 'main'],
    target: 'es2024',
    logLevel: 'silent',
    plugins: [
      {
        name: 'leave-builtins',
        setup(builder) {
          // esbuild would stop at the first one; left external, all of them are in the metafile.
          builder.onResolve({ filter: /./ }, ({ path }) => (isBuiltin(path) ? { path, external: true } : null))
        },
      },
    ],
  })
  return { builtins: describeBuiltins(metafile), script: outputFiles[0]?.text ?? '' }
}

/** Runs the bundle where there is neither Node nor a page, and no text can become code, and names what it exports. */
export function loadWithoutNode(script: string): readonly string[] {
  const context = createContext({ TextEncoder, TextDecoder, URL }, { codeGeneration: { strings: false, wasm: false } })
  const exported: unknown = runInContext(`${script}\n;Object.keys(entry ?? {}).sort()`, context)
  return Array.isArray(exported) ? exported.map(String) : []
}

function describeBuiltins(metafile: Metafile): readonly string[] {
  return Object.entries(metafile.inputs).flatMap(([importer, { imports }]) =>
    imports.filter(({ path }) => isBuiltin(path)).map(({ path }) => `${importer} imports ${path}`),
  )
}
