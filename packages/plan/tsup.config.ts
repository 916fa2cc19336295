import { fileURLToPath } from 'node:url'
import { library } from '@poundlock/tooling/tsup'

const inPure = (file: string) => fileURLToPath(new URL(`src/pure/${file}`, import.meta.url))

export default [
  // The other build has a folder of its own, which this one leaves as it is.
  library(['src/index.ts'], { clean: ['!pure/**'] }),
  library(['src/pure/index.ts'], {
    outDir: 'dist/pure',
    external: [],
    removeNodeProtocol: false,
    esbuildPlugins: [
      {
        name: 'without-node',
        setup(build) {
          build.onResolve({ filter: /^node:path$/ }, () => ({ path: inPure('posix-path.ts') }))
          build.onResolve({ filter: /^node:(?:fs|zlib|module)$/ }, () => ({ path: inPure('no-node.ts') }))
        },
      },
    ],
  }),
]
