import type { DeviceInfo } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { prefer } from '#features/room-model/prefer.ts'
import { usePreferences } from '#features/room-model/rooms.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { DragGrip } from '#ui/controls/drag-grip.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useDragOrder } from '#ui/controls/use-drag-order.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './room-list.module.css'
import { type Place, placedAt, reordered, type Step, stepped } from './room-order.ts'

const STEPS: readonly Step[] = ['up', 'down']

interface Change {
  pinned: string[]
  announced: string
}

/** The pinned devices and groups in their order; renders nothing if there are none. Each can be moved or unpinned. */
export function PinList({ devices }: { devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const pinned = usePreferences()?.pinned ?? []
  const [announced, setAnnounced] = useState('')
  const moved = useRef<{ id: string; step: Step | 'unpin' } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const change = useServerCall<Change>({
    // `prefer` sends changes one after the other.
    meanwhile: 'sent',
    send: (next) => prefer({ pinned: next.pinned }),
    onDone: (_answer, next) => setAnnounced(next.announced),
    onFailure: () => {
      moved.current = null
      return undefined
    },
  })
  const shown = pinned.flatMap((id) => devices.find((device) => device.id === id) ?? [])
  const order = shown.map(({ id }) => id).join()

  // A row that moves or disappears loses the focus of its buttons. If it disappeared, the next row gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what moves the rows
  useEffect(() => {
    if (moved.current === null) return
    const { id, step } = moved.current
    moved.current = null
    list.current?.querySelector<HTMLElement>(`[data-pin="${id}"] [data-step="${step}"]`)?.focus()
  }, [order])

  const put = ({ id, name }: DeviceInfo, { before, place }: Place) => {
    const pins = reordered(
      pinned.map((pin) => ({ id: pin })),
      id,
      before,
    )
    change.send({
      pinned: pins.map((pin) => pin.id),
      announced: t('rooms.moved', { name, place, total: shown.length }),
    })
  }
  const move = (device: DeviceInfo, step: Step) => {
    moved.current = { id: device.id, step }
    put(device, stepped(shown, device.id, step))
  }
  const drag = useDragOrder(list, shown, (device, to, rows) => put(device, placedAt(rows, device.id, to)))
  const unpin = ({ id, name }: DeviceInfo) => {
    const at = shown.findIndex((device) => device.id === id)
    const next = shown[at + 1] ?? shown[at - 1]
    moved.current = next === undefined ? null : { id: next.id, step: 'unpin' }
    change.send({ pinned: pinned.filter((other) => other !== id), announced: t('rooms.unpinned', { name }) })
  }

  return (
    <>
      {shown.length > 0 && (
        <section className={styles.pins} aria-labelledby="pins">
          <h2 id="pins" className={styles.heading}>
            {t('home.room.pinned')}
          </h2>
          <ul ref={list} className={styles.list}>
            {drag.rows.map((device, index) => (
              <li key={device.id} className={styles.item} data-pin={device.id} {...drag.shift(index)}>
                <div className={styles.row}>
                  {shown.length > 1 && <DragGrip {...drag.grip(index)} />}
                  <span className={styles.pin}>{device.name}</span>
                  <IconButton
                    icon="close"
                    data-step="unpin"
                    label={t('rooms.unpin', { name: device.name })}
                    onClick={() => unpin(device)}
                  />
                  {STEPS.map((step) => (
                    <IconButton
                      key={step}
                      icon={step}
                      data-step={step}
                      label={t(`rooms.${step}`, { name: device.name })}
                      disabled={index === (step === 'up' ? 0 : shown.length - 1)}
                      onClick={() => move(device, step)}
                    />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <VisuallyHidden live>{announced}</VisuallyHidden>
    </>
  )
}
