/** Each time another one: the same call again and again is refused. */
export const readInput = (number: number) => ({ path: 'note.txt', offset: 1 + (number % 200), limit: 1 + number })
