import type { ProcessHandle } from '@poundlock/spec'

/** All that a process writes to its output. */
export async function readAll(process: ProcessHandle): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdout ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}
