import { useMemo } from 'react'
import { drawQr } from './qr.ts'
import styles from './qr-code.module.css'

/** A QR code of `text`, dark on light in every theme. `label` says where it leads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawQr(text), [text])
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
