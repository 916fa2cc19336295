import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** What `npm publish` sends: a document of the package, and its tarball. */
interface Publication {
  readonly name: string
  readonly versions: Readonly<Record<string, { readonly dist: { readonly tarball: string } }>>
  readonly 'dist-tags': Readonly<Record<string, string>>
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>
}

export interface LocalRegistry {
  readonly address: string
  /** Settings of npm with which the packages of a scope come from here, and all others from where they always do. */
  settingsFor(scope: string): readonly string[]
  close(): Promise<void>
}

/** A registry in memory, for one process: `npm publish` and `npm install` work with it as with a public one. */
export async function openLocalRegistry(): Promise<LocalRegistry> {
  const documents = new Map<string, Omit<Publication, '_attachments'>>()
  const tarballs = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1)
    if (request.method === 'PUT') {
      const { _attachments: attachments, ...document } = (await json(request)) as Publication
      documents.set(path, document)
      const contents = Object.values(attachments).map(({ data }) => Buffer.from(data, 'base64'))
      for (const [index, { dist }] of Object.values(document.versions).entries()) {
        tarballs.set(decodeURIComponent(new URL(dist.tarball).pathname).slice(1), contents[index]!)
      }
      response.writeHead(201).end('{}')
      return
    }
    const found = tarballs.get(path) ?? documents.get(path)
    if (found === undefined) response.writeHead(404).end('{}')
    else response.end(Buffer.isBuffer(found) ? found : JSON.stringify(found))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: `http://${host}/`,
    // npm publishes nothing without a token, and takes any.
    settingsFor: (scope) => [`--${scope}:registry=http://${host}/`, `--//${host}/:_authToken=none`],
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
