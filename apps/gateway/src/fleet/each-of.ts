/**
 * Does something with each item, in their order, so many at a time.
 *
 * @param mayStart asked before each one; once it says no, no further one is started
 */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  action: (item: Item) => Promise<void>,
  mayStart: () => boolean = () => true,
): Promise<void> {
  const left = items.values()
  const work = async () => {
    while (mayStart()) {
      const { done, value } = left.next()
      if (done === true) return
      // oxlint-disable-next-line no-await-in-loop -- so many at a time
      await action(value)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
}
