interface QrCodeProps {
  /** As the gateway has made them: `1` for a dark module. */
  readonly rows: readonly string[]
  readonly label: string
}

/** A QR code: one path, drawn dark on light in both colour schemes, so that cameras read it. */
export function QrCode({ rows, label }: QrCodeProps) {
  const dark = rows.flatMap((row, y) => Array.from(row.matchAll(/1/g), ({ index }) => `M${index} ${y}h1v1h-1z`))
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
