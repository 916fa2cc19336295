import { fileURLToPath } from 'node:url'

export const sourceFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The files in which sentences are replaced. */
export const OUR_SOURCES = /\/(?:packages|apps)\/[^/]+\/src\/.*\.ts$/

/** Options for Node, to run programs of this tree from their sources. */
export const FROM_SOURCE: readonly string[] = ['--no-warnings', '--conditions=@poundlock/source']

/** The same with every sentence of ours replaced. */
export const WITHOUT_PROSE: readonly string[] = [...FROM_SOURCE, '--import', sourceFile('without-prose.ts')]
