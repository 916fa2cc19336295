/** One line of the structured log. Never a token, a code or a key. */
export type Log = (event: string, fields?: Readonly<Record<string, unknown>>) => void
