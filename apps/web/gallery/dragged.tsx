import { useState } from 'react'
import { clamp } from '#light/paint/geometry.ts'
import { FADE } from '#light/paint/glide.ts'
import { RoomCanvas } from '#light/room/room-canvas.tsx'
import type { ShadeKind } from '#light/wall/apertures.ts'
import { shadeRoom } from './fixtures/room-fixtures.ts'
import styles from './rooms.module.css'

const RESTING = shadeRoom('roller_shutter', { reported: 0.3 })

/** A room in the size of the window whose shade can be dragged; with `turns` its slats are turned instead. */
export function Dragged({ kind, turns }: { kind: ShadeKind; turns: boolean }) {
  const [draft, setDraft] = useState<number | null>(null)
  const held = turns ? { tilt: (draft ?? 0.5) * 160 - 80, reported: 1 } : { draft }
  return (
    <div
      className={styles.whole}
      onPointerDown={(event) => setDraft(clamp(event.clientY / innerHeight))}
      onPointerMove={(event) => draft !== null && setDraft(clamp(event.clientY / innerHeight))}
      onPointerUp={() => setDraft(null)}
    >
      <RoomCanvas scene={{ ...RESTING, kind, ...held }} glide={draft === null ? FADE : null} />
    </div>
  )
}
