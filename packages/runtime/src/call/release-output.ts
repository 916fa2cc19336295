import type { CallOptions } from './call-options.ts'

/** Gives the caller the output of a command that was withheld until it was settled. */
export async function releaseOutput(
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  onOutput: CallOptions['onOutput'],
): Promise<void> {
  for (const [stream, text] of [
    ['stdout', stdout],
    ['stderr', stderr],
  ] as const) {
    if (text !== '') await onOutput?.({ stream, text, bytes: Buffer.from(text) })
  }
}
