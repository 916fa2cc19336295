import { Client, type JsonSchemaType, type JsonSchemaValidator } from '@modelcontextprotocol/client'
import type { HttpOptions } from './http-options.ts'

/** Revisions from here on have no handshake. */
const FIRST_STATELESS = '2026-07-28'

/** Our half of the protocol, for one server. */
export function makeClient({ kind, side, lastRevision, events }: HttpOptions): Client {
  // The transport with two addresses is older than the revisions without a handshake.
  const isOld = kind === 'sse' || (lastRevision !== undefined && lastRevision < FIRST_STATELESS)
  const { name, version, roots, onSampling, onElicitation } = side
  const client = new Client(
    { name, version },
    {
      capabilities: {
        ...(roots && { roots: {} }),
        ...(onSampling && { sampling: {} }),
        ...(onElicitation && { elicitation: { form: { applyDefaults: true }, url: {} } }),
      },
      versionNegotiation: { mode: isOld ? 'legacy' : 'auto' },
      // The default makes code of the server's schemas.
      jsonSchemaValidator: {
        getValidator:
          <Value>(_schema: JsonSchemaType): JsonSchemaValidator<Value> =>
          (value) => ({ valid: true, data: value as Value, errorMessage: undefined }),
      },
      listChanged: { tools: { autoRefresh: false, onChanged: () => events.onToolsChanged() } },
    },
  )
  if (roots) client.setRequestHandler('roots/list', () => ({ roots: [...roots] }))
  if (onSampling) {
    client.setRequestHandler(
      'sampling/createMessage',
      async ({ params }, context) => onSampling(params, context.mcpReq.signal) as never,
    )
  }
  if (onElicitation) {
    client.setRequestHandler(
      'elicitation/create',
      async ({ params }, context) => onElicitation(params, context.mcpReq.signal) as never,
    )
  }
  return client
}
