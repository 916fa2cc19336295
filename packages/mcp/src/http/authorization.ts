/** Stores the authorization of servers, as JSON, readable for the user alone. */
export interface AuthorizationStore {
  /** @throws McpError `MCP_STATE` when the stored data cannot be read */
  read(server: string): Readonly<Record<string, unknown>>
  /** Keeps the tokens of a server. */
  write(server: string, values: Readonly<Record<string, unknown>>): void
}

/** Authorizes with a server. Without it, a server that requires authorization is reported with instructions. */
export interface McpAuthorization {
  /** Where tokens are kept between runs. */
  readonly store: AuthorizationStore
  /** Where the authorization server sends the person back to; on this machine. */
  readonly redirectUrl: string
  /**
   * Opens the address for a person, and waits for the redirection.
   *
   * @returns the parameters from the authorization server: `code`, `state`, `iss`
   * @throws when no person can be asked
   */
  readonly authorize: (server: string, address: URL) => Promise<URLSearchParams>
  /** A client that the authorization server of this server, at this address, knows already. */
  readonly client?: (
    server: string,
    address: URL,
  ) => { readonly client_id: string; readonly client_secret?: string } | undefined
  /** Where a document about this client can be read, for authorization servers that do. */
  readonly clientMetadataUrl?: string
}
