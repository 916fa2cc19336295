export type {
  AppendOptions,
  AppendOutcome,
  Bus,
  ClaimOutcome,
  CompareOutcome,
  Entry,
  Handler,
  KeyOptions,
  LogWatchOptions,
  Page,
  ReadOptions,
  RequestOptions,
  ServeOptions,
  Service,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './contract/bus.ts'
export { BusError, type BusErrorCode } from './contract/bus-error.ts'
export type { LogTarget, Name, Target } from './contract/name.ts'
export type { RequestOutcome } from './contract/request-outcome.ts'
export type { LimitsBySpace, SpaceLimits } from './contract/space-limits.ts'
export { openEmbeddedBus, type EmbeddedBusOptions } from './embedded/open-embedded-bus.ts'
