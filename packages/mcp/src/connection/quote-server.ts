const LONGEST = 2000

/** An error text of a server, for use in our messages: shortened, and escaped so that no line looks like ours. */
export function quoteServer(message: string): string {
  const shown = message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message
  return shown.replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '\n  | ')
}
