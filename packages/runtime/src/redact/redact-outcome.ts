import { PoundlockError, redactSecrets, redactSecretsIn } from '@poundlock/spec'
import type { ToolOutput } from '@poundlock/tools'
import type { CallOutcome } from '../call/outcome.ts'

/** Redacts the result of a tool. A file in which its output was kept stays as it is. */
export function redactOutcome(outcome: CallOutcome): CallOutcome {
  try {
    return redacted(outcome)
  } catch (cause) {
    return unsearched(outcome, cause)
  }
}

/** A result that cannot be searched, such as cyclic data, is not handed on. */
function unsearched(outcome: CallOutcome, cause: unknown): CallOutcome {
  const message = 'its output cannot be searched for secrets, and is withheld; its effects remain'
  const remedy = 'A tool answers plain data, as JSON has it.'
  const error = new PoundlockError(message, { code: 'TOOL_OUTPUT', cause, remedy })
  return { ...outcome, status: 'failed', message, run: null, output: null, tried: null, error }
}

function redacted(outcome: CallOutcome): CallOutcome {
  const { run, output, notes, message, error } = outcome
  return {
    ...outcome,
    message: redactSecrets(message),
    notes: redactSecretsIn(notes),
    output: output && redactOutput(output),
    error: error && redactError(error),
    run: run && {
      ...run,
      stdout: redactSecrets(run.stdout),
      stderr: redactSecrets(run.stderr),
      tail: redactSecrets(wholeLines(run)),
      exitText: redactSecrets(run.exitText),
      ...(run.error && { error: redactError(run.error) }),
    },
  }
}

function redactOutput({ content, structured, error, ...rest }: ToolOutput): ToolOutput {
  return {
    ...rest,
    ...(error && { error: redactError(error) }),
    content: content.map((part) => (part.type === 'text' ? { ...part, text: redactSecrets(part.text) } : part)),
    ...(structured !== undefined && { structured: redactSecretsIn(structured) }),
  }
}

/** An error can quote the lines of a file that come nearest. Its cause is left out then. */
function redactError(error: PoundlockError): PoundlockError {
  const { code } = error
  const message = redactSecrets(error.message)
  const remedy = error.remedy === undefined ? undefined : redactSecrets(error.remedy)
  const details = redactSecretsIn(error.details)
  if (message === error.message && remedy === error.remedy && details === error.details) return error
  return new PoundlockError(message, { code, details, ...(remedy !== undefined && { remedy }) })
}

/** A secret in a line without its beginning would not be recognised. */
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
