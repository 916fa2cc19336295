/** How long a call waits before its command goes on in the background, in milliseconds. */
export const YIELD = { least: 10, usual: 10_000, most: 120_000 } as const
