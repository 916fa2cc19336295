import type { LoggedEvent } from './session-log.ts'

type Of<Kind extends LoggedEvent['kind']> = Extract<LoggedEvent, { readonly kind: Kind }>

/** Everything that is known of one call. */
export interface CallEntry {
  readonly kind: 'call'
  readonly key: string
  readonly callId: string
  readonly at: number
  readonly requested?: Of<'call-requested'>
  readonly decided?: Of<'call-decided'>
  readonly waiting?: Of<'call-waiting'>
  readonly answered?: Of<'call-answered'>
  readonly started?: Of<'call-started'>
  readonly ended?: Of<'call-ended'>
}

/** Something that belongs to no call. */
export interface NoteEntry {
  readonly kind: 'note'
  readonly key: string
  readonly at: number
  readonly what: string
  readonly text: string
}

const FIELDS = {
  'call-requested': 'requested',
  'call-decided': 'decided',
  'call-waiting': 'waiting',
  'call-answered': 'answered',
  'call-started': 'started',
  'call-ended': 'ended',
} as const

/** The events of a session as calls and notes, the newest first; a call stands where it was requested. */
export function entriesOf(events: readonly LoggedEvent[]): readonly (CallEntry | NoteEntry)[] {
  const entries = new Map<string, CallEntry | NoteEntry>()
  for (const event of events) {
    if (!('callId' in event)) {
      entries.set(`event-${event.seq}`, noteOf(event))
      continue
    }
    const key = event.callId
    const call = (entries.get(key) as CallEntry | undefined) ?? { kind: 'call', key, callId: key, at: event.at }
    entries.set(key, { ...call, [FIELDS[event.kind]]: event })
  }
  return [...entries.values()].toReversed()
}

function noteOf(event: Exclude<LoggedEvent, { readonly callId: string }>): NoteEntry {
  const base = { kind: 'note', key: `event-${event.seq}`, at: event.at } as const
  switch (event.kind) {
    case 'created':
      return { ...base, what: 'Begun by', text: event.by.name }
    case 'message':
      return { ...base, what: 'Message of', text: `${event.by.name}: ${event.text}` }
    case 'directive':
      return { ...base, what: 'Directive of', text: `${event.by.name}: ${event.text} → ${event.answer}` }
    case 'prompt':
      return { ...base, what: 'Prompt of', text: `${event.by.name}: ${event.text}` }
    case 'agent':
      return { ...base, what: 'The model:', text: event.event.type }
    case 'aborted':
      return { ...base, what: 'Ended by', text: `${event.by.name}${event.reason ? `: ${event.reason}` : ''}` }
  }
}
