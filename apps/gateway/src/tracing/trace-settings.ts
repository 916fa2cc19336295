import { GatewayHostError } from '../gateway-host-error.ts'
import { isLoopback } from '../listen/host-names.ts'

/** Where spans go. */
export interface TraceSettings {
  /** With its path, such as `http://127.0.0.1:4318/v1/traces`. */
  readonly endpoint: string
  /** May hold a secret. */
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Of the process that sends them: `service.name` and others. */
  readonly resource: Readonly<Record<string, string>>
  /** Whether inputs of tools are in the spans. */
  readonly withArguments: boolean
}

/** `gateway.traces` of the configuration. */
export interface ConfiguredTraces {
  readonly endpoint?: string
  readonly arguments?: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const TIMEOUT_MS = 10_000
const PATH = '/v1/traces'

/**
 * Where spans go: as `gateway.traces` says, or the variables of OpenTelemetry (`OTEL_EXPORTER_OTLP_ENDPOINT` and others).
 *
 * @param version of this program
 * @returns `null` where neither names a collector, or `OTEL_SDK_DISABLED` or `OTEL_TRACES_EXPORTER` turns it off
 * @throws GatewayHostError `GATEWAY_CONFIG` for a collector to which nothing can be sent safely
 */
export function traceSettings(
  configured: ConfiguredTraces,
  environment: Environment,
  version: string,
): TraceSettings | null {
  const variable = (name: string) =>
    environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || environment[`OTEL_EXPORTER_OTLP_${name}`] || undefined
  const endpoint = configured.endpoint ?? endpointOf(environment)
  if (endpoint === null || isDisabled(environment)) return null
  const url = URL.parse(endpoint)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw refused(`${JSON.stringify(endpoint)} is no http or https address without a password`)
  }
  if (variable('PROTOCOL') === 'grpc') throw refused('OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and spans are sent by HTTP')
  const headers = keyValues(variable('HEADERS'))
  const isOpen =
    url.protocol === 'http:' && !isLoopback(url.hostname.replace(/^\[|\]$/g, '')) && url.hostname !== 'localhost'
  if (isOpen && Object.keys(headers).length > 0) {
    throw refused('OTEL_EXPORTER_OTLP_HEADERS would be sent to another machine without TLS')
  }
  const timeoutMs = Number(variable('TIMEOUT') ?? TIMEOUT_MS)
  return {
    endpoint: url.href,
    headers,
    timeoutMs: timeoutMs > 0 && timeoutMs <= 600_000 ? timeoutMs : TIMEOUT_MS,
    resource: {
      'service.name': 'poundlock-gateway',
      'service.version': version,
      ...keyValues(environment['OTEL_RESOURCE_ATTRIBUTES']),
      ...(environment['OTEL_SERVICE_NAME'] && { 'service.name': environment['OTEL_SERVICE_NAME'] }),
    },
    withArguments: configured.arguments === true,
  }
}

function endpointOf(environment: Environment): string | null {
  const traces = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  if (traces) return traces
  const all = environment['OTEL_EXPORTER_OTLP_ENDPOINT']
  return all ? `${all.replace(/\/+$/, '')}${PATH}` : null
}

function isDisabled(environment: Environment): boolean {
  const exporters = environment['OTEL_TRACES_EXPORTER'] || 'otlp'
  const isOtlp = exporters.split(',').some((name) => name.trim() === 'otlp')
  return environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || !isOtlp
}

/** `key=value,key=value`, percent-encoded, as in the W3C Baggage header. What is no pair is left out. */
function keyValues(text = ''): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair))
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1]!, decoded(pair[2]!)]] : [])))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const refused = (problem: string) =>
  new GatewayHostError(`gateway.traces: ${problem}`, {
    code: 'GATEWAY_CONFIG',
    remedy: 'Name a collector for OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces, or use https.',
    details: { key: 'gateway.traces' },
  })
