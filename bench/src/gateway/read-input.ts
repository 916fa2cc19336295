/** Each time another one, for a session's first hundred thousand calls: the same call again and again is refused. */
export const readInput = (number: number) => ({
  path: 'note.txt',
  offset: 1 + (number % 200),
  limit: 1 + (number % 100_000),
})
