import type { Options } from 'tsup'

/** The bundler's own types, through tsup, which brings the bundler along. */
export type Plugin = NonNullable<Options['esbuildPlugins']>[number]
export type Bundler = Parameters<Plugin['setup']>[0]['esbuild']
