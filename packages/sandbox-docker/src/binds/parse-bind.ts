import { isAbsolute, normalize } from 'node:path'
import { SandboxError } from '@poundlock/sandbox'

/** A file or folder of the host that a container gets. */
export interface Bind {
  /** Absolute path on the host. */
  readonly source: string
  /** Absolute path in the container. */
  readonly target: string
  /** Read-only, or for reading and writing. */
  readonly access: 'ro' | 'rw'
}

/** Thrown text by text, so that the message can name the one that is wrong. */
export function refuseBind(bind: string, why: string, remedy: string): never {
  throw new SandboxError(`The bind ${JSON.stringify(bind)} is refused: ${why}.`, {
    code: 'SANDBOX_POLICY',
    remedy,
    details: { bind },
  })
}

/**
 * Reads `host:container[:ro|rw]`; read-only unless `rw` is given.
 *
 * @throws SandboxError `SANDBOX_POLICY` for other text
 */
export function parseBind(text: string): Bind {
  const form = 'Write host:container, or host:container:rw where commands shall write, with absolute paths.'
  const parts = text.split(':')
  if (parts.length < 2 || parts.length > 3) refuseBind(text, 'it has not the form host:container[:ro|rw]', form)
  const [source = '', target = '', access = 'ro'] = parts
  if (access !== 'ro' && access !== 'rw') refuseBind(text, `${JSON.stringify(access)} is neither ro nor rw`, form)
  for (const path of [source, target]) {
    if (!isAbsolute(path)) refuseBind(text, `${JSON.stringify(path)} is not an absolute path`, form)
    if (path.includes('\0') || (normalize(path) !== path && normalize(path) !== `${path}/`)) {
      refuseBind(
        text,
        `${JSON.stringify(path)} holds "..", "." or doubled slashes`,
        'Write the path in its plain form.',
      )
    }
  }
  return { source: withoutSlash(source), target: withoutSlash(target), access }
}

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '')
