import { effect, signal } from '@preact/signals'

const KEY = 'poundlock-preferences'

interface Stored {
  readonly delays: boolean
  readonly keys: boolean
  readonly notices: boolean
}

const stored = read()

/** Whether an answer waits for five seconds before it is sent. */
export const delaysAnswers = signal(stored.delays)
/** Whether single keys do something: they disturb those who dictate (WCAG 2.1.4). */
export const usesKeys = signal(stored.keys)
/** Whether the person has turned notices on. */
export const wantsNotices = signal(stored.notices)

effect(() => {
  const now: Stored = { delays: delaysAnswers.value, keys: usesKeys.value, notices: wantsNotices.value }
  try {
    localStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // They hold until the page is closed.
  }
})

function read(): Stored {
  try {
    const { delays, keys, notices } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>
    return { delays: delays === true, keys: keys !== false, notices: notices === true }
  } catch {
    return { delays: false, keys: true, notices: false }
  }
}
