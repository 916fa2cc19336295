export type { AgentDescription, AgentServers, AgentSettings } from './agents/agent-settings.ts'
export type { ModelSessions } from './agents/model-sessions.ts'
export type { ConnectionBounds } from './connection/limits.ts'
export type { Connections, OpenConnection } from './connection/connections.ts'
export type { Area, OpenArea } from './dispatch/area.ts'
export type { Caller, EventPlace } from './dispatch/caller.ts'
export type { Handler, Handlers, RequestHeader } from './dispatch/handler.ts'
export type { GatewayState, Log, Services } from './dispatch/services.ts'
export { GatewayHostError, type GatewayHostErrorCode } from './gateway-host-error.ts'
export { checkTcpSettings, type TcpSettings } from './listen/bind-rules.ts'
export type { HttpPeer, HttpRoute } from './listen/door.ts'
export { gatewaySocket } from './listen/socket-path.ts'
export { takePassedSockets, type PassedSockets } from './listen/passed-sockets.ts'
export { connectLocal, type LocalConnection } from './local/connect-local.ts'
export { pairingLink } from './local/pairing-link.ts'
export { qrLines } from './local/qr-lines.ts'
export { drainAndClose, type DrainOptions } from './operations/drain-and-close.ts'
export { jsonLog, type JsonLogOptions } from './operations/json-log.ts'
export type { MetricsAudience } from './operations/metrics-route.ts'
export { METRICS, type MetricLabels, type MetricName, type Metrics } from './operations/metric-table.ts'
export type { Reloaded } from './operations/reloader.ts'
export {
  serviceFile,
  type Service,
  type ServiceFile,
  type ServiceKind,
  type ServiceSockets,
} from './operations/service-file.ts'
export { pushSettings, type ConfiguredPush, type PushSettings } from './push/push-settings.ts'
export {
  connectPaired,
  pairWithGateway,
  stayConnected,
  type ConnectingPaired,
  type Pairing,
  type StayingConnected,
} from './remote/connect-paired.ts'
export { isSetupCode, readGatewayAddress, type GatewayAddress } from './remote/gateway-address.ts'
export { PairedGateways, type PairedGateway } from './remote/paired-gateways.ts'
export type { OpenBus } from './cluster/cluster.ts'
export { startGateway, type Gateway, type GatewayOptions } from './start-gateway.ts'
export { traceSettings, type ConfiguredTraces, type TraceSettings } from './tracing/trace-settings.ts'
export { workArea, type WorkArea, type WorkAreaOptions } from './work-area.ts'
