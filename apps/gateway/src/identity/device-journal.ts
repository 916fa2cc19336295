import type { EventData } from '@poundlock/protocol'
import { EventJournal } from '../feeds/journal.ts'

type DeviceEvent =
  | { readonly event: 'devices.changed'; readonly data: EventData<'devices.changed'> }
  | { readonly event: 'devices.pairing'; readonly data: EventData<'devices.pairing'> }

/** What happens among the devices. */
export class DeviceJournal extends EventJournal<DeviceEvent> {}
