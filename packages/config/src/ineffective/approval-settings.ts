import type { ConfigDocument } from '../schema.ts'
import type { Ineffective } from './ineffective-setting.ts'

type Approvals = NonNullable<ConfigDocument['approvals']>

/**
 * Settings of `approvals` with which no request reaches a person, or no answer comes back.
 *
 * @param own what one file says
 * @param all what all files together say
 */
export function findApprovalSettings(own: Approvals, all: Approvals): readonly Ineffective[] {
  const { exec = {}, channels = {} } = all
  const found: Ineffective[] = []
  const add = (key: string, message: string) => found.push({ pointer: `/approvals/${key}`, message })
  const configured = CHANNELS.filter((name) => channels[name] !== undefined)
  for (const [index, { approve = 1, group }] of (own.require ?? []).entries()) {
    const pointer = `/approvals/require/${index}`
    const members = group === undefined ? undefined : new Set(all.groups?.[group]).size
    if (members === 0) {
      const message = `no one could allow it: approvals.groups has no group ${JSON.stringify(group)}`
      found.push({ pointer: `${pointer}/group`, message, refused: true })
    } else if (members !== undefined && members < approve) {
      const message = `no one could allow it: ${JSON.stringify(group)} has ${members} ${members === 1 ? 'member' : 'members'}`
      found.push({ pointer: `${pointer}/approve`, message, refused: true })
    }
  }
  if (own.exec !== undefined) {
    const { targets = [], mode = 'session' } = own.exec
    for (const [index, { channel }] of targets.entries()) {
      if (channels[channel] !== undefined) continue
      const message = `leads nowhere: approvals.channels.${channel} is not configured`
      found.push({ pointer: `/approvals/exec/targets/${index}`, message, refused: true })
    }
    if (targets.length > 0 && mode === 'session') {
      add('exec/targets', 'has no effect: approvals.exec.mode is "session". Set it to "targets" or "both"')
    }
    if (mode === 'targets' && targets.length === 0) {
      add('exec/mode', 'has no effect: there are no approvals.exec.targets')
    }
    if (own.exec.enabled === true && configured.length === 0) {
      add('exec/enabled', 'has no effect: no channel is configured below approvals.channels')
    }
    if (targets.length > 0 && exec.enabled !== true) {
      add('exec/targets', 'has no effect: approvals.exec.enabled is not true')
    }
  }
  if (own.channels !== undefined) {
    if (configured.length > 0 && exec.enabled !== true) {
      add('channels', 'has no effect: approvals.exec.enabled is not true')
    }
    const hears = (name: Channel) => (name === 'telegram' ? telegramPolls(channels) : channels.listen !== undefined)
    for (const [name, key] of ANSWERING) {
      const settings = own.channels[name] as Readonly<Record<string, unknown>> | undefined
      if (settings?.[key] === undefined || hears(name)) continue
      add(`channels/${name}/${key}`, 'has no effect: answers arrive by HTTP, and approvals.channels.listen is not set')
    }
    if (own.channels.listen !== undefined && !LISTENING.some(([name, key]) => isSet(channels, name, key))) {
      add('channels/listen', 'has no effect: no channel is configured whose answers arrive by HTTP')
    }
  }
  return found
}

const CHANNELS = ['slack', 'telegram', 'discord', 'webhook'] as const
type Channel = (typeof CHANNELS)[number]

/** What is only looked at when an answer arrives. */
const ANSWERING: readonly (readonly [Channel, string])[] = [
  ['slack', 'signingSecret'],
  ['slack', 'approvers'],
  ['discord', 'publicKey'],
  ['discord', 'approvers'],
  ['webhook', 'approvers'],
  ['telegram', 'webhookSecret'],
]

/** What makes a channel take answers by HTTP. */
const LISTENING: readonly (readonly [Channel, string])[] = [
  ['slack', 'signingSecret'],
  ['telegram', 'webhookSecret'],
  ['discord', 'publicKey'],
  ['webhook', 'secret'],
]

/** Without a secret of a webhook, its answers are fetched. */
const telegramPolls = ({ telegram, listen }: NonNullable<Approvals['channels']>) =>
  telegram?.webhookSecret === undefined || listen !== undefined

const isSet = (channels: NonNullable<Approvals['channels']>, name: Channel, key: string): boolean =>
  (channels[name] as Readonly<Record<string, unknown>> | undefined)?.[key] !== undefined
