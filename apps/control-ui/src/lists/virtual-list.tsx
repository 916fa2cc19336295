import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface VirtualListProps<Item> {
  readonly items: readonly Item[]
  readonly label: string
  /** Pixels; every row is as high. */
  readonly rowHeight: number
  readonly keyOf: (item: Item) => string
  readonly render: (item: Item) => ComponentChildren
  /** The end came into view. */
  readonly onEnd?: () => void
}

/** Rows beside those that are seen, so that none is missing while one scrolls. */
const SPARE = 8

/** A list of any length, of which only the rows that are seen are built. */
export function VirtualList<Item>({ items, label, rowHeight, keyOf, render, onEnd }: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  useEffect(() => {
    const observer = new ResizeObserver(() => setHeight(box.current?.clientHeight ?? 600))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const first = Math.max(0, Math.floor(top / rowHeight) - SPARE)
  const last = Math.min(items.length, Math.ceil((top + height) / rowHeight) + SPARE)
  useEffect(() => {
    if (last === items.length && items.length > 0) onEnd?.()
  }, [last, items.length])
  return (
    <div
      ref={box}
      class="virtual"
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <ul style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, index) => (
          <li
            key={keyOf(item)}
            style={{ top: `${(first + index) * rowHeight}px`, height: `${rowHeight}px` }}
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
          >
            {render(item)}
          </li>
        ))}
      </ul>
    </div>
  )
}
