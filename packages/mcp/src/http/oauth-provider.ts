import { randomBytes } from 'node:crypto'
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { McpAuthorization } from './authorization.ts'

type Kept = Readonly<Record<string, unknown>>

/** What is kept of an authorization, and where the person was to be sent last. */
export interface OAuthSession {
  readonly provider: OAuthClientProvider
  /** Where somebody has to go, once; `undefined` when nobody has to. */
  takeAddress(): URL | undefined
  /** Whether what came back belongs to what was asked. */
  isOurs(answer: URLSearchParams): boolean
  /**
   * Does what is to be done with what came back. The authorization server is that which the person was sent to: a server
   * that names another one by then would have the code of the first sent to the second.
   */
  finish<Result>(exchange: () => Promise<Result>): Promise<Result>
}

/**
 * Keeps credentials by the server's address and by authorization server: what was given for one address is sent to no
 * other that takes its name, and what one authorization server gave is shown to no other. Which one that is, is looked up
 * each time, since a server may change it.
 */
export function oauthSession(
  { server, url, client: name }: { readonly server: string; readonly url: URL; readonly client: string },
  authorization: McpAuthorization,
): OAuthSession {
  const { store, redirectUrl, clientMetadataUrl } = authorization
  const resource = url.href
  let verifier = ''
  let state = ''
  let address: URL | undefined
  let discovered: OAuthDiscoveryState | undefined
  let isFinishing = false
  const all = (): Kept => {
    const values = store.read(server)
    return values['resource'] === resource ? values : { resource }
  }
  const keep = (key: string, value: unknown) => store.write(server, { ...all(), [key]: value })
  const kept = (key: string, issuer: string | undefined): unknown => {
    const value = all()[key] as (Kept & { readonly issuer?: string }) | undefined
    const isOthers = issuer !== undefined && value?.issuer !== undefined && value.issuer !== issuer
    return isOthers ? undefined : value
  }
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    state: () => (state = randomBytes(32).toString('base64url')),
    clientInformation(context) {
      const known = authorization.client?.(server, url)
      if (known === undefined) return kept('client', context?.issuer) as StoredOAuthClientInformation | undefined
      const told = all()['known'] as { readonly client_id: string; readonly issuer: string } | undefined
      // Its secret is for the authorization server that it was first used with.
      if (told?.client_id !== known.client_id) return known
      if (context?.issuer === undefined || context.issuer === told.issuer) return { ...known, issuer: told.issuer }
      return kept('client', context.issuer) as StoredOAuthClientInformation | undefined
    },
    saveClientInformation(client) {
      const known = authorization.client?.(server, url)
      if (known?.client_id !== client.client_id) return keep('client', client)
      keep('known', { client_id: client.client_id, issuer: client.issuer })
    },
    saveDiscoveryState(found) {
      if (!isFinishing) discovered = found
    },
    discoveryState: () => (isFinishing ? discovered : undefined),
    tokens: (context) => kept('tokens', context?.issuer) as StoredOAuthTokens | undefined,
    saveTokens: (tokens) => keep('tokens', tokens),
    redirectToAuthorization(to) {
      address = to
    },
    saveCodeVerifier(text) {
      verifier = text
    },
    codeVerifier: () => verifier,
    invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'tokens') keep('tokens', undefined)
      if (scope === 'all' || scope === 'client') keep('client', undefined)
      if (scope === 'all' || scope === 'verifier') verifier = ''
    },
  }
  return {
    provider,
    takeAddress() {
      const taken = address
      address = undefined
      return taken
    },
    isOurs: (answer) => state !== '' && answer.get('state') === state,
    async finish(exchange) {
      isFinishing = true
      try {
        return await exchange()
      } finally {
        isFinishing = false
        discovered = undefined
      }
    },
  }
}
