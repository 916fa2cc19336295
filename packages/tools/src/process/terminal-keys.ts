import { quotedText } from '@poundlock/spec'

/** How a terminal writes cursor keys: as the program on it last asked for (DECCKM); `unknown` when that cannot be told. */
export type CursorKeyMode = 'normal' | 'application' | 'unknown'

const ESCAPE = '\u001B'

/** Names as tmux(1) has them, under KEY BINDINGS; what they write is in ctlseqs, XTerm Control Sequences. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: '\r',
  Return: '\r',
  Tab: '\t',
  BTab: `${ESCAPE}[Z`,
  'S-Tab': `${ESCAPE}[Z`,
  Space: ' ',
  Escape: ESCAPE,
  Esc: ESCAPE,
  BSpace: '\u007F',
  Backspace: '\u007F',
  Delete: `${ESCAPE}[3~`,
  DC: `${ESCAPE}[3~`,
  Insert: `${ESCAPE}[2~`,
  IC: `${ESCAPE}[2~`,
  PageUp: `${ESCAPE}[5~`,
  PPage: `${ESCAPE}[5~`,
  PageDown: `${ESCAPE}[6~`,
  NPage: `${ESCAPE}[6~`,
  F1: `${ESCAPE}OP`,
  F2: `${ESCAPE}OQ`,
  F3: `${ESCAPE}OR`,
  F4: `${ESCAPE}OS`,
  F5: `${ESCAPE}[15~`,
  F6: `${ESCAPE}[17~`,
  F7: `${ESCAPE}[18~`,
  F8: `${ESCAPE}[19~`,
  F9: `${ESCAPE}[20~`,
  F10: `${ESCAPE}[21~`,
  F11: `${ESCAPE}[23~`,
  F12: `${ESCAPE}[24~`,
}

/** Keys that are written one way or the other. */
const CURSOR_KEYS: Readonly<Record<string, string>> = { Up: 'A', Down: 'B', Right: 'C', Left: 'D', End: 'F', Home: 'H' }

/** What keys write to a terminal, or why one cannot be written. */
export function encodeKeys(
  keys: readonly string[],
  mode: CursorKeyMode = 'normal',
): { readonly text: string } | { readonly problem: string } {
  let text = ''
  for (const key of keys) {
    const written = encodeKey(key, mode)
    if (written === null) {
      return {
        problem: `there is no key ${quotedText(key)}; expected a character, a name such as Enter, Up, PageUp or F1, or C-x, M-x, ^X; for text use write or paste`,
      }
    }
    if (written === undefined)
      return { problem: 'the cursor key mode is not known yet; poll it first, or send other keys' }
    text += written
  }
  return { text }
}

/** `null` when there is no such key, `undefined` when it is not known how it is written. */
function encodeKey(key: string, mode: CursorKeyMode): string | null | undefined {
  if (Object.hasOwn(KEYS, key)) return KEYS[key]!
  if (Object.hasOwn(CURSOR_KEYS, key)) {
    if (mode === 'unknown') return undefined
    return `${ESCAPE}${mode === 'application' ? 'O' : '['}${CURSOR_KEYS[key]!}`
  }
  const control = /^(?:C-|\^)(.+)$/su.exec(key)?.[1]
  if (control !== undefined) return encodeControl(control)
  const meta = /^M-(.+)$/su.exec(key)?.[1]
  if (meta !== undefined) {
    const rest = encodeKey(meta, mode)
    return typeof rest === 'string' ? ESCAPE + rest : rest
  }
  return /^.$/su.test(key) ? key : null
}

/** ECMA-48: a control character is the column of letters, without two bits. */
function encodeControl(name: string): string | null {
  if (name === 'Space') return '\0'
  if (name === '?') return '\u007F'
  const code = name.length === 1 ? name.toUpperCase().charCodeAt(0) : 0
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code & 0x1f) : null
}

/** A text as a terminal passes on what is pasted: the program can tell it from typing (bracketed paste). */
export function encodePaste(text: string): string {
  // What ends a paste must not stand in it: what follows would be taken for keys.
  return `${ESCAPE}[200~${text.replaceAll(`${ESCAPE}[201~`, '')}${ESCAPE}[201~`
}

/** The mode that a terminal is in by what its program has written; `whole` when nothing is missing at the beginning. */
export function cursorKeyMode(output: string, whole: boolean): CursorKeyMode {
  const last = [...output.matchAll(/\u001B\[\?([\d;]*)([hl])/gu)].findLast(([, modes]) =>
    modes?.split(';').includes('1'),
  )
  if (last) return last[2] === 'h' ? 'application' : 'normal'
  return whole ? 'normal' : 'unknown'
}
