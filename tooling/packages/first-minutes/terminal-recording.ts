import { writeFileSync } from 'node:fs'

const SIZE = { cols: 110, rows: 40 }
/** Seconds until the next command is typed: who watches reads meanwhile. */
const PAUSE = 2
/** Seconds for each letter that is typed. */
const LETTER = 0.04
/** Seconds of waiting for a command that are kept. */
const LONGEST_WAIT = 3

/** What a terminal shows, and when. */
export interface TerminalRecording {
  note(text: string): void
  type(command: string): void
  /** Shows what a command printed. @param seconds that it took */
  show(text: string, seconds: number): void
  /** Writes it as an asciicast, version 3. */
  save(file: string, title: string): void
}

/** Collects what a terminal shows. @param shownAs texts of this machine, and what stands in their place */
export function recordTerminal(shownAs: Readonly<Record<string, string>>): TerminalRecording {
  const events: (readonly [seconds: number, kind: 'o', text: string])[] = []
  const add = (seconds: number, text: string) => {
    const plain = Object.entries(shownAs).reduce((all, [own, other]) => all.replaceAll(own, other), text)
    events.push([Number(seconds.toFixed(3)), 'o', plain])
  }
  return {
    note: (text) => add(PAUSE, `\u001B[2m# ${text}\u001B[0m\r\n`),
    type(command) {
      add(PAUSE, '\u001B[1m$\u001B[0m ')
      for (const letter of command) add(LETTER, letter)
      add(LETTER, '\r\n')
    },
    show: (text, seconds) => add(Math.min(seconds, LONGEST_WAIT), text),
    save(file, title) {
      const header = { version: 3, term: SIZE, title }
      writeFileSync(file, [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''))
    },
  }
}
