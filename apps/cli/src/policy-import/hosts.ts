import type { Subject } from './foreign-line.ts'

/** As `tools.web` has them. */
const HOST =
  /^(?:\*|(?:\*\.)?[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)*)$/

/** A host that a line names. */
export const hostSubject = (host: string): Extract<Subject, { kind: 'host' }> =>
  HOST.test(host) && host.length <= 253
    ? { kind: 'host', host }
    : { kind: 'host', host: '', problem: 'it is no host name, nor "*." with one' }

/** The host of a pattern on addresses, such as `https://example.com/*`. It can deny, and not allow: ours is wider. */
export function urlSubject(pattern: string): Extract<Subject, { kind: 'host' }> {
  if (/^\*+$/.test(pattern)) return { kind: 'host', host: '*' }
  const host = /^(?:[a-z*]+:\/\/)?([^/?#:]+)/i.exec(pattern)?.[1] ?? ''
  const subject = hostSubject(host)
  return subject.problem === undefined && host !== '*'
    ? { ...subject, problem: 'it is about some addresses of a host, and a rule here about all of them' }
    : { kind: 'host', host: '', problem: 'no host can be read from it' }
}
