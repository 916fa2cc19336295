import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** What is required, by which part of dockerode it is that is loaded with it and never used. */
const UNUSED = /^(?:\.\/session|\.\/buildkit|\.\/ssh|@grpc\/grpc-js|@grpc\/proto-loader|protobufjs)$/

/**
 * Leaves parts of dockerode out of a bundle: connections over SSH, and building images with BuildKit, with the sixty
 * packages that they bring along. Using them would be an error that says so.
 */
export const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  setup(build) {
    build.onResolve({ filter: UNUSED }, ({ path, importer }) =>
      /node_modules\/(?:dockerode|docker-modem)\//.test(importer) ? { path, namespace: 'unused' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({
      contents: `module.exports = () => { throw new Error(${JSON.stringify(`${path} is not part of this build`)}) }`,
      loader: 'js',
    }))
  },
}
