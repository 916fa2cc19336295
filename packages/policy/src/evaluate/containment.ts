import type { ExecSettings } from '../model/decision.ts'
import type { PolicyRequest } from '../model/request.ts'

/** True where a sandbox that is proven confines the call to the workspace. */
export function isContained({ host }: ExecSettings, { containment }: PolicyRequest): boolean {
  return host.value === 'sandbox' && containment?.active === true && containment.workspaceOnly
}

/** True where a sandbox confines the call to the workspace, without network. */
export function isOffline(exec: ExecSettings, request: PolicyRequest): boolean {
  return isContained(exec, request) && request.containment?.network === 'off'
}

/** The owner consented to the hosts of an allowlist. What a line does with them is evaluated all the same. */
export function isConfined(exec: ExecSettings, request: PolicyRequest): boolean {
  return isContained(exec, request) && request.containment?.network !== 'on'
}
