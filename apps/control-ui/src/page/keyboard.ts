import type { Signal } from '@preact/signals'
import type { ApprovalQueue } from '../approvals/approval-queue.ts'
import { usesKeys } from './preferences.ts'

/** What each key does; `?` shows it. */
export const KEYS: readonly (readonly [key: string, what: string])[] = [
  ['j', 'the next request'],
  ['k', 'the one before'],
  ['a', 'allow the selected one, once'],
  ['d', 'deny it'],
  ['u', 'take your answer back, as long as it was not sent'],
  ['?', 'this list'],
]

interface KeyboardOptions {
  readonly queue: ApprovalQueue
  readonly selected: Signal<string | null>
  readonly showsKeys: Signal<boolean>
}

/** Listens for single keys. @returns how to stop it */
export function listenForKeys(options: KeyboardOptions): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!usesKeys.value || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event)) return
    if (takeKey(event.key, options)) event.preventDefault()
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

function takeKey(key: string, { queue, selected, showsKeys }: KeyboardOptions): boolean {
  const ids = queue.waiting.value.map(({ id }) => id)
  const at = selected.value === null ? -1 : ids.indexOf(selected.value)
  switch (key) {
    case '?':
      showsKeys.value = !showsKeys.value
      return true
    case 'j':
      return select(ids[Math.min(at + 1, ids.length - 1)], selected)
    case 'k':
      return select(ids[Math.max(at - 1, 0)], selected)
    case 'a':
      return press(selected.value, 'button.allow')
    case 'd':
      return press(selected.value, 'button.deny')
    case 'u':
      if (selected.value !== null) queue.takeBack(selected.value)
      return true
    default:
      return false
  }
}

function select(id: string | undefined, selected: Signal<string | null>): boolean {
  if (id === undefined) return false
  selected.value = id
  const card = document.getElementById(`approval-${id}`)
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
  return true
}

/** Presses the button of the selected card, so that a key can do no more than a click. */
function press(id: string | null, button: string): boolean {
  if (id === null) return false
  document.getElementById(`approval-${id}`)?.querySelector<HTMLButtonElement>(`.buttons ${button}`)?.click()
  return true
}
