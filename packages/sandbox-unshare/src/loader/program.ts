import type { MountStep } from '@poundlock/sandbox'
import { type Architecture, type SystemCall, systemCallNumber } from '../system-calls/system-calls.ts'
import { IMAGE, RECORD_KIND, STEP_LAYOUT } from './program-image.ts'

/** A number that is only known while the program runs: the result of a step. Its address in the image. */
export interface Cell {
  readonly address: number
}

/** Where a program goes on; filled in when the place is reached. */
export interface Slot {
  step: number | null
}

/** A number, a text (passed as the address of its NUL-terminated bytes) or bytes (passed as their address). */
export type Argument = number | string | Uint8Array

export interface StepOptions {
  /** What the step does, for the error when it fails: `make /usr read-only`. */
  readonly does: string
  /** The errno after which the program goes on as if nothing had happened. */
  readonly tolerate?: number | 'any'
  /** Where the result goes: a cell, or what another step compares its own result with. */
  readonly store?: Cell | { readonly matchOf: Slot }
  /** Takes the first argument from a cell. */
  readonly firstFrom?: Cell
  /** Goes to `goTo` when the result is `result`. */
  readonly when?: { readonly result: number; readonly goTo: Slot }
  /** Goes here instead of to the next step. */
  readonly goTo?: Slot
}

/** Parts of a program whose failure matters: kinds of mounts, and two steps that are no mount. */
export type ProgramPart = MountStep['kind'] | 'landlock-ruleset' | 'working-directory'

interface Step {
  readonly number: number
  readonly part: ProgramPart | null
  readonly arguments: readonly number[]
  readonly options: StepOptions
}

/** A program as bytes, and the names of its steps for the errors that it may report. */
export interface AssembledProgram {
  readonly bytes: Uint8Array
  /** True when it ends in asking for the next one, which must not be sent before. */
  readonly asks: boolean
  /** What the step at this address does. */
  stepAt(address: number): string
  /** The part that this step belongs to, for decisions: the words of `stepAt` are for people. */
  partAt(address: number): ProgramPart | null
}

const encoder = new TextEncoder()

/**
 * Collects system calls and lays them out for the loader. Steps run in order, each must succeed unless it tolerates
 * its error; the first failure ends the program with a record that names the step.
 */
export class Program {
  readonly #architecture: Architecture
  readonly #steps: Step[] = []
  readonly #chunks: { readonly offset: number; readonly bytes: Uint8Array }[] = []
  #asks = false
  #part: ProgramPart | null = null
  readonly #texts = new Map<string, number>()
  /** Data lies before the steps, so that its addresses are known while steps are collected. */
  #end: number = IMAGE.headerBytes

  constructor(architecture: Architecture) {
    this.#architecture = architecture
  }

  /** Places bytes in the image, at a multiple of eight, and returns their address. */
  data(bytes: Uint8Array): number {
    const offset = this.#end
    this.#chunks.push({ offset, bytes })
    this.#end += Math.ceil(bytes.length / 8) * 8
    return IMAGE.address + offset
  }

  /** The address of a NUL-terminated text. */
  text(value: string): number {
    const known = this.#texts.get(value)
    if (known !== undefined) return known
    const address = this.data(encoder.encode(`${value}\0`))
    this.#texts.set(value, address)
    return address
  }

  /** The address of a list of texts that ends with a null pointer: what `execve` takes. */
  texts(values: readonly string[]): number {
    return this.words([...values.map((value) => this.text(value)), 0])
  }

  /** The address of 64-bit numbers. */
  words(values: readonly number[]): number {
    const bytes = new Uint8Array(values.length * 8)
    const view = new DataView(bytes.buffer)
    values.forEach((value, index) => writeWord(view, index * 8, value))
    return this.data(bytes)
  }

  cell(): Cell {
    return { address: this.words([0]) }
  }

  slot(): Slot {
    return { step: null }
  }

  /** The next step that is added stands at this place. */
  reach(slot: Slot): void {
    slot.step = this.#steps.length
  }

