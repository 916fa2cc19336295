import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Problem } from '../text/problem.tsx'
import type { BrowserNotices, NoticeState } from './notices.ts'

const STATES: Readonly<Record<NoticeState, string>> = {
  unknown: 'It is not known yet whether this browser shows notices.',
  on: 'Notices are on. They arrive also while this page is closed.',
  'while-open': 'Notices are on while this page is open in the background. None arrive while it is closed.',
  off: 'Notices are off.',
  refused: 'The browser refuses notices of this page. Allow them in its settings for this address.',
  impossible:
    "Notices are not possible here. They need an https address, or the gateway's own machine. On an iPhone, first add the page to the home screen.",
}

/** The state of notices in this browser, and the button that switches them. */
export function NoticesDialog({
  isOpen,
  notices,
}: {
  readonly isOpen: Signal<boolean>
  readonly notices: BrowserNotices
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!isOpen.value) return dialog.current?.close()
    void notices.look()
    dialog.current?.showModal()
  }, [isOpen.value])
  const state = notices.state.value
  const isOn = state === 'on' || state === 'while-open'
  return (
    <dialog ref={dialog} aria-labelledby="notices" onClose={() => (isOpen.value = false)}>
      <h2 id="notices">Notices</h2>
      <p>A notice tells you that a request waits for your answer.</p>
      <p role="status">
        {STATES[state]}
        {state === 'on' && ` They ${notices.showsCommands.value ? 'show the command' : 'show no command'}.`}
      </p>
      <Problem text={notices.problem.value} />
      <p>
        {state === 'off' && (
          <button type="button" onClick={() => void notices.turnOn()}>
            Turn notices on
          </button>
        )}
        {isOn && (
          <button type="button" onClick={() => void notices.turnOff()}>
            Turn notices off
          </button>
        )}{' '}
        <button type="button" onClick={() => (isOpen.value = false)}>
          Close
        </button>
      </p>
    </dialog>
  )
}
