import { quotedText } from '@poundlock/spec'

/** The notation of cursor keys that the program last requested (DECCKM); `unknown` when that cannot be read. */
export type CursorKeyMode = 'normal' | 'application' | 'unknown'

const ESCAPE = '\u001B'

/**
 * Names from tmux(1), KEY BINDINGS, in lower case, with those of other programs; their sequences are in ctlseqs, XTerm
 * Control Sequences.
 */
const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  return: '\r',
  tab: '\t',
  btab: `${ESCAPE}[Z`,
  space: ' ',
  escape: ESCAPE,
  esc: ESCAPE,
  bspace: '\u007F',
  backspace: '\u007F',
}

/** Keys that write a number: `CSI 3 ~`. */
const NUMBERED_KEYS: Readonly<Record<string, number>> = {
  insert: 2,
  ic: 2,
  delete: 3,
  del: 3,
  dc: 3,
  pageup: 5,
  pgup: 5,
  ppage: 5,
  pagedown: 6,
  pgdn: 6,
  npage: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
}

/** Keys that write a letter: `SS3 P`. */
const LETTERED_KEYS: Readonly<Record<string, string>> = { f1: 'P', f2: 'Q', f3: 'R', f4: 'S' }

/** Keys that are written one way or the other. */
const CURSOR_KEYS: Readonly<Record<string, string>> = { up: 'A', down: 'B', right: 'C', left: 'D', end: 'F', home: 'H' }

/** The numbers that xterm adds to 1 for modifiers (ctlseqs, "PC-Style Function Keys"). */
const MODIFIERS: Readonly<Record<string, number>> = { s: 1, m: 2, c: 4 }

/** The sequence of keys for a terminal, or why one cannot be written. */
export function encodeKeys(
  keys: readonly string[],
  mode: CursorKeyMode = 'normal',
): { readonly text: string } | { readonly problem: string } {
  let text = ''
  for (const key of keys) {
    const written = encodeKey(key, mode)
    if (written === null) {
      return {
        problem: `there is no key ${quotedText(key)}; expected a character, a name such as Enter, Up, PageUp or F1, or C-x, M-x, S-Tab, ^X; for text use write or paste`,
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
  const [, marks = '', control, name = ''] = /^((?:[csm]-)*)(\^(?=.))?(.+)$/isu.exec(key) ?? []
  const modifiers = new Set([
    ...marks.toLowerCase().split('-').filter(Boolean),
    ...(control === undefined ? [] : ['c']),
  ])
  if (control !== undefined && marks !== '') return null
  return /^.$/su.test(name) ? encodeCharacter(name, modifiers) : encodeNamed(name.toLowerCase(), modifiers, mode)
}

/** A named key; modifiers are a number in its sequence. */
function encodeNamed(name: string, modifiers: ReadonlySet<string>, mode: CursorKeyMode): string | null | undefined {
  const number = [...modifiers].reduce((sum, mark) => sum + MODIFIERS[mark]!, 1)
  const cursor = Object.hasOwn(CURSOR_KEYS, name) ? CURSOR_KEYS[name]! : null
  const lettered = cursor ?? (Object.hasOwn(LETTERED_KEYS, name) ? LETTERED_KEYS[name]! : null)
  if (lettered !== null) {
    if (number > 1) return `${ESCAPE}[1;${number}${lettered}`
    if (cursor === null) return `${ESCAPE}O${lettered}`
    if (mode === 'unknown') return undefined
    return `${ESCAPE}${mode === 'application' ? 'O' : '['}${cursor}`
  }
  if (Object.hasOwn(NUMBERED_KEYS, name)) {
    return `${ESCAPE}[${NUMBERED_KEYS[name]!}${number > 1 ? `;${number}` : ''}~`
  }
  if (!Object.hasOwn(KEYS, name)) return null
  if (name === 'space') return encodeCharacter(' ', modifiers)
  if (modifiers.has('c')) return null
  const shifted = name === 'tab' && modifiers.has('s') ? KEYS['btab']! : modifiers.has('s') ? null : KEYS[name]!
  return shifted === null ? null : withMeta(shifted, modifiers)
}

/** ECMA-48: a control character is the column of letters, without two bits. Shift is in the character itself. */
function encodeCharacter(character: string, modifiers: ReadonlySet<string>): string | null {
  if (modifiers.has('s')) return null
  if (!modifiers.has('c')) return withMeta(character, modifiers)
  if (character === ' ') return withMeta('\0', modifiers)
  if (character === '?') return withMeta('\u007F', modifiers)
  const code = character.length === 1 ? character.toUpperCase().charCodeAt(0) : 0
  return code >= 0x40 && code <= 0x5f ? withMeta(String.fromCharCode(code & 0x1f), modifiers) : null
}

const withMeta = (text: string, modifiers: ReadonlySet<string>) => (modifiers.has('m') ? ESCAPE + text : text)

/** A pasted text as a terminal passes it on: the program can tell it from typing (bracketed paste). */
export function encodePaste(text: string): string {
  // The end marker must not be in the text: the rest would be read as keys.
  return `${ESCAPE}[200~${text.replaceAll(`${ESCAPE}[201~`, '')}${ESCAPE}[201~`
}

/** The terminal mode after a program's output; `whole` when the output is complete from the beginning. */
export function cursorKeyMode(output: string, whole: boolean): CursorKeyMode {
  const last = [...output.matchAll(/\u001B\[\?([\d;]*)([hl])/gu)].findLast(([, modes]) =>
    modes?.split(';').includes('1'),
  )
  if (last) return last[2] === 'h' ? 'application' : 'normal'
  return whole ? 'normal' : 'unknown'
}
