/** A command whose output is to be recorded. */
export interface RecordingStart {
  /** Of the command; the recording is found by it. */
  readonly runId: string
  /** Of the call that it belongs to. */
  readonly callId: string
  /** As it was called; the recorder redacts it. */
  readonly command: string
}

/** What a command prints, kept with its times. */
export interface Recording {
  /** Redacted. It never throws: what cannot be kept is left out, and the end says so. */
  output(text: string): void
  /** The command has ended: writes the record with the hash of the recording. @throws what the audit log does */
  end(exit: string): Promise<void>
  /** Nothing has run: nothing is kept. */
  discard(): void
}

/** Opens a recording before its command starts. When it rejects, the command does not run. */
export type OpenRecording = (start: RecordingStart) => Promise<Recording>
