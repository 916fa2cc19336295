import { randomBytes } from 'node:crypto'
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { McpAuthorization } from './authorization.ts'

type StoredValues = Readonly<Record<string, unknown>>

/** The stored authorization, and the last address for the person. */
export interface OAuthSession {
  readonly provider: OAuthClientProvider
  /** The address that a person has to visit, once; `undefined` when there is none. */
  takeAddress(): URL | undefined
  /** Whether a redirection belongs to the last request. */
  isOurs(answer: URLSearchParams): boolean
  /**
   * Exchanges the code of a redirection. It goes to the authorization server that the person visited: a server that
   * names another one by then would get the code of the first.
   */
  finish<Result>(exchange: () => Promise<Result>): Promise<Result>
}

/**
 * Stores credentials by the server's address and by authorization server: those for one address are never sent to
 * another address of the same name, and those of one authorization server never to another. The authorization server is
 * looked up each time, since a server may change it.
 */
export function oauthSession(
  { server, url, client: name }: { readonly server: string; readonly url: URL; readonly client: string },
  authorization: McpAuthorization,
): OAuthSession {
  const provider = new StoringProvider({ server, url, client: name }, authorization)
  return {
    provider,
    takeAddress: () => provider.takeAddress(),
    isOurs: (answer) => provider.isOurs(answer),
    finish: (exchange) => provider.finish(exchange),
  }
}

class StoringProvider implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata: OAuthClientProvider['clientMetadata']
  readonly clientMetadataUrl?: string
  readonly #server: string
  readonly #url: URL
  readonly #authorization: McpAuthorization
  #verifier = ''
  #state = ''
  #address: URL | undefined
  #discovered: OAuthDiscoveryState | undefined
  #isFinishing = false

  constructor(
    to: { readonly server: string; readonly url: URL; readonly client: string },
    authorization: McpAuthorization,
  ) {
    const { redirectUrl, clientMetadataUrl } = authorization
    this.#server = to.server
    this.#url = to.url
    this.#authorization = authorization
    this.redirectUrl = redirectUrl
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
    this.clientMetadata = {
      client_name: to.client,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    }
  }

  takeAddress(): URL | undefined {
    const taken = this.#address
    this.#address = undefined
    return taken
  }

  isOurs(answer: URLSearchParams): boolean {
    return this.#state !== '' && answer.get('state') === this.#state
  }

  async finish<Result>(exchange: () => Promise<Result>): Promise<Result> {
    this.#isFinishing = true
    try {
      return await exchange()
    } finally {
      this.#isFinishing = false
      this.#discovered = undefined
    }
  }

  state(): string {
    return (this.#state = randomBytes(32).toString('base64url'))
  }

  clientInformation(context?: { readonly issuer?: string }): StoredOAuthClientInformation | undefined {
    const known = this.#knownClient()
    if (known === undefined) return this.#stored('client', context?.issuer) as StoredOAuthClientInformation | undefined
    const registered = this.#all()['known'] as { readonly client_id: string; readonly issuer: string } | undefined
    // Its secret is for the authorization server that it was first used with.
    if (registered?.client_id !== known.client_id) return known
    if (context?.issuer === undefined || context.issuer === registered.issuer)
      return { ...known, issuer: registered.issuer }
    return this.#stored('client', context.issuer) as StoredOAuthClientInformation | undefined
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    if (this.#knownClient()?.client_id !== client.client_id) return this.#keep('client', client)
    this.#keep('known', { client_id: client.client_id, issuer: client.issuer })
  }

  saveDiscoveryState(found: OAuthDiscoveryState): void {
    if (!this.#isFinishing) this.#discovered = found
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#isFinishing ? this.#discovered : undefined
  }

  tokens(context?: { readonly issuer?: string }): StoredOAuthTokens | undefined {
    return this.#stored('tokens', context?.issuer) as StoredOAuthTokens | undefined
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#keep('tokens', tokens)
  }

  redirectToAuthorization(to: URL): void {
    this.#address = to
  }

  saveCodeVerifier(text: string): void {
    this.#verifier = text
  }

  codeVerifier(): string {
    return this.#verifier
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.#keep('tokens', undefined)
    if (scope === 'all' || scope === 'client') this.#keep('client', undefined)
    if (scope === 'all' || scope === 'verifier') this.#verifier = ''
  }

  /** The client that the user registered with the authorization server. */
  #knownClient() {
    return this.#authorization.client?.(this.#server, this.#url)
  }

  #all(): StoredValues {
    const values = this.#authorization.store.read(this.#server)
    return values['resource'] === this.#url.href ? values : { resource: this.#url.href }
  }

  #keep(key: string, value: unknown): void {
    this.#authorization.store.write(this.#server, { ...this.#all(), [key]: value })
  }

  #stored(key: string, issuer: string | undefined): unknown {
    const value = this.#all()[key] as (StoredValues & { readonly issuer?: string }) | undefined
    const isOthers = issuer !== undefined && value?.issuer !== undefined && value.issuer !== issuer
    return isOthers ? undefined : value
  }
}
