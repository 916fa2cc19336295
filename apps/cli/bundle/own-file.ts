import type { Plugin } from './bundler.ts'

/** Packages that few commands need and that are large: each is a file of its own beside the bundle. */
const PACKAGES: Readonly<Record<string, string>> = {
  execa: './execa.cjs',
  htmlparser2: './htmlparser2.cjs',
  re2js: './re2js.cjs',
  '@poundlock/agent': './agent.cjs',
  '@poundlock/agent/ai-sdk': './models.cjs',
  '@poundlock/bus/nats': './bus-nats.cjs',
  '@poundlock/channels': './channels.cjs',
  '@poundlock/gateway': './gateway.cjs',
  '@poundlock/mcp': './mcp.cjs',
  '@poundlock/node': './node.cjs',
  '@poundlock/policy-review': './policy-review.cjs',
  '@poundlock/protocol': './protocol.cjs',
  '@poundlock/protocol/client': './protocol.cjs',
  '@poundlock/protocol/node': './protocol.cjs',
  '@poundlock/sandbox-docker': './sandbox-docker.cjs',
  '@poundlock/tools': './tools.cjs',
}

/** Leaves those packages out of the bundle, which every start reads whole. */
export const ownFile: Plugin = {
  name: 'own-file',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${Object.keys(PACKAGES).join('|')})$`) }, ({ path }) => ({
      path: PACKAGES[path]!,
      external: true,
    }))
    // Native code, which each finds beside itself. The bundler's own option gives way to "bundle all".
    build.onResolve({ filter: /^(?:@lydell\/node-pty|@vscode\/ripgrep)$/ }, ({ path }) => ({ path, external: true }))
  },
}
