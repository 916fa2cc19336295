import { redactSecrets, redactSecretsIn } from '@poundlock/spec'
import type { ToolOutput } from '@poundlock/tools'
import type { CallOutcome } from '../call/outcome.ts'

/** What a tool said without what looks like a secret. A file that its output was kept in is as it was. */
export function redactOutcome(outcome: CallOutcome): CallOutcome {
  const { run, output, notes, message } = outcome
  return {
    ...outcome,
    message: redactSecrets(message),
    notes: redactSecretsIn(notes),
    output: output && redactOutput(output),
    run: run && {
      ...run,
      stdout: redactSecrets(run.stdout),
      stderr: redactSecrets(run.stderr),
      tail: redactSecrets(wholeLines(run)),
    },
  }
}

function redactOutput({ content, structured, ...rest }: ToolOutput): ToolOutput {
  return {
    ...rest,
    content: content.map((part) => (part.type === 'text' ? { ...part, text: redactSecrets(part.text) } : part)),
    ...(structured !== undefined && { structured: redactSecretsIn(structured) }),
  }
}

/** Of a line whose beginning is cut off, what a secret in it belongs to is gone. */
function wholeLines({
  tail,
  stdout,
  stderr,
}: {
  readonly tail: string
  readonly stdout: string
  readonly stderr: string
}) {
  const isCut = tail.length < stdout.length + stderr.length
  return isCut && tail.includes('\n') ? `…\n${tail.slice(tail.indexOf('\n') + 1)}` : tail
}
