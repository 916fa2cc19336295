import { randomBytes } from 'node:crypto'
import type { OAuthClientProvider, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import type { McpAuthorization } from './authorization.ts'

type Kept = Readonly<Record<string, unknown>>

/** What is kept of an authorization, and where the person was to be sent last. */
export interface OAuthSession {
  readonly provider: OAuthClientProvider
  /** Where somebody has to go, once; `undefined` when nobody has to. */
  takeAddress(): URL | undefined
  /** Whether what came back belongs to what was asked. */
  isOurs(answer: URLSearchParams): boolean
}

/**
 * Keeps credentials by authorization server: what one gave is shown to no other. Which one that is, is looked up each
 * time, since a server may change it.
 */
export function oauthSession(server: string, name: string, authorization: McpAuthorization): OAuthSession {
  const { store, redirectUrl, clientMetadataUrl } = authorization
  let verifier = ''
  let state = ''
  let address: URL | undefined
  const keep = (key: string, value: unknown) => store.write(server, { ...store.read(server), [key]: value })
  const kept = (key: string, issuer: string | undefined): unknown => {
    const value = store.read(server)[key] as (Kept & { readonly issuer?: string }) | undefined
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
    clientInformation: (context) =>
      authorization.client?.(server) ?? (kept('client', context?.issuer) as StoredOAuthClientInformation | undefined),
    saveClientInformation: (client) => keep('client', client),
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
  }
}
