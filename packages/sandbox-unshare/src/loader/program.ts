import { type Architecture, type SystemCall, systemCallNumber } from '../system-calls/system-calls.ts'
import { image, recordKind, stepLayout } from './program-image.ts'

/** A number that is only known while the program runs: the result of a step. */
export interface Cell {
  readonly offset: number
}

/** Where a program goes on; filled in when the place is reached. */
export interface Place {
  step: number | null
}

/** A number, a text (passed as the address of its NUL-terminated bytes) or bytes (passed as their address). */
export type Argument = number | bigint | string | Uint8Array

export interface StepOptions {
  /** What the step does, for the error when it fails: `make /usr read-only`. */
  readonly does: string
  /** The errno after which the program goes on as if nothing had happened. */
  readonly tolerate?: number | 'any'
  /** Where the result goes: a cell, or what another step compares its own result with. */
  readonly store?: Cell | { readonly matchOf: Place }
  /** Takes the first argument from a cell. */
  readonly firstFrom?: Cell
  /** Goes to `goTo` when the result is `result`. */
  readonly when?: { readonly result: number; readonly goTo: Place }
  /** Goes here instead of to the next step. */
  readonly goTo?: Place
}

interface Step extends StepOptions {
  readonly number: bigint
  readonly arguments: readonly bigint[]
}

/** A program as bytes, and the names of its steps for the errors that it may report. */
export interface AssembledProgram {
  readonly bytes: Uint8Array
  /** What the step at this address does. */
  stepAt(address: bigint): string
}

const pointer = (offset: number): bigint => BigInt(image.address + offset)
const encoder = new TextEncoder()

/**
 * Collects system calls and lays them out for the loader. Steps run in order, each must succeed unless it tolerates
 * its error; the first failure ends the program with a record that names the step.
 */
export class Program {
  readonly #architecture: Architecture
  readonly #steps: Step[] = []
  readonly #chunks: Uint8Array[] = []
  readonly #texts = new Map<string, bigint>()
  /** Data lies before the steps, so that its addresses are known while steps are collected. */
  #end: number = image.headerBytes

  readonly #failureKind: bigint

  /** @param failureKind what the record of a failed step starts with */
  constructor(architecture: Architecture, failureKind: bigint = recordKind.failed) {
    this.#architecture = architecture
    this.#failureKind = failureKind
  }

  /** Places bytes in the image, at a multiple of eight, and returns their address. */
  data(bytes: Uint8Array): bigint {
    const address = pointer(this.#end)
    const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8)
    padded.set(bytes)
    this.#chunks.push(padded)
    this.#end += padded.length
    return address
  }

  /** The address of a NUL-terminated text. */
  text(value: string): bigint {
    const known = this.#texts.get(value)
    if (known !== undefined) return known
    const address = this.data(encoder.encode(`${value}\0`))
    this.#texts.set(value, address)
    return address
  }

  /** The address of a list of texts that ends with a null pointer: what `execve` takes. */
  texts(values: readonly string[]): bigint {
    const addresses = values.map((value) => this.text(value))
    return this.words([...addresses, 0n])
  }

  /** The address of 64-bit numbers. */
  words(values: readonly bigint[]): bigint {
    const bytes = new Uint8Array(values.length * 8)
    const view = new DataView(bytes.buffer)
    values.forEach((value, index) => view.setBigUint64(index * 8, BigInt.asUintN(64, value), true))
    return this.data(bytes)
  }

  cell(): Cell {
    const offset = this.#end
    this.data(new Uint8Array(8))
    return { offset }
  }

  /** The address of a cell, for a call that writes to it. */
  addressOf(cell: Cell): bigint {
    return pointer(cell.offset)
  }

  place(): Place {
    return { step: null }
  }

  /** The next step that is added stands at this place. */
  reach(place: Place): void {
    place.step = this.#steps.length
  }

  call(name: SystemCall, args: readonly Argument[], options: StepOptions): void {
    const number = systemCallNumber(name, this.#architecture)
    if (number === null) throw new TypeError(`${this.#architecture} has no system call ${name}`)
    this.#steps.push({ ...options, number: BigInt(number), arguments: args.map((value) => this.#argument(value)) })
  }

  /** Adds one that writes a record to the channel. */
  record(kind: bigint, cell: Cell | null, does: string): void {
    // A cell is the second word of its record when the record is made around it.
    const address = cell === null ? this.words([kind, 0n, 0n]) : this.addressOf({ offset: cell.offset - 8 })
    this.call('write', [image.channel, address, image.recordBytes], { does })
  }

  /** A record of this kind whose first number is the cell's. */
  recordCell(kind: bigint): Cell {
    const address = this.words([kind, 0n, 0n])
    return { offset: Number(address) - image.address + 8 }
  }

  assemble(): AssembledProgram {
    const first = this.#end
    const length = first + this.#steps.length * stepLayout.bytes
    if (length > image.maximumBytes) {
      throw new RangeError(`the program has ${String(length)} bytes, at most ${String(image.maximumBytes)} fit`)
    }
    const bytes = new Uint8Array(length)
    const view = new DataView(bytes.buffer)
    const write = (offset: number, value: bigint): void => view.setBigUint64(offset, BigInt.asUintN(64, value), true)
    write(image.lengthOffset, BigInt(length))
    write(image.entryOffset, pointer(first))
    write(image.failureOffset, this.#failureKind)
    let offset: number = image.headerBytes
    for (const chunk of this.#chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    const stepAddress = (index: number): bigint => pointer(first + index * stepLayout.bytes)
    this.#steps.forEach((step, index) => {
      const at = first + index * stepLayout.bytes
      write(at + stepLayout.number, step.number)
      step.arguments.forEach((value, position) => write(at + stepLayout.arguments + position * 8, value))
      write(at + stepLayout.store, this.#storeOf(step, stepAddress))
      write(at + stepLayout.tolerate, BigInt(step.tolerate === 'any' ? -1 : (step.tolerate ?? 0)))
      const next = step.goTo === undefined ? stepAddress(index + 1) : this.#reached(step.goTo, stepAddress)
      write(at + stepLayout.onElse, next)
      write(at + stepLayout.onMatch, step.when === undefined ? next : this.#reached(step.when.goTo, stepAddress))
      if (step.when !== undefined) write(at + stepLayout.match, BigInt(step.when.result))
      write(at + stepLayout.firstFrom, step.firstFrom === undefined ? 0n : this.addressOf(step.firstFrom))
    })
    const names = this.#steps.map((step) => step.does)
    return {
      bytes,
      stepAt: (address) => names[(Number(address) - image.address - first) / stepLayout.bytes] ?? 'an unknown step',
    }
  }

  #storeOf({ store }: Step, stepAddress: (index: number) => bigint): bigint {
    if (store === undefined) return 0n
    if ('offset' in store) return this.addressOf(store)
    return this.#reached(store.matchOf, stepAddress) + BigInt(stepLayout.match)
  }

  #reached(place: Place, stepAddress: (index: number) => bigint): bigint {
    if (place.step === null) throw new TypeError('the program goes to a place that it never reaches')
    return stepAddress(place.step)
  }

  #argument(value: Argument): bigint {
    if (typeof value === 'bigint') return value
    if (typeof value === 'number') return BigInt(value)
    return typeof value === 'string' ? this.text(value) : this.data(value)
  }
}
