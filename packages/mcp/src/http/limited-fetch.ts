type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

const NEWLINE = 10

/**
 * `fetch` with a limit for one message: a body without the blank line that ends an event is cut off, and its reader
 * gets an error.
 */
export function limitedFetch(maxMessageBytes: number, inner: Fetch = fetch): Fetch {
  return async (input, init) => {
    const response = await inner(input, init)
    if (!response.body) return response
    let bytes = 0
    let endedLine = false
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (endsEvent(chunk, endedLine)) bytes = 0
        endedLine = chunk.at(-1) === NEWLINE
        if (bytes > maxMessageBytes) controller.error(new Error(`a message has more than ${maxMessageBytes} bytes`))
        else controller.enqueue(chunk)
      },
    })
    const { status, statusText, headers, url } = response
    const limited = new Response(response.body.pipeThrough(limit), { status, statusText, headers })
    // A constructed response has no URL, which the SDK needs for relative links.
    Object.defineProperty(limited, 'url', { value: url })
    return limited
  }
}

function endsEvent(chunk: Uint8Array, endedLine: boolean): boolean {
  if (endedLine && chunk[0] === NEWLINE) return true
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
    if (chunk[at + 1] === NEWLINE || (chunk[at + 1] === 13 && chunk[at + 2] === NEWLINE)) return true
  }
  return false
}
