/**
 * Writes times as `toISOString` does, which takes several times as long: of times that follow each other, only the
 * milliseconds are new.
 */
export function createTimeWriter(): (time: Date) => string {
  let second = NaN
  let upToSecond = ''
  return (time) => {
    const milliseconds = time.getTime()
    const now = Math.floor(milliseconds / 1000)
    if (now !== second) {
      // Throws for a time that is none, which then never becomes the second that is known.
      upToSecond = time.toISOString().slice(0, -'000Z'.length)
      second = now
    }
    return `${upToSecond}${String(milliseconds - now * 1000).padStart(3, '0')}Z`
  }
}
