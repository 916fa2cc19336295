import type { GatewayClient } from '@poundlock/protocol/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { textOf } from '../connection/gateway-link.ts'
import { useRequest } from '../connection/use-request.ts'
import { ForeignText, labelText } from '../text/command-text.tsx'
import { Difference } from '../text/difference.tsx'
import { Problem } from '../text/problem.tsx'
import {
  readDocument,
  reviewDocument,
  saveDocument,
  type DocumentId,
  type ReadDocument,
  type DocumentReview,
} from './document-source.ts'
import { lineDifference } from './line-difference.ts'
import { ReviewResult } from './review-result.tsx'

interface DocumentEditorProps {
  readonly client: GatewayClient
  readonly onSaved: () => void
}

/** Changes a document: first it is checked, with what it would change, then saved where nobody else has changed it. */
export function DocumentEditor({ client, onSaved }: DocumentEditorProps) {
  const [id, setId] = useState<DocumentId>('config')
  const { result } = useRequest(client, 'nodes.list', {})
  const nodes = (result.value?.nodes ?? []).filter(({ approved }) => approved.includes('system.execApprovals.get'))
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">Change it</h2>
      <div class="filters">
        <label>
          Document
          <select value={id} onChange={(event) => setId(event.currentTarget.value as DocumentId)}>
            <option value="config">poundlock.json: rules and settings</option>
            <option value="approvals">exec-approvals.json: what this machine lets through</option>
            {nodes.map((node) => (
              <option key={node.id} value={`node:${node.id}`}>
                {labelText(`exec-approvals.json of ${node.name}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <OpenDocument key={id} client={client} id={id} onSaved={onSaved} />
    </section>
  )
}

interface Checked {
  readonly text: string
  readonly review: DocumentReview
}

/** A document, what was made of it here, and what can be done with it. */
function useDocument({ client, id, onSaved }: DocumentEditorProps & { readonly id: DocumentId }) {
  const [read, setRead] = useState<ReadDocument | null>(null)
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = (action: () => Promise<void>) => {
    setProblem(null)
    setNote('')
    action().catch((error: unknown) => setProblem(textOf(error)))
  }
  const load = (keepsText: boolean) =>
    attempt(async () => {
      const document = await readDocument(client, id)
      setRead(document)
      setChecked(null)
      if (!keepsText) setText(document.text)
    })
  const check = () => attempt(async () => setChecked({ text, review: await reviewDocument(client, id, text) }))
  const save = () =>
    attempt(async () => {
      await saveDocument(client, id, text, read!.hash)
      // As it was written down: blanks may be gone.
      const document = await readDocument(client, id)
      setRead(document)
      setText(document.text)
      setChecked(null)
      setNote('Saved. New calls are decided by it.')
      onSaved()
    })
  useEffect(() => load(false), [])
  // What was checked counts for exactly that text.
  const review = checked?.text === text ? checked.review : null
  return { read, text, setText, review, note, problem, load, check, save }
}

function OpenDocument(props: DocumentEditorProps & { readonly id: DocumentId }) {
  const { read, text, setText, review, note, problem, load, check, save } = useDocument(props)
  const area = useRef<HTMLTextAreaElement>(null)
  if (read === null) return problem === null ? <p aria-busy="true">Loading…</p> : <Problem text={problem} />
  const isChanged = text !== read.text
  return (
    <div class="editor">
      <label>
        <ForeignText text={read.file} />
        <textarea
          ref={area}
          rows={16}
          spellcheck={false}
          autocapitalize="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="controls">
        <button type="button" disabled={!isChanged} onClick={check}>
          Check it
        </button>
        <button type="button" class="allow" disabled={!isChanged || review?.problems.length !== 0} onClick={save}>
          Save
        </button>
        <button type="button" onClick={() => load(true)}>
          Compare with what it is now
        </button>
        <span role="status">{note}</span>
      </div>
      <Problem text={problem} />
      {review && (
        <>
          <Difference lines={lineDifference(read.text, text)} label="What you change" />
          <ReviewResult review={review} onPlace={(line, column) => goTo(area.current, line, column)} />
        </>
      )}
    </div>
  )
}

/** Puts the cursor there. */
function goTo(area: HTMLTextAreaElement | null, line: number, column: number): void {
  if (area === null) return
  const before = area.value.split('\n').slice(0, line - 1)
  const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1
  area.focus()
  area.setSelectionRange(at, at)
}
