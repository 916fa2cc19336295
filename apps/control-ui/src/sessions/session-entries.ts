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
  // What a model says comes in pieces.
  let said: NoteEntry | null = null
  for (const event of events) {
    if (!('callId' in event)) {
      const note = noteOf(event)
      const isPiece = event.kind === 'agent' && event.event.type === 'text-delta'
      if (note !== null) {
        const joined: NoteEntry = isPiece && said ? { ...said, text: said.text + note.text } : note
        entries.set(joined.key, joined)
        said = isPiece ? joined : null
      } else if (event.kind === 'agent' && event.event.type === 'turn-started') said = null
      continue
    }
    const key = event.callId
    const call = (entries.get(key) as CallEntry | undefined) ?? { kind: 'call', key, callId: key, at: event.at }
    entries.set(key, { ...call, [FIELDS[event.kind]]: event })
  }
  return [...entries.values()].toReversed()
}

/** `null` for what says nothing that the calls do not say. */
function noteOf(event: Exclude<LoggedEvent, { readonly callId: string }>): NoteEntry | null {
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
    case 'agent': {
      const text = textOfModel(event.event)
      return text === '' ? null : { ...base, what: 'The model:', text }
    }
    case 'aborted':
      return { ...base, what: 'Ended by', text: `${event.by.name}${event.reason ? `: ${event.reason}` : ''}` }
  }
}

/** What a model says, and why it stops; empty for all else. */
function textOfModel(event: { readonly type: string }): string {
  const { type, text, message, reason, error } = event as Readonly<Record<string, unknown>>
  if (type === 'text-delta') return String(text)
  if (type === 'retrying') return `is asked again: ${String(message)}`
  if (type !== 'prompt-ended' || reason === 'answered') return ''
  const failure = (error ?? {}) as Readonly<Record<string, unknown>>
  return ['stopped:', reason, failure['message'], failure['remedy']].filter(Boolean).join(' ')
}
