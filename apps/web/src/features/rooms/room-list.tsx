import type { DeviceInfo, Room } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomEvents, roomsApi } from '#features/room-model/rooms.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { RoomForm } from './room-form.tsx'
import styles from './room-list.module.css'
import { type Step, stepped } from './room-order.ts'

/** What is being edited: a room by its id, or one that is not there yet. */
type Edited = string | 'new' | null

/** The rooms in their order; each is moved, and opened to be renamed, filled and deleted. */
export function RoomList({ rooms, devices }: { rooms: readonly Room[]; devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Edited>(null)
  const [said, setSaid] = useState('')
  const moved = useRef<{ id: string; step: Step } | null>(null)
  const list = useRef<HTMLUListElement>(null)

  const move = useServerCall<{ room: Room; step: Step }, Room>({
    send: ({ room, step }) => roomsApi.update({ id: room.id, before: stepped(rooms, room.id, step).before }),
    onDone: async (room, { step }) => {
      const { place } = stepped(rooms, room.id, step)
      setSaid(t('rooms.moved', { name: room.name, place, total: rooms.length }))
      await roomEvents.updated()
    },
    onFailure: () => {
      moved.current = null
      return undefined
    },
  })

  // A row that changes its place loses the focus of its keys.
  useEffect(() => {
    if (moved.current === null || rooms.length === 0) return
    const { id, step } = moved.current
    list.current?.querySelector<HTMLElement>(`[data-room="${id}"] [data-step="${step}"]`)?.focus()
    moved.current = null
  }, [rooms])

  const close = () => setEdited(null)
  return (
    <>
      {rooms.length === 0 && edited === null && (
        <EmptyState title={t('rooms.none')} text={t('rooms.noneText')} />
      )}
      <ul ref={list} className={styles.list}>
        {rooms.map((room, index) => (
          <li key={room.id} className={styles.item} data-room={room.id}>
            {edited === room.id ? (
              <RoomForm room={room} rooms={rooms} devices={devices} onClose={close} />
            ) : (
              <div className={styles.row}>
                <button
                  type="button"
                  className={styles.open}
                  aria-label={t('rooms.edit', { name: room.name })}
                  onClick={() => setEdited(room.id)}
                >
                  <span className={styles.name}>{room.name}</span>
                  <span className={styles.count}>{t('rooms.count', { count: room.devices.length })}</span>
                </button>
                {STEPS.map((step) => (
                  <span key={step} className={styles.key}>
                    <IconButton
                      icon={step}
                      data-step={step}
                      label={t(`rooms.${step}`, { name: room.name })}
                      disabled={index === (step === 'up' ? 0 : rooms.length - 1)}
                      onClick={() => {
                        moved.current = { id: room.id, step }
                        move.send({ room, step })
                      }}
                    />
                  </span>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        <RoomForm room={null} rooms={rooms} devices={devices} onClose={close} />
      ) : (
        <div className={styles.foot}>
          <Button variant="primary" icon={<Icon name="plus" size={20} />} onClick={() => setEdited('new')}>
            {t('rooms.new')}
          </Button>
        </div>
      )}
      <VisuallyHidden live>{said}</VisuallyHidden>
    </>
  )
}

const STEPS: readonly Step[] = ['up', 'down']
