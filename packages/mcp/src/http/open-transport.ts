import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { McpAuthorization } from './authorization.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { inOrder } from './in-order.ts'
import { limitedFetch } from './limited-fetch.ts'
import { type OAuthSession, oauthSession } from './oauth-provider.ts'

export type HttpClientTransport = StreamableHTTPClientTransport | SSEClientTransport

export interface TransportRequest {
  readonly server: string
  readonly kind: 'http' | 'sse'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Our name for authorization servers. */
  readonly client: string
  readonly maxMessageBytes: number
  readonly authorization?: McpAuthorization
  /** How long authorization servers are waited for. */
  readonly startTimeoutMs?: number
  readonly signal?: AbortSignal
}

/** The transport to a server over HTTP; `again` makes another, since one that failed cannot be used again. */
export function openTransport(request: TransportRequest): {
  readonly transport: HttpClientTransport
  readonly again: () => HttpClientTransport
  readonly session: OAuthSession | undefined
} {
  const { kind, url, headers, authorization } = request
  const session = authorization ? oauthSession(request, authorization) : undefined
  const options = {
    ...(session && { authProvider: session.provider }),
    requestInit: { headers: { ...headers } },
    fetch: guardedFetch(url, limitedFetch(request.maxMessageBytes), {
      headers: new Headers(headers),
      ...(request.startTimeoutMs !== undefined && { timeoutMs: request.startTimeoutMs }),
      ...(request.signal && { signal: request.signal }),
    }),
  }
  const again = () =>
    inOrder<HttpClientTransport>(
      kind === 'sse' ? new SSEClientTransport(url, options) : new StreamableHTTPClientTransport(url, options),
    )
  return { transport: again(), again, session }
}
