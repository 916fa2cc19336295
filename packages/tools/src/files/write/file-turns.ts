const turns = new Map<string, Promise<unknown>>()

/** Lets the calls of this process that change a file do so one after the other: none overwrites what another did. */
export async function takeTurns<Result>(path: string, change: () => Promise<Result>): Promise<Result> {
  const before = turns.get(path) ?? Promise.resolve()
  const mine = before.then(change, change)
  const done = mine.then(
    () => {},
    () => {},
  )
  turns.set(path, done)
  try {
    return await mine
  } finally {
    if (turns.get(path) === done) turns.delete(path)
  }
}
