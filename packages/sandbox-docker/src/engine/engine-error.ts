/** The status of a refusal of the engine, or `null` when it was none. */
export function statusOf(error: unknown): number | null {
  const status = (error as { readonly statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' ? status : null
}

/** What the engine said, in one line. */
export function messageOf(error: unknown): string {
  const { json, message } = error as { readonly json?: { readonly message?: unknown }; readonly message?: unknown }
  const text = typeof json?.message === 'string' ? json.message : String(message ?? error)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Runs an action on an object that may already be gone. @returns `null` when it is */
export async function unlessGone<Result>(action: Promise<Result>): Promise<Result | null> {
  try {
    return await action
  } catch (error) {
    const status = statusOf(error)
    if (status === 404 || status === 409 || status === 304) return null
    // Podman 4.3, when a container goes while it is asked of an exec in it.
    if (status === 500 && /no such (?:container|exec session)/.test(messageOf(error))) return null
    throw error
  }
}
