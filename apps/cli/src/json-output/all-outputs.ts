import { AGENT_OUTPUTS } from './agent-outputs.ts'
import { APPROVAL_OUTPUTS } from './approval-outputs.ts'
import { AUDIT_OUTPUTS } from './audit-outputs.ts'
import { CALL_OUTPUTS } from './call-outputs.ts'
import { GATEWAY_OUTPUTS } from './gateway-outputs.ts'
import type { JsonOutput } from './json-output.ts'
import { MCP_OUTPUTS } from './mcp-outputs.ts'
import { POLICY_OUTPUTS } from './policy-outputs.ts'
import { SANDBOX_OUTPUTS } from './sandbox-outputs.ts'
import { SETUP_OUTPUTS } from './setup-outputs.ts'
import { WORKSPACE_OUTPUTS } from './workspace-outputs.ts'

/** What every command prints for `--json`, by its words. The build writes a JSON Schema for each. */
export const JSON_OUTPUTS: Readonly<Record<string, JsonOutput>> = {
  ...CALL_OUTPUTS,
  ...WORKSPACE_OUTPUTS,
  ...AGENT_OUTPUTS,
  ...APPROVAL_OUTPUTS,
  ...POLICY_OUTPUTS,
  ...SANDBOX_OUTPUTS,
  ...MCP_OUTPUTS,
  ...AUDIT_OUTPUTS,
  ...GATEWAY_OUTPUTS,
  ...SETUP_OUTPUTS,
}
