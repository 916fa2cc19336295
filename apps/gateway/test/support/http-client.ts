import { request } from 'node:http'

/** An HTTP response, read to its end. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly json: () => any
}

export interface HttpSending {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Buffer
  /** Of the local socket, instead of a port. */
  readonly socketPath?: string
  /** The address of this machine that it comes from. */
  readonly from?: string
}

/** Sends a request with these headers and no others. */
export function send(port: number | null, sending: HttpSending = {}): Promise<HttpAnswer> {
  const { method = 'POST', path = '/rpc', headers = {}, body, socketPath, from } = sending
  const place =
    socketPath === undefined ? { host: '127.0.0.1', port, ...(from && { localAddress: from }) } : { socketPath }
  const host = socketPath === undefined ? `127.0.0.1:${port}` : 'localhost'
  return new Promise((resolve, reject) => {
    const sent = request(
      { ...place, method, path, setHost: false, headers: { host, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode!, headers: response.headers, text, json: () => JSON.parse(text) })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

export const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

/** One request of JSON-RPC. */
export function rpc(
  port: number | null,
  token: string,
  method: string,
  { params = {}, headers = {} }: { readonly params?: object; readonly headers?: Record<string, string> } = {},
): Promise<HttpAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return send(port, { headers: { ...bearer(token), ...headers }, body })
}
