import type { Plugin } from './bundler.ts'

/** Packages that few commands need and that are large: each is a file of its own beside the bundle. */
const PACKAGES: Readonly<Record<string, string>> = {
  ajv: './ajv.cjs',
  execa: './execa.cjs',
  htmlparser2: './htmlparser2.cjs',
  re2js: './re2js.cjs',
  '@poundlock/channels': './channels.cjs',
  '@poundlock/gateway': './gateway.cjs',
  '@poundlock/mcp': './mcp.cjs',
  '@poundlock/node': './node.cjs',
  '@poundlock/policy-review': './policy-review.cjs',
  '@poundlock/sandbox-docker': './sandbox-docker.cjs',
  '@poundlock/tools': './tools.cjs',
}

/** Leaves those packages out of the bundle, which every start reads whole. */
export const ownFile: Plugin = {
  name: 'own-file',
  setup(build) {
    build.onResolve(
      {
        filter:
          /^(?:ajv|execa|htmlparser2|re2js|@poundlock\/(?:channels|gateway|mcp|node|policy-review|sandbox-docker|tools))$/,
      },
      ({ path }) => ({
        path: PACKAGES[path]!,
        external: true,
      }),
    )
    // Native code, which each finds beside itself. The bundler's own option gives way to "bundle all".
    build.onResolve({ filter: /^(?:@lydell\/node-pty|@vscode\/ripgrep)$/ }, ({ path }) => ({ path, external: true }))
  },
}

/**
 * Parts of dockerode that are loaded with it and never used: connections over SSH, and building images with BuildKit,
 * with what they bring along. Using them would be an error that says so.
 */
export const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  setup(build) {
    const parts = /^(?:\.\/session|\.\/ssh|@grpc\/grpc-js|@grpc\/proto-loader|protobufjs)$/
    build.onResolve({ filter: parts }, ({ path, importer }) =>
      /node_modules\/(?:dockerode|docker-modem)\//.test(importer) ? { path, namespace: 'unused' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({
      contents: `module.exports = () => { throw new Error(${JSON.stringify(`${path} is not part of this build`)}) }`,
      loader: 'js',
    }))
  },
}
