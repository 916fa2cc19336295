import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** 256 bits for a device to sign with, base64url. Only its hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in hexadecimal: what is kept of a token or a code. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** 122 random bits, hexadecimal, so that the id cannot be guessed. A UUID is cheaper than `randomBytes`: Node makes many at once. */
export const newId = (): string => randomUUID().replaceAll('-', '')
