/** Something that a server's authorization leaves behind; JSON. Kept by server, for nobody else to read. */
export interface AuthorizationStore {
  /** @throws McpError `MCP_STATE` when what is kept cannot be read */
  read(server: string): Readonly<Record<string, unknown>>
  write(server: string, values: Readonly<Record<string, unknown>>): void
}

/** What somebody who is asked for authorization does; without it, a server that wants one is told apart with how to mend it. */
export interface McpAuthorization {
  readonly store: AuthorizationStore
  /** Where the authorization server sends the person back to; on this machine. */
  readonly redirectUrl: string
  /**
   * Has a person visit the address and come back.
   *
   * @returns what the authorization server sent along: `code`, `state`, `iss`
   * @throws when nobody can be asked
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
