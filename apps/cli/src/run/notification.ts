import { spawn } from 'node:child_process'
import type { Surface } from '@poundlock/approvals/node'
import type { CallToApprove } from '@poundlock/runtime'
import { visibleText, redactSecrets } from '@poundlock/spec'
import { findOutside } from './find-outside.ts'

/** A request that is answered sooner, as by a form of the agent's, needs none. */
const WAIT_MS = 1500
const MOST_SHOWN = 160

/** Terminals that turn an operating system command into a notification, by `TERM_PROGRAM` or `TERM`. */
const TERMINALS: readonly (readonly [name: RegExp, command: 9 | 777, source: string])[] = [
  [/^iTerm\.app$/, 9, 'iterm2.com/documentation-escape-codes.html'],
  [/^WezTerm$/, 9, 'wezterm.org/escape-sequences.html'],
  [/^(?:ghostty|xterm-ghostty)$/, 9, 'ghostty.org/docs/vt/osc/9'],
  [/^xterm-kitty$/, 9, 'sw.kovidgoyal.net/kitty/desktop-notifications'],
  [/^foot(?:-.*)?$/, 777, 'foot-ctlseqs(7)'],
  [/^rxvt-unicode/, 777, 'urxvt(7): the extension notify'],
]

/** What a terminal is sent for a notification; `null` where it takes none. */
export function terminalNotification(
  text: string,
  { TERM_PROGRAM: program = '', TERM: term = '' }: Readonly<Record<string, string | undefined>>,
): string | null {
  const found = TERMINALS.find(([name]) => name.test(program) || name.test(term))
  if (found === undefined) return null
  // Its own signs would end the text.
  const plain = visibleText(text).replaceAll(';', ',')
  return found[1] === 9 ? `\u001B]9;Poundlock: ${plain}\u0007` : `\u001B]777;notify;Poundlock;${plain}\u0007`
}

/**
 * Notifies the person of a request that waits, with how to answer it. It takes no answer itself, so that it is not
 * counted among the surfaces that show it.
 *
 * @param workspace programs in it are not started
 */
export function notificationSurface(workspace: string): Surface<CallToApprove> {
  return {
    name: 'notification',
    show({ stored, signal }) {
      const shown = visibleText(redactSecrets(stored.binding.text).slice(0, MOST_SHOWN))
      const text = `${shown} waits for your answer: poundlock approvals watch`
      const timer = setTimeout(() => notify(text, workspace), WAIT_MS).unref()
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
      return Promise.resolve(false)
    },
  }
}

function notify(text: string, workspace: string): void {
  const { env } = process
  if (env['DISPLAY'] || env['WAYLAND_DISPLAY']) {
    const program = findOutside(workspace, 'notify-send')
    if (program !== null) {
      const child = spawn(program, ['--app-name=Poundlock', '--', 'Poundlock', withoutMarkup(text)], {
        stdio: 'ignore',
      })
      child.on('error', () => undefined).unref()
      return
    }
  }
  const sequence = process.stderr.isTTY ? terminalNotification(text, env) : null
  if (sequence !== null) process.stderr.write(sequence)
}

/** Servers of notifications read markup. */
const withoutMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
