/** What this browser keeps of its device. The private key cannot be read, not even by this page: it only signs. */
export interface StoredDevice {
  readonly keys: CryptoKeyPair
  readonly token: string
  /** The gateway that the device was paired with: the page connects to no other one. */
  readonly gatewayId: string
}

/** Pages below other paths of one address are those of other gateways. */
const nameOf = () => `poundlock ${new URL('./', location.href).pathname}`
const STORE = 'device'
const OWN = 'own'

/** The device that this browser was paired as, or `null`. */
export async function loadDevice(): Promise<StoredDevice | null> {
  return ((await loadValue(OWN)) as StoredDevice | undefined) ?? null
}

/** Keeps a device. When the promise resolves, it is on the disk. */
export async function saveDevice(device: StoredDevice): Promise<void> {
  await saveValue(OWN, device)
}

/** Forgets the device and all that was kept with it: the browser has to be paired anew. */
export async function forgetDevice(): Promise<void> {
  await withStore('readwrite', (store) => store.clear())
}

/** Forgets what was kept beside the device; the device stays. */
export async function forgetValue(key: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(key))
}

/** A value that is kept beside the device; `undefined` where there is none. */
export const loadValue = (key: string): Promise<unknown> => withStore('readonly', (store) => store.get(key))

/** Keeps a value beside the device. When the promise resolves, it is on the disk. */
export async function saveValue(key: string, value: object): Promise<void> {
  await withStore('readwrite', (store) => store.put(value, key))
}

async function withStore(mode: IDBTransactionMode, action: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const request = action(transaction.objectStore(STORE))
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(transaction.error ?? failure())
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('error', fail)
      transaction.addEventListener('abort', fail)
    })
    return request.result
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(nameOf(), 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? failure()))
  })
}

const failure = () => new Error('The storage of this browser failed. Private windows may have none.')
