import type { Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { computed, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { ApprovalQueue } from '../approvals/approval-queue.ts'
import { QueueView } from '../approvals/queue-view.tsx'
import type { GatewayLink } from '../connection/gateway-link.ts'
import { NoticesDialog } from '../notices/notices-dialog.tsx'
import { useNotices } from '../notices/use-notices.ts'
import { LastQueueView } from '../offline/last-queue-view.tsx'
import { QueueKeeper } from '../offline/last-queue.ts'
import { PairingView } from '../pairing/pairing-view.tsx'
import { ForeignText } from '../text/command-text.tsx'
import { listenForKeys } from './keyboard.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { delaysAnswers } from './preferences.ts'
import { hrefOf, route } from './route.ts'
import { SCREENS, type Screen } from './screens.tsx'

const DELAY_MS = 5000
const delayMs = computed(() => (delaysAnswers.value ? DELAY_MS : 0))
const showsKeys = signal(false)
const showsNotices = signal(false)

const CONNECTION = { connecting: 'Connecting…', waiting: 'Not connected; trying again', ready: '', closed: 'Closed' }

/** The page: pairing, or one of its screens. */
export function ControlPage({ link }: { readonly link: GatewayLink }) {
  const state = link.state.value
  const isUnreached = state.kind === 'starting' && link.hasFailed.value
  const connection = state.kind === 'paired' || isUnreached ? CONNECTION[link.connection.value] : ''
  return (
    <>
      <header class="bar">
        <strong>Poundlock</strong>
        <span class="gateway">{link.gateway.value !== null && <ForeignText text={link.gateway.value} />}</span>
        <span class="connection" role="status">
          {connection}
        </span>
        {state.kind === 'paired' && (
          <>
            <button type="button" onClick={() => (showsKeys.value = true)}>
              Keys
            </button>
            {mayAnswer(link.scopes.value) && (
              <button type="button" onClick={() => (showsNotices.value = true)}>
                Notices
              </button>
            )}
            <button type="button" onClick={() => void link.forget()}>
              Forget this browser
            </button>
          </>
        )}
      </header>
      {state.kind === 'paired' && (
        <Paired client={state.client} scopes={link.scopes.value} gateway={link.gateway.value ?? ''} />
      )}
      {state.kind === 'unpaired' && <PairingView connection={link} problem={state.problem} />}
      {isUnreached && <LastQueueView />}
      {(state.kind === 'starting' || state.kind === 'pairing') && !isUnreached && (
        <main aria-busy="true">Connecting…</main>
      )}
    </>
  )
}

/** Notices are only for devices that may answer. */
const mayAnswer = (scopes: ReadonlySet<Scope>) => scopes.has('approvals.read') && scopes.has('approvals.answer')

interface PairedProps {
  readonly client: GatewayClient
  readonly scopes: ReadonlySet<Scope>
  readonly gateway: string
}

/** The navigation and a screen. The queue is kept on all of them: its number stands in the navigation. */
function Paired({ client, scopes, gateway }: PairedProps) {
  const queue = useMemo(() => new ApprovalQueue(client), [client])
  const selected = useMemo(() => signal<string | null>(null), [client])
  const open = SCREENS.filter((screen) => screen.scopes.some((scope) => scopes.has(scope)))
  const { screen: path, id, session } = route.value
  const screen = open.find((one) => one.path === path) ?? open[0]
  const showsQueue = screen?.path === 'approvals'
  const count = queue.waiting.value.length + queue.more.value
  useEffect(() => {
    if (scopes.has('approvals.read')) void queue.watch()
  }, [queue])
  const notices = useNotices(client, queue, gateway, mayAnswer(scopes))
  const keeper = useMemo(() => new QueueKeeper(), [client])
  useEffect(() => () => keeper.close(), [keeper])
  const waiting = queue.waiting.value
  useEffect(() => {
    if (queue.isKnown.value) keeper.keep(gateway, waiting)
  }, [keeper, waiting, queue.isKnown.value])
  useEffect(() => {
    if (showsQueue) return listenForKeys({ queue, selected, showsKeys })
  }, [queue, selected, showsQueue])
  useEffect(() => {
    document.title = `${count === 0 ? '' : `(${count}) `}Poundlock${showsQueue || !screen ? '' : ` · ${screen.label}`}`
    // Of the installed page; browsers without one have no badge.
    void navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count, screen])
  useEffect(() => {
    if (showsQueue && id !== null) selected.value = id
  }, [showsQueue, id])
  return (
    <>
      <Navigation open={open} current={screen?.path} waiting={count} />
      {screen === undefined && <main>This browser was given nothing to see. Pair it anew with more scopes.</main>}
      {showsQueue && <QueueView client={client} linked={id} queue={queue} selected={selected} delayMs={delayMs} />}
      {screen?.view && <screen.view client={client} scopes={scopes} id={id} session={session} />}
      <KeysDialog isOpen={showsKeys} />
      <NoticesDialog isOpen={showsNotices} notices={notices} />
    </>
  )
}

interface NavigationProps {
  readonly open: readonly Screen[]
  readonly current: string | undefined
  readonly waiting: number
}

function Navigation({ open, current, waiting }: NavigationProps) {
  return (
    <nav class="screens" aria-label="Screens">
      {open.map(({ path, label }) => (
        <a key={path} href={hrefOf(path)} aria-current={path === current ? 'page' : undefined}>
          {label}
          {path === 'approvals' && waiting > 0 && (
            <>
              {' '}
              <span class="count">{waiting}</span>
            </>
          )}
        </a>
      ))}
    </nav>
  )
}
