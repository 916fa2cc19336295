import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { KEYS } from './keyboard.ts'
import { delaysAnswers, usesKeys } from './preferences.ts'

/** The keys, and what a person may set. */
export function KeysDialog({ isOpen }: { readonly isOpen: Signal<boolean> }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen.value])
  return (
    <dialog ref={dialog} aria-labelledby="keys" onClose={() => (isOpen.value = false)}>
      <h2 id="keys">Keys and settings</h2>
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>Enter never allows anything. The space bar presses the button that has the focus.</p>
      <label class="setting">
        <input
          type="checkbox"
          checked={usesKeys.value}
          onChange={(event) => (usesKeys.value = event.currentTarget.checked)}
        />
        Single keys do something
      </label>
      <label class="setting">
        <input
          type="checkbox"
          checked={delaysAnswers.value}
          onChange={(event) => (delaysAnswers.value = event.currentTarget.checked)}
        />
        Wait five seconds before an answer is sent
      </label>
      <button type="button" onClick={() => (isOpen.value = false)}>
        Close
      </button>
    </dialog>
  )
}
