import { withoutUnusedParts } from '@poundlock/tooling/dockerode'
import { library } from '@poundlock/tooling/tsup'

export default library(['src/index.ts'], {
  platform: 'node',
  esbuildPlugins: [withoutUnusedParts],
  // As its package says: dockerode is in the files, in the way of modules that calls require.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
  },
  removeNodeProtocol: false,
})
