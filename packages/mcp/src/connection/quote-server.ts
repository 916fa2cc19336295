const LONGEST = 2000

/** What a server said of an error, as it stands among words of ours: no longer than anybody reads, none of its lines one of ours. */
export function quoteServer(message: string): string {
  const shown = message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message
  return shown.replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '\n  | ')
}
