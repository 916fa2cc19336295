import { randomBytes } from 'node:crypto'

/** 96 random bits: an id cannot be guessed, and says nothing. */
export const newJobId = (): string => `job_${randomBytes(12).toString('hex')}`

/** Ids become names of folders. */
export const isJobId = (id: unknown): id is string => typeof id === 'string' && /^job_[0-9a-f]{24}$/.test(id)
