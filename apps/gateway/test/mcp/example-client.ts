// #region client
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** Lists the tools of a gateway, and runs a command there. @param token of poundlock gateway pair --bearer */
export async function runRemotely(gateway: string, token: string, command: string) {
  const client = new Client({ name: 'my-agent', version: '1.0.0' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', gateway), { requestInit: { headers } }))
  try {
    const { tools } = await client.listTools()
    const { content } = await client.callTool({ name: 'exec', arguments: { command } })
    return { tools: tools.map(({ name }) => name), content }
  } finally {
    await client.close()
  }
}
// #endregion
