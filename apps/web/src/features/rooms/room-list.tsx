import type { DeviceInfo, Room } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { roomEvents, roomsApi } from '#features/room-model/rooms.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { DragGrip } from '#ui/controls/drag-grip.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useDragOrder } from '#ui/controls/use-drag-order.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { RoomForm, type RoomPart } from './room-form.tsx'
import styles from './room-list.module.css'
import { type Place, placedAt, reordered, type Step, stepped } from './room-order.ts'

/** What is being edited: a room (all of it or its name) by its id, or a new room (`id` null). */
type Edited = { id: string | null; part: RoomPart } | null

/** The rooms in their order. Each can be moved, and opened to be renamed, filled and deleted. */
export function RoomList({ rooms, devices }: { rooms: readonly Room[]; devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Edited>(null)
  const [announced, setAnnounced] = useState('')
  /** The selector of the button that gets the focus after the rows are rendered again. */
  const focused = useRef<string | null>(null)
  const list = useRef<HTMLUListElement>(null)

  /** How many moves are shown that the server has not answered yet. The list is reloaded after the last one. */
  const unanswered = useRef(0)
  const reload = async () => {
    unanswered.current -= 1
    if (unanswered.current === 0) await roomEvents.updated()
  }
  const sending = useServerCall<{ room: Room; to: Place }, Room>({
    meanwhile: 'queued',
    send: ({ room, to }) => roomsApi.update({ id: room.id, before: to.before }),
    onDone: async ({ name }, { to }) => {
      setAnnounced(t('rooms.moved', { name, place: to.place, total: rooms.length }))
      await reload()
    },
    onFailure: () => {
      focused.current = null
      void reload()
      return undefined
    },
  })
  const move = (room: Room, to: Place) => {
    unanswered.current += 1
    void queryClient.cancelQueries({ queryKey: roomKeys.list })
    queryClient.setQueryData<Room[]>(
      roomKeys.list,
      (before) => before && reordered(before, room.id, to.before),
    )
    sending.send({ room, to })
  }
  const drag = useDragOrder(list, rooms, (room, to, shown) => move(room, placedAt(shown, room.id, to)))

  // A row that moves loses the focus of its buttons, and a row that was being edited had no buttons.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what draws the rows again
  useEffect(() => {
    if (focused.current === null || edited !== null) return
    list.current?.querySelector<HTMLElement>(focused.current)?.focus()
    focused.current = null
  }, [rooms, edited])

  const close = () => {
    if (edited?.id != null) focused.current = `[data-room="${edited.id}"] [data-edit="${edited.part}"]`
    setEdited(null)
  }
  return (
    <>
      {rooms.length === 0 && edited === null && (
        <EmptyState title={t('rooms.none')} text={t('rooms.noneText')} />
      )}
      <ul ref={list} className={styles.list}>
        {drag.rows.map((room, index) => (
          <li key={room.id} className={styles.item} data-room={room.id} {...drag.shift(index)}>
            {edited?.id === room.id ? (
              <RoomForm room={room} part={edited.part} rooms={rooms} devices={devices} onClose={close} />
            ) : (
              <div className={styles.row}>
                {rooms.length > 1 && <DragGrip {...drag.grip(index)} />}
                <button
                  type="button"
                  className={styles.open}
                  data-edit="all"
                  aria-label={t('rooms.edit', { name: room.name })}
                  aria-describedby={`devices-of-${room.id}`}
                  onClick={() => setEdited({ id: room.id, part: 'all' })}
                >
                  <span className={styles.name}>{room.name}</span>
                  <span id={`devices-of-${room.id}`} className={styles.count}>
                    {t('rooms.count', { count: room.devices.length })}
                  </span>
                </button>
                <IconButton
                  icon="pencil"
                  data-edit="name"
                  label={t('rooms.rename', { name: room.name })}
                  onClick={() => setEdited({ id: room.id, part: 'name' })}
                />
                {STEPS.map((step) => (
                  <span key={step} className={styles.key}>
                    <IconButton
                      icon={step}
                      data-step={step}
                      label={t(`rooms.${step}`, { name: room.name })}
                      disabled={index === (step === 'up' ? 0 : rooms.length - 1)}
                      onClick={() => {
                        focused.current = `[data-room="${room.id}"] [data-step="${step}"]`
                        move(room, stepped(rooms, room.id, step))
                      }}
                    />
                  </span>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {edited !== null && edited.id === null ? (
        <RoomForm room={null} part="all" rooms={rooms} devices={devices} onClose={close} />
      ) : (
        <div className={styles.foot}>
          <Button
            variant="primary"
            icon={<Icon name="plus" size={20} />}
            onClick={() => setEdited({ id: null, part: 'all' })}
          >
            {t('rooms.new')}
          </Button>
        </div>
      )}
      <VisuallyHidden live>{announced}</VisuallyHidden>
    </>
  )
}

const STEPS: readonly Step[] = ['up', 'down']
