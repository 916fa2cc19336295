/** Streams of a process, as Node and a sandbox give them. */
interface Streams {
  readonly stdout: AsyncIterable<Uint8Array> | null
  readonly stderr: AsyncIterable<Uint8Array> | null
}

/**
 * Reads all that a process prints, to the end.
 *
 * @throws when that is not the line that was asked for: what fails is fast
 */
export async function expectHi(name: string, { stdout, stderr }: Streams): Promise<void> {
  const [output, complaint] = await Promise.all([stdout, stderr].map(textOf))
  if (output !== 'hi\n') throw new Error(`${name} printed ${JSON.stringify(`${String(output)}${String(complaint)}`)}`)
}

async function textOf(stream: AsyncIterable<Uint8Array> | null): Promise<string> {
  let text = ''
  for await (const chunk of stream ?? []) text += Buffer.from(chunk).toString()
  return text
}