  call(name: SystemCall, args: readonly Argument[], options: StepOptions): void {
    const number = systemCallNumber(name, this.#architecture)
    if (number === null) throw new TypeError(`${this.#architecture} has no system call ${name}`)
    this.#steps.push({ number, part: this.#part, arguments: args.map((value) => this.#argument(value)), options })
  }

  /** The steps that are added by `add` belong to this part. */
  during(part: ProgramPart, add: () => void): void {
    const before = this.#part
    this.#part = part
    add()
    this.#part = before
  }

  /** Ends the program with asking for the next one, and performing that. */
  next(does: string): void {
    this.#asks = true
    this.sendRecord(this.prepareRecord(RECORD_KIND.request).address, does)
    this.#steps.push({ number: STEP_LAYOUT.nextProgram, part: null, arguments: [], options: { does } })
  }

  /** A record to send later, and the cell that is its first number. */
  prepareRecord(kind: number): { readonly address: number; readonly cell: Cell } {
    const address = this.words([kind, 0, 0])
    return { address, cell: { address: address + 8 } }
  }

  /** Sends a record to the reader of the channel. */
  sendRecord(address: number, does: string): void {
    this.call('write', [IMAGE.channel, address, IMAGE.recordBytes], { does })
  }

  /** @throws RangeError when the program is larger than the loader can hold */
  assemble(): AssembledProgram {
    const first = this.#end
    const length = first + this.#steps.length * STEP_LAYOUT.bytes
    if (length > IMAGE.maximumBytes) {
      throw new RangeError(`the program has ${String(length)} bytes, at most ${String(IMAGE.maximumBytes)} fit`)
    }
    const bytes = new Uint8Array(length)
    const view = new DataView(bytes.buffer)
    writeWord(view, IMAGE.lengthOffset, length)
    writeWord(view, IMAGE.entryOffset, IMAGE.address + first)
    writeWord(view, IMAGE.failureOffset, RECORD_KIND.failed)
    for (const chunk of this.#chunks) bytes.set(chunk.bytes, chunk.offset)
    this.#steps.forEach((step, index) => writeStep(view, first, index, step))
    const steps = this.#steps.map(({ part, options: { does } }) => ({ part, does }))
    const at = (address: number) => steps[(address - IMAGE.address - first) / STEP_LAYOUT.bytes]
    return {
      bytes,
      asks: this.#asks,
      stepAt: (address) => at(address)?.does ?? 'perform an unknown step',
      partAt: (address) => at(address)?.part ?? null,
    }
  }

  #argument(value: Argument): number {
    if (typeof value === 'number') return value
    return typeof value === 'string' ? this.text(value) : this.data(value)
  }
}

function writeStep(view: DataView, first: number, index: number, { number, arguments: args, options }: Step): void {
  const addressOf = (step: number): number => IMAGE.address + first + step * STEP_LAYOUT.bytes
  const at = first + index * STEP_LAYOUT.bytes
  const { store, firstFrom, when, goTo } = options
  const next = goTo === undefined ? addressOf(index + 1) : addressOf(reached(goTo))
  writeWord(view, at + STEP_LAYOUT.number, number)
  args.forEach((value, position) => writeWord(view, at + STEP_LAYOUT.arguments + position * 8, value))
  if (store !== undefined) {
    const target = 'address' in store ? store.address : addressOf(reached(store.matchOf)) + STEP_LAYOUT.match
    writeWord(view, at + STEP_LAYOUT.store, target)
  }
  writeWord(view, at + STEP_LAYOUT.tolerate, options.tolerate === 'any' ? -1 : (options.tolerate ?? 0))
  writeWord(view, at + STEP_LAYOUT.onElse, next)
  writeWord(view, at + STEP_LAYOUT.onMatch, when === undefined ? next : addressOf(reached(when.goTo)))
  if (when !== undefined) writeWord(view, at + STEP_LAYOUT.match, when.result)
  if (firstFrom !== undefined) writeWord(view, at + STEP_LAYOUT.firstFrom, firstFrom.address)
}

function reached(slot: Slot): number {
  if (slot.step === null) throw new TypeError('the program goes to a place that it never reaches')
  return slot.step
}

/** A 64-bit number in two halves: several times faster than through BigInt, and hundreds are written for each command. */
function writeWord(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value, true)
  view.setUint32(offset + 4, Math.floor(value / 2 ** 32), true)
}
