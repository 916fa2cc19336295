import { visibleText } from '@poundlock/spec'

/** Colours and weights of a terminal (ECMA-48, 8.3.117): they say nothing. */
// oxlint-disable-next-line no-control-regex -- it is what begins each of them
const COLOURS = /\u001B\[[\d;:]{0,64}m/g

/** Output of a command as text: without colours, and with everything else that cannot be seen written as an escape. */
export function outputText(text: string): string {
  return visibleText(text.replace(COLOURS, '').replace(/\r\n?/g, '\n'), { newlines: 'keep' })
}
