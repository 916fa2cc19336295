import type { TraceSpan } from './tool-span.ts'

const INTERNAL = 1
const ERROR = 2

/**
 * The body of a request to `/v1/traces`: OTLP 1, encoded as JSON (ids in hexadecimal, 64-bit numbers as text).
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function otlpTraces(spans: readonly TraceSpan[], resource: Readonly<Record<string, string>>): string {
  const scopeSpans = [{ scope: { name: 'poundlock-gateway' }, spans: spans.map((span) => otlpSpan(span)) }]
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: keyValues(resource) }, scopeSpans }] })
}

const otlpSpan = ({ startedAt, endedAt, attributes, events, isError, ...ids }: TraceSpan) => ({
  ...ids,
  kind: INTERNAL,
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: keyValues(attributes),
  events: events.map(({ name, at }) => ({ name, timeUnixNano: nanoseconds(at) })),
  status: isError ? { code: ERROR } : {},
})

const keyValues = (attributes: Readonly<Record<string, string | number>>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

const nanoseconds = (milliseconds: number): string => (BigInt(Math.round(milliseconds)) * 1_000_000n).toString()
