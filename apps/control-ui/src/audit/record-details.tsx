import type { Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { useEffect, useState } from 'preact/hooks'
import type { ApprovalView } from '../approvals/approval.ts'
import { textOf } from '../connection/gateway-link.ts'
import { hrefOf } from '../page/route.ts'
import { CommandText, ForeignText } from '../text/command-text.tsx'
import { Moment } from '../text/moment.tsx'
import { Problem } from '../text/problem.tsx'
import { describeRecord, linksOf } from './describe-record.ts'
import type { LogRecord } from './record-log.ts'

interface RecordDetailsProps {
  readonly record: LogRecord
  readonly client: GatewayClient
  readonly scopes: ReadonlySet<Scope>
  readonly onCall: (callId: string) => void
  readonly onClose: () => void
}

/** All of a record, and what it leads to. */
export function RecordDetails({ record, client, scopes, onCall, onClose }: RecordDetailsProps) {
  const { callId, runId, session, request } = linksOf(record)
  const { what } = describeRecord(record)
  return (
    <section class="card" aria-label={`Record ${record.seq}`}>
      <header>
        <strong>
          {record.seq} <ForeignText text={record.type} />
        </strong>{' '}
        <Moment at={record.time} />
      </header>
      {what !== '' && <CommandText text={what} />}
      <p class="controls">
        {callId !== '' && (
          <button type="button" onClick={() => onCall(callId)}>
            Only this call
          </button>
        )}
        {session !== '' && scopes.has('sessions.read') && <a href={hrefOf('sessions', session)}>Session and output</a>}
        {record.type === 'recording' && <a href={hrefOf('sessions', runId)}>Play the recording</a>}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
      {request !== '' && scopes.has('approvals.read') && <Answered client={client} id={request} />}
      <pre class="output" tabIndex={0} role="region" aria-label="The record">
        <ForeignText text={JSON.stringify(record, null, 2)} />
      </pre>
    </section>
  )
}

/** The request that a person answered, and their answers. */
function Answered({ client, id }: { readonly client: GatewayClient; readonly id: string }) {
  const [approval, setApproval] = useState<ApprovalView | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    client.request('approvals.get', { id }).then(
      (result) => setApproval(result.approval),
      (error: unknown) => setProblem(textOf(error)),
    )
  }, [client, id])
  if (approval === null) return <Problem text={problem === null ? null : `The request is not kept: ${problem}`} />
  return (
    <ul class="reasons" aria-label="Answers">
      {approval.answers.map(({ by, decision, surface, reason, at }) => (
        <li key={`${by} ${at}`}>
          <Moment at={at} /> {decision}{' '}
          <ForeignText text={`by ${by}, ${surface}${reason === undefined ? '' : `: ${reason}`}`} />
        </li>
      ))}
    </ul>
  )
}
