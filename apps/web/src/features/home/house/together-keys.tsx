import type { DeviceInfo } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_UNCONFIRMED } from '#features/device-model/commands/device-actions.ts'
import { commands } from '#features/device-model/devices.ts'
import { lazyPart, PartFailure } from '#i18n/lazy-part.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import type { TogetherCounts } from './together.ts'
import styles from './together-keys.module.css'
import { moveTogether, reachedBy, type TogetherMove } from './whole-house.ts'

/** Few homes have so many shades that their move is confirmed. Without this dialog nothing moves. */
const HouseQuestion = lazyPart(async () => (await import('./house-question.tsx')).HouseQuestion, {
  texts: ['rooms'],
  failed: ({ onCancel }) => <PartFailure onShown={onCancel} />,
})

/** The keys that open, stop and close all shades of the home or of a room. */
export function TogetherKeys(props: {
  /** Null for the whole home. */
  room: string | null
  counts: TogetherCounts
  /** Returns the shades with their current state. */
  shadesNow: () => readonly DeviceInfo[]
}) {
  const { t } = useTranslation()
  const { counts, room } = props
  const [asked, setAsked] = useState<{ move: 'open' | 'close'; devices: DeviceInfo[] } | null>(null)
  const [spoken, setReported] = useState('')

  const send = (move: TogetherMove, devices: readonly DeviceInfo[]) => {
    setReported(t(`home.whole.${SPOKEN[move]}`, { moved: devices.length }))
    moveTogether(devices, move, commands)
  }
  const ask = (move: TogetherMove) => {
    const devices = reachedBy(props.shadesNow(), move)
    if (move === 'stop' || devices.length <= MAX_UNCONFIRMED) send(move, devices)
    else setAsked({ move, devices })
  }
  const key = (move: TogetherMove, count: number) => (
    <IconButton
      icon={ICONS[move]}
      shape="disc"
      label={room === null ? t(`home.whole.${move}`) : t(`home.room.${move}`, { name: room })}
      disabled={count === 0}
      isCommand={move === 'stop' ? 'stop' : true}
      onClick={() => ask(move)}
    />
  )

  return (
    <>
      <div className={styles.keys}>
        {key('open', counts.openable)}
        {key('stop', counts.stoppable)}
        {key('close', counts.closable)}
      </div>
      <VisuallyHidden live>{spoken}</VisuallyHidden>
      {asked !== null && (
        <HouseQuestion
          room={room}
          move={asked.move}
          count={asked.devices.length}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            send(asked.move, asked.devices)
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

const SPOKEN = { open: 'opening', close: 'closing', stop: 'stopping' } as const
const ICONS = { open: 'up', close: 'down', stop: 'stop' } as const
