import type { ResultOf } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'

/** Where a document lies: at the gateway, or the approvals of the owner of a node. */
export type DocumentId = 'config' | 'approvals' | `node:${string}`

export interface ReadDocument {
  /** Empty where there is none yet. */
  readonly text: string
  readonly hash: string | null
  readonly file: string
}

export type DocumentReview = ResultOf<'policy.review'>

/** Reads a document as it is now. @throws GatewayError, ClientError */
export async function readDocument(client: GatewayClient, id: DocumentId): Promise<ReadDocument> {
  if (id === 'config' || id === 'approvals') {
    const { file, text, hash } = await client.request('policy.document', { document: id })
    return { file, text: text ?? '', hash }
  }
  const { document, hash } = await client.request('nodes.approvals.get', { node: id.slice('node:'.length) })
  return { file: 'exec-approvals.json of the node', text: document ?? '', hash }
}

/** Checks a text that is not saved yet. A node checks its own document when it is saved. */
export async function reviewDocument(client: GatewayClient, id: DocumentId, text: string): Promise<DocumentReview> {
  return client.request('policy.review', { document: id === 'config' ? 'config' : 'approvals', text })
}

/** Saves it where it is still what was read. @returns its hash. @throws GatewayError `CONFLICT` where it is not */
export async function saveDocument(
  client: GatewayClient,
  id: DocumentId,
  text: string,
  base: string | null,
): Promise<string> {
  if (id === 'config' || id === 'approvals')
    return (await client.request('policy.save', { document: id, text, base })).hash
  return (await client.request('nodes.approvals.set', { node: id.slice('node:'.length), document: text, base })).hash
}
