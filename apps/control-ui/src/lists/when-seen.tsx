import { useEffect, useRef } from 'preact/hooks'

/** The end of a list: says once that it came, or is about to come, into view. */
export function WhenSeen({ onSeen }: { readonly onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen()
      },
      { rootMargin: '800px' },
    )
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} class="list-end" />
}
