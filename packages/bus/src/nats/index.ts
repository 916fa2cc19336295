export type { NatsBusOptions, NatsCredentials, NatsStatus, NatsTls } from './nats-options.ts'
export { openNatsBus } from './open-nats-bus.ts'
