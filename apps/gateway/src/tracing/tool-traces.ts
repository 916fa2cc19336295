import type { Log } from '../dispatch/services.ts'
import { SpanExporter } from './span-exporter.ts'
import { toolSpan, type TracedCall } from './tool-span.ts'
import type { TraceSettings } from './trace-settings.ts'

/** Spans of tool calls. Costs nothing where traces are off. */
export interface ToolTraces {
  ended(call: TracedCall): void
  /** Spans that no collector got. */
  readonly dropped: () => number
  close(): Promise<void>
}

/** @param settings `null` where traces are off */
export function openTraces(settings: TraceSettings | null, log: Log): ToolTraces {
  if (settings === null) return { ended: () => undefined, dropped: () => 0, close: async () => undefined }
  const exporter = new SpanExporter(settings, log)
  return {
    ended(call) {
      const span = toolSpan(call, settings.withArguments)
      if (span !== null) exporter.add(span)
    },
    dropped: () => exporter.dropped,
    close: () => exporter.close(),
  }
}
