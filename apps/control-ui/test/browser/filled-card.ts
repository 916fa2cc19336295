import type { Page } from 'playwright-core'

/** What the page tells apart, and what it answers by: these are the gateway's own words. */
const OWN = new Set(['id', 'state', 'decisions', 'decision', 'device', 'role'])

/**
 * Puts a text into every field of each request that the gateway tells a page of, on the way between the two. Call it
 * before the page connects.
 */
export async function fillCards(page: Page, textOf: (field: string) => string): Promise<void> {
  const fill = (value: unknown, key = ''): unknown => {
    if (OWN.has(key)) return value
    if (typeof value === 'string') return textOf(key)
    if (Array.isArray(value)) return value.map((one) => fill(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, name)]))
  }
  const filled = (approval: object) => ({ ...MORE, ...(fill({ ...MORE, ...approval }) as object) })
  const changed = (_key: string, value: unknown): unknown => {
    const { approval, pending } = (value ?? {}) as { readonly approval?: object; readonly pending?: object[] }
    if (approval !== undefined) return { ...(value as object), approval: filled(approval) }
    return pending === undefined ? value : { ...(value as object), pending: pending.map(filled) }
  }
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const gateway = socket.connectToServer()
    gateway.onMessage((message) => socket.send(JSON.stringify(JSON.parse(String(message), changed))))
  })
}

/** The fields that not every request has. */
const MORE = {
  sets: [''],
  effects: [
    { kind: '', path: '' },
    { kind: '', path: '', unknown: true },
  ],
  changes: ['heading', 'added', 'removed', 'context', 'hunk', 'note'].map((kind) => ({ kind, text: '' })),
  warnings: [''],
  grantCovers: [''],
  reasonOrigins: [{ rule: '', source: '' }],
  requestedBy: { device: '0'.repeat(64), name: '', role: 'agent' },
  group: '',
}
