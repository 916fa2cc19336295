/** More entries than the largest folders that are listed have; a path takes one for each of its parts. */
const MAX_STEPS = 500_000

/**
 * How much of a disk is looked at for one line. Words multiply: a thousand patterns over one large folder, a thousand
 * paths through long links. What is behind it cannot be told, and the line asks.
 */
export class DiskBudget {
  #left = MAX_STEPS

  /** @returns false once there is nothing left */
  spend(steps: number): boolean {
    this.#left -= steps
    return this.#left >= 0
  }
}
