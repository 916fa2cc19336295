import type { GatewayClient } from '@poundlock/protocol/client'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { VirtualList } from '../lists/virtual-list.tsx'
import type { ScreenProps } from '../page/screen-props.ts'
import { ForeignText } from '../text/command-text.tsx'
import { Moment } from '../text/moment.tsx'
import { Problem } from '../text/problem.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { ChainSection } from './chain-section.tsx'
import { describeRecord, linksOf } from './describe-record.ts'
import { RecordDetails } from './record-details.tsx'
import { RecordLog, type RecordFilter, type LogRecord } from './record-log.ts'

const ROW_HEIGHT = 56
/** Of a row; all of it is in the details. */
const MOST_SHOWN = 300

/** The time line of a log, with filters; each record leads to its call, the answer and the output. */
export function AuditView({ client, scopes }: ScreenProps) {
  const [filter, setFilter] = useState<RecordFilter>({})
  const [selected, setSelected] = useState<LogRecord | null>(null)
  const [call, setCall] = useState<string | null>(null)
  const log = useLog(client, filter)
  const all = log.records.value
  const shown = useMemo(() => (call === null ? all : all.filter((one) => linksOf(one).callId === call)), [all, call])
  const choose = (next: RecordFilter) => {
    setFilter(next)
    setSelected(null)
    setCall(null)
  }
  return (
    <main class="wide">
      <h1>Audit</h1>
      <ChainSection client={client} />
      <AuditFilters onFilter={choose} />
      <Problem text={log.problem.value} />
      <div class="controls">
        <span role="status">
          {shown.length.toLocaleString('en')} records{log.isWhole.value ? '' : ', more below'}
          {log.isLoading.value && ', loading…'}
        </span>
        {call !== null && (
          <button type="button" onClick={() => setCall(null)}>
            All calls
          </button>
        )}
        <button type="button" disabled={shown.length === 0} onClick={() => exportRecords(shown)}>
          Export what is shown
        </button>
      </div>
      {selected && (
        <RecordDetails
          key={selected.seq}
          record={selected}
          client={client}
          scopes={scopes}
          onCall={setCall}
          onClose={() => setSelected(null)}
        />
      )}
      <VirtualList
        items={shown}
        label="Records, the newest first"
        rowHeight={ROW_HEIGHT}
        keyOf={({ seq }) => String(seq)}
        render={(record) => <Row record={record} isSelected={record === selected} onSelect={setSelected} />}
        onEnd={() => void log.more()}
      />
    </main>
  )
}

function useLog(client: GatewayClient, filter: RecordFilter): RecordLog {
  const log = useMemo(() => new RecordLog(client, filter), [client, filter])
  useEffect(() => {
    void log.more()
    return () => log.close()
  }, [log])
  return log
}

interface RowProps {
  readonly record: LogRecord
  readonly isSelected: boolean
  readonly onSelect: (record: LogRecord) => void
}

function Row({ record, isSelected, onSelect }: RowProps) {
  const { outcome, agent, by, what } = describeRecord(record)
  return (
    <button type="button" class="record" aria-pressed={isSelected} onClick={() => onSelect(record)}>
      <span class="record-head">
        <Moment at={record.time} /> <strong>{<ForeignText text={record.type} />}</strong>{' '}
        <ForeignText text={[outcome, agent, by && `by ${by}`].filter(Boolean).join(', ').slice(0, MOST_SHOWN)} />
      </span>
      <span class="record-what">
        <ForeignText text={what.slice(0, MOST_SHOWN).replaceAll('\n', ' ')} />
      </span>
    </button>
  )
}

/** A file of what is shown, a record a line as the log has them. It is made here, and asked of no server. */
function exportRecords(records: readonly LogRecord[]): void {
  const lines = records.toReversed().map((record) => `${JSON.stringify(record)}\n`)
  const url = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `poundlock-audit-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.jsonl`
  link.click()
  URL.revokeObjectURL(url)
}
