export { approvalSettings, type ApprovalSettings } from './approvals/approval-settings.ts'
export { approvalsFor, readApprovals } from './approvals/approvals-document.ts'
export { approvalsPaths, hasSocket, type ApprovalsPaths } from './approvals/approvals-paths.ts'
export { approverGroups, requestOf } from './approvals/request-of.ts'
export { granted, grantFolder } from './approvals/granted.ts'
export {
  chooseBackend,
  type BackendChoice,
  type Backends,
  type AgentSession,
  type DockerSettings,
  type RendererChoice,
  type UnshareSettings,
} from './backends.ts'
export { LocalHostError } from './local-host-error.ts'
export {
  openLocalHost,
  type HostLocation,
  type HostSettings,
  type LocalHost,
  type LocalHostOptions,
  type ToolParts,
} from './open-local-host.ts'
export { commandPath } from './place/command-path.ts'
export { findShell } from './place/shell.ts'
export { findLocation, refuseHome, type Location } from './place/workspace.ts'
export { policyLayers } from './policy/policy-layers.ts'
export { sandboxNetwork, sandboxPolicy } from './policy/sandbox-policy.ts'
export { isSandboxed, MAIN_SESSION, modeLayers } from './policy/sandboxed-session.ts'
export { skillPrograms } from './policy/skill-programs.ts'
export { tracesOfCalls, type CallTraces } from './records/call-traces.ts'
export { recordingFile, recordingFolder } from './recordings/open-recording.ts'
export { readRecording, type ReadRecording } from './recordings/read-recording.ts'
export { createRecorder } from './records/recorder.ts'
export { homeFolder } from './state/home-folder.ts'
export { keepOutput, outputFolder, pruneOutputFolder } from './state/output-folder.ts'
export { readOwnFile } from './state/own-file.ts'
export { StateError } from './state/state-error.ts'
export { SessionHosts, type OpenSessionHost, type SessionHostLimits, type SessionPlace } from './session-hosts.ts'
export { makeStateFolder, stateFolder } from './state/state-folder.ts'
export { HAS_UNDO, openUndoStore } from './undo/open-undo-store.ts'
