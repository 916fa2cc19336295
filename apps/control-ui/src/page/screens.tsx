import type { Scope } from '@poundlock/protocol'
import type { ComponentType } from 'preact'
import { AuditView } from '../audit/audit-view.tsx'
import { McpView } from '../mcp/mcp-view.tsx'
import { NodesView } from '../nodes/nodes-view.tsx'
import { PolicyView } from '../policy/policy-view.tsx'
import { SessionsView } from '../sessions/sessions-view.tsx'
import type { ScreenProps } from './screen-props.ts'

export interface Screen {
  readonly path: string
  readonly label: string
  /** One of these opens it. */
  readonly scopes: readonly Scope[]
  /** Absent for the queue of approvals, which the page itself keeps. */
  readonly view?: ComponentType<ScreenProps>
}

/** The screens in the order of the navigation. */
export const SCREENS: readonly Screen[] = [
  { path: 'approvals', label: 'Approvals', scopes: ['approvals.read'] },
  { path: 'sessions', label: 'Sessions', scopes: ['sessions.read'], view: SessionsView },
  { path: 'nodes', label: 'Nodes', scopes: ['nodes.read', 'devices.read'], view: NodesView },
  { path: 'audit', label: 'Audit', scopes: ['audit.read'], view: AuditView },
  { path: 'policy', label: 'Policy', scopes: ['config.read'], view: PolicyView },
  { path: 'mcp', label: 'MCP', scopes: ['config.read'], view: McpView },
]
