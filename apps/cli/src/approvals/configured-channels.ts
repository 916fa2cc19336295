import type { ApprovalRequest } from '@poundlock/approvals'
import type { RequestStore } from '@poundlock/approvals/node'
import {
  discordChannel,
  openChannels,
  slackChannel,
  telegramChannel,
  webhookChannel,
  type ConfiguredChannel,
  type OpenChannels,
} from '@poundlock/channels'
import { sessionFilter } from '@poundlock/config'
import { homeFolder, readOwnFile, type ApprovalSettings } from '@poundlock/local-host'
import { UsageError } from '../usage-error.ts'

type Settings = NonNullable<ApprovalSettings['channels']>
type Secret = NonNullable<Settings['webhook']>['secret']

/** Chats whose settings are complete, to be opened. */
export interface PreparedChannels {
  /** What tells them from others: the settings, and the secrets that these name. */
  readonly identity: unknown
  /** @throws ChannelsError */
  open(store: RequestStore, onProblem: (channel: string, error: unknown) => void): Promise<OpenChannels | null>
}

/**
 * Reads the settings of the chats and webhooks that requests are forwarded to.
 *
 * @throws UsageError, StateError when a secret is missing
 */
export function prepareChannels({ exec, channels = {} }: ApprovalSettings): PreparedChannels {
  const secrets: string[] = []
  const read = (secret: Secret, name: string): string => {
    const text = secretOf(secret, name)
    secrets.push(text)
    return text
  }
  const configured = exec?.enabled === true ? channelsOf(channels, read) : []
  const { listen } = channels
  return {
    identity: { exec, channels, secrets },
    async open(store, onProblem) {
      if (exec === undefined || configured.length === 0) return null
      return openChannels({
        store,
        channels: configured,
        targetsOf: targetsOf(exec, new Set(configured.map(({ channel }) => channel.name))),
        ...(listen && { listen: { host: listen.host ?? '127.0.0.1', port: listen.port } }),
        onProblem,
      })
    },
  }
}

function channelsOf(
  { slack, telegram, discord, webhook }: Settings,
  read: (secret: Secret, name: string) => string,
): readonly ConfiguredChannel[] {
  const found: ConfiguredChannel[] = []
  if (slack) {
    const { signingSecret, apiUrl, approvers = [] } = slack
    const signing = signingSecret && { signingSecret: read(signingSecret, 'slack.signingSecret') }
    const botToken = read(slack.botToken, 'slack.botToken')
    found.push({ channel: slackChannel({ botToken, ...signing, ...(apiUrl && { apiUrl }) }), approvers })
  }
  if (telegram) {
    const { botName, webhookSecret, apiUrl, approvers = [] } = telegram
    const channel = telegramChannel({
      botToken: read(telegram.botToken, 'telegram.botToken'),
      ...(botName && { botName }),
      ...(webhookSecret && { webhookSecret: read(webhookSecret, 'telegram.webhookSecret') }),
      ...(apiUrl && { apiUrl }),
    })
    found.push({ channel, approvers })
  }
  if (discord) {
    const { publicKey, apiUrl, approvers = [] } = discord
    const botToken = read(discord.botToken, 'discord.botToken')
    const channel = discordChannel({ botToken, ...(publicKey && { publicKey }), ...(apiUrl && { apiUrl }) })
    found.push({ channel, approvers })
  }
  if (webhook) {
    const { approvers = [] } = webhook
    found.push({ channel: webhookChannel({ secret: read(webhook.secret, 'webhook.secret') }), approvers })
  }
  return found
}

/** Reads a secret. Without it no channel is opened: anyone can sign with an empty key. */
function secretOf(secret: Secret, name: string): string {
  const text =
    'env' in secret
      ? process.env[secret.env]
      : readOwnFile(
          secret.file.replace(/^~(?=\/)/, () => homeFolder()),
          { vouchedFor: false },
        )
  const found = text?.trim() ?? ''
  if (found.length >= 8) return found
  const where = 'env' in secret ? `the variable ${secret.env}` : secret.file
  throw new UsageError(
    `approvals.channels.${name}: ${where} ${found === '' ? 'holds nothing' : 'is shorter than 8 characters'}`,
    { remedy: 'Put the secret there, in a file that only you can read or in the environment of this command.' },
  )
}

type Target = { readonly channel: string; readonly to: string }

/** Where a request goes, by its agent and its session. */
function targetsOf(
  exec: NonNullable<ApprovalSettings['exec']>,
  known: ReadonlySet<string>,
): (request: ApprovalRequest) => readonly Target[] {
  const { mode = 'session', agentFilter, targets = [] } = exec
  const sessions = exec.sessionFilter?.map((filter) => sessionFilter(filter))
  return ({ binding: { agent, session } }) => {
    if (agentFilter && !agentFilter.includes(agent)) return []
    if (sessions && !sessions.some((fits) => fits(session))) return []
    const own = mode === 'targets' ? null : chatOf(session, known)
    const all = [...(own ? [own] : []), ...(mode === 'session' ? [] : targets)]
    return all.filter(
      ({ channel, to }, index) => all.findIndex((other) => other.channel === channel && other.to === to) === index,
    )
  }
}

/** The chat of a session such as `telegram:-100123`. A webhook is no chat. */
function chatOf(session: string, known: ReadonlySet<string>): Target | null {
  const [, channel = '', to = ''] = /^([a-z]+):([A-Za-z0-9_@-]{1,200})$/.exec(session) ?? []
  return known.has(channel) && channel !== 'webhook' ? { channel, to } : null
}
