import type { LiveOptions } from '../create-runtime.ts'

/** Gives the output of a command to whoever made the call, where it was kept until something was settled. */
export async function releaseOutput(
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  onOutput: LiveOptions['onOutput'],
): Promise<void> {
  for (const [stream, text] of [
    ['stdout', stdout],
    ['stderr', stderr],
  ] as const) {
    if (text !== '') await onOutput?.({ stream, text, bytes: Buffer.from(text) })
  }
}
