import { hash } from 'node:crypto'
import { canonicalJson } from '@poundlock/audit'

/** The same for the same request: its method and its parameters, whatever the order of their keys. */
export function fingerprintOf(method: string, params: object): string {
  return hash('sha256', canonicalJson({ method, params }))
}
