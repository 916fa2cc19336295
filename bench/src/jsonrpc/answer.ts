// Answers `ping` over its own input and output, in one of several ways: the other side of `round-trips.ts`.
import { connectStreams, openStandardInput } from '@poundlock/jsonrpc/node'
import type { Answerer, McpServer, McpStdioServer, VscodeConnections } from './peer-shapes.ts'
import { importPeer } from './peers.ts'

const ABOUT = { name: 'bench', version: '1.0.0' }

const ANSWERERS: Readonly<Record<Answerer, () => Promise<void> | void>> = {
  raw() {
    process.stdin.pipe(process.stdout)
  },
  newline() {
    connectStreams(openStandardInput(), process.stdout, { framing: 'newline', onRequest: () => ({}) })
  },
  'content-length'() {
    connectStreams(openStandardInput(), process.stdout, { framing: 'content-length', onRequest: () => ({}) })
  },
  async vscode() {
    const { default: vscode } = await importPeer<VscodeConnections>('vscode-jsonrpc/lib/node/main.js')
    const connection = vscode.createMessageConnection(
      new vscode.StreamMessageReader(process.stdin),
      new vscode.StreamMessageWriter(process.stdout),
    )
    connection.onRequest('ping', () => ({}))
    connection.listen()
  },
  async 'mcp-v1'() {
    const folder = '@modelcontextprotocol/sdk/dist/esm/server'
    const { Server } = await importPeer<McpServer>(`${folder}/index.js`)
    const { StdioServerTransport } = await importPeer<McpStdioServer>(`${folder}/stdio.js`)
    await new Server(ABOUT, { capabilities: {} }).connect(new StdioServerTransport())
  },
  async 'mcp-v2'() {
    const folder = '@modelcontextprotocol/server/dist'
    const { Server } = await importPeer<McpServer>(`${folder}/index.mjs`)
    const { StdioServerTransport } = await importPeer<McpStdioServer>(`${folder}/stdio.mjs`)
    await new Server(ABOUT, { capabilities: {} }).connect(new StdioServerTransport())
  },
}

await ANSWERERS[process.argv[2] as Answerer]()
