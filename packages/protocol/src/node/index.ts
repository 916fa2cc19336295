export { keyIdentity, newDeviceKey } from './key-identity.ts'
export { openLocalSocket } from './open-local-socket.ts'
export { openSocket, type TlsTrust } from './open-socket.ts'
