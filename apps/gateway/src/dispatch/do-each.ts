/** Does each, also after one that fails, and throws the first error at the end. */
export function doEach(actions: readonly (() => void)[]): void {
  const errors: unknown[] = []
  for (const action of actions) {
    try {
      action()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
