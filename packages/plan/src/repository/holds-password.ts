import { statSync } from 'node:fs'
import { redactSecrets } from '@poundlock/spec'
import { readSmall } from './read-small.ts'

/** A user in an address, beside the one that forges give everyone. */
export const USER_IN_ADDRESS = /:\/\/(?!git@)[^\s/@]+@/
/** Settings that are there for passwords. Source: git-config(1), `http.extraHeader`, `sendemail.smtpPass`, `imap.pass`. */
const FOR_PASSWORDS = /extraheader|cookiefile|pass|token|secret|credential/i

/** Whether a file of settings of git holds a password, or may hold one. A file that is not there holds none. */
export function holdsPassword(file: string): boolean {
  const text = readSmall(file)
  if (text === null) return isThere(file)
  return USER_IN_ADDRESS.test(text) || FOR_PASSWORDS.test(text) || redactSecrets(text) !== text
}

function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
