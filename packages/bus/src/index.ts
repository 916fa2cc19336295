export type {
  AppendOptions,
  AppendOutcome,
  Bus,
  ClaimOutcome,
  CompareOutcome,
  Entry,
  BusHandler,
  KeyOptions,
  LogWatchOptions,
  Page,
  ReadOptions,
  BusRequestOptions,
  BusServeOptions,
  BusService,
  WatchEvent,
  BusWatchOptions,
  BusWriteOptions,
} from './contract/bus.ts'
export { BusError, type BusErrorCode } from './contract/bus-error.ts'
export type { LogTarget, Name, NameTarget } from './contract/name.ts'
export type { RequestOutcome } from './contract/request-outcome.ts'
export type { LimitsBySpace, SpaceLimits } from './contract/space-limits.ts'
export { openEmbeddedBus, type EmbeddedBusOptions } from './embedded/open-embedded-bus.ts'
