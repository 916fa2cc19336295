import type { GatewayClient } from '@poundlock/protocol/client'
import { useEffect, useMemo } from 'preact/hooks'
import type { ApprovalQueue } from '../approvals/approval-queue.ts'
import { BrowserNotices } from './notices.ts'
import { PageNotices } from './page-notices.ts'

/** The notices of this browser, kept in step with the queue. */
export function useNotices(
  client: GatewayClient,
  queue: ApprovalQueue,
  gateway: string,
  mayAnswer: boolean,
): BrowserNotices {
  const notices = useMemo(() => new BrowserNotices(client), [client])
  const shown = useMemo(() => new PageNotices(), [client])
  const waiting = queue.waiting.value
  const isKnown = queue.isKnown.value
  const showsItself = notices.state.value === 'while-open'
  useEffect(() => {
    if (mayAnswer) void notices.look()
    return () => shown.close()
  }, [notices])
  useEffect(() => {
    if (!isKnown) return
    const update = () => shown.update(waiting, gateway, showsItself)
    update()
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [shown, waiting, isKnown, showsItself])
  useEffect(() => navigator.serviceWorker?.addEventListener('message', openCard), [])
  return notices
}

/** A notice was pressed: its service worker says which card is meant. */
function openCard({ data }: MessageEvent): void {
  const { open } = (data ?? {}) as { readonly open?: unknown }
  if (typeof open === 'string' && open.startsWith('#/approvals')) location.hash = open
}
