/** What serves, or, where that cannot be begun, the end of everything that was begun for it. */
export async function servedOrEnded<S>(end: () => Promise<void>, serve: () => S | Promise<S>): Promise<S> {
  try {
    return await serve()
  } catch (error) {
    await end()
    throw error
  }
}
