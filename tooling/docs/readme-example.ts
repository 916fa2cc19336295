const EXAMPLE = /^```ts run\n(?<program>[\s\S]*?)^```\n\nprints\n\n```text\n(?<output>[\s\S]*?)^```$/gmu

export interface ReadmeExample {
  readonly program: string
  /** What it prints on standard output. */
  readonly output: string
}

/** The programs of a README, imports and all, and what it says that they print. */
export function readmeExamples(page: string): readonly ReadmeExample[] {
  return [...page.matchAll(EXAMPLE)].map(({ groups }) => ({ program: groups!['program']!, output: groups!['output']! }))
}
