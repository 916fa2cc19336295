import { createHash, randomBytes } from 'node:crypto'

/** 256 bits for a device to sign with, base64url. Only its hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in hexadecimal: what is kept of a token or a code. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** An id that nobody can guess: 128 bits, hexadecimal. */
export const newId = (): string => randomBytes(16).toString('hex')
