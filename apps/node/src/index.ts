export { NodeError, type NodeErrorCode } from './node-error.ts'
export { readNodeStatus, type NodeStatus } from './status-file.ts'
export { startNode, USUAL_OFFER, type NodeOptions, type RunningNode } from './start-node.ts'
