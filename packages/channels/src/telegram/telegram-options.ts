/** How a bot is reached. */
export interface TelegramOptions {
  /** The secret of the bot; it is sent to `apiUrl` alone. */
  readonly botToken: string
  /** Without the `@`: where a chat has several bots, commands for another are not ours. */
  readonly botName?: string
  /** Where updates are brought by HTTP; without it they are polled for. */
  readonly webhookSecret?: string
  /** Another address of the service, such as that of a test. The public one unless set. */
  readonly apiUrl?: string
  /** Seconds that a poll waits. 25 unless set. */
  readonly pollSeconds?: number
}
