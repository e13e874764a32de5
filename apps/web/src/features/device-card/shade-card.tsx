import { canClose, canOpen, canSet, type DeviceInfo, offersStop } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Description, describeDevice } from '#features/device-model/views/describe-device.ts'
import { hasReported, sceneOf } from '#features/device-model/views/scene-of.ts'
import {
  endText,
  endWordOf,
  figureOf,
  figureText,
  mainAxisOf,
  portionText,
  spokenShare,
  targetOf,
  VERB_ICONS,
  verbTo,
} from '#features/device-model/views/shade-view.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { TRAVEL } from '#light/paint/glide.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { LightSlider } from '#ui/controls/light-slider.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { DeviceCardProps } from './card-props.ts'
import { CardShell } from './card-shell.tsx'
import { CardTilt, turnsOnCard } from './card-tilt.tsx'
import styles from './shade-card.module.css'

/** The card of a shade: its light, its number and word, up and down buttons, the slider with three values, and stop. */
export function ShadeCard(props: DeviceCardProps) {
  const { device, stale, pending } = props
  const { t } = useTranslation()
  const [draft, setDraft] = useState<number | null>(null)
  const [turned, setTurned] = useState<number | null>(null)
  const { name } = device
  const axis = mainAxisOf(device)
  const reported = device.state[axis]
  const target = targetOf(device, pending)
  // The light follows the dragged slats before they turn.
  const shown = turned === null ? device : { ...device, state: { ...device.state, inclination: turned } }
  const scene = sceneOf(shown, stale, draft)
  const hasTilt = turnsOnCard(device) && props.shared === undefined && hasReported(device)
  const isHeld = draft !== null || turned !== null
  const described = describeDevice(device, { pending, stale, draft }, t)
  const spokenText = (share: number | null): string =>
    share === null
      ? t('card.word.unknown')
      : [spokenShare(device, axis, share, t), portionText(device, axis, share, t)].join(' ').trim()
  const [opens, closes] = [verbTo(device, 'open'), verbTo(device, 'closed')]
  useAnnouncement(device.id, t('card.announce', { name, state: described.spoken }))

  return (
    <CardShell
      {...props}
      scene={scene}
      glide={isHeld ? null : TRAVEL}
      icon={device.devicetype}
      isOld={described.tone === 'stale'}
    >
      <div className={styles.value} data-stoppable={offersStop(device)} data-tilt={hasTilt}>
        {(draft !== null || hasReported(device)) && (
          <Numeral device={device} share={draft ?? reported} isMoving={described.tone === 'moving'} />
        )}
        <Caption {...props} {...described} isHeld={draft !== null} hasTilt={hasTilt} />
      </div>
      {offersStop(device) && (
        <div className={styles.stop} data-tilt={hasTilt}>
          <IconButton
            icon="stop"
            shape="large"
            tone="on"
            isCommand="stop"
            label={t('card.stop', { name })}
            onClick={props.onStop}
          />
        </div>
      )}
      {hasTilt && (
        <CardTilt
          device={device}
          pending={pending}
          draft={turned}
          onDraft={setTurned}
          onMove={props.onMove}
        />
      )}
      {props.shared ?? (
        <div className={styles.controls}>
          <IconButton
            icon={VERB_ICONS[opens]}
            shape="disc"
            isCommand
            label={t(`card.${opens}`, { name })}
            disabled={!canOpen(device)}
            onClick={props.onOpen}
          />
          <div className={styles.slider}>
            <LightSlider
              label={t(axis === 'position' ? 'card.position' : 'card.inclination', { name })}
              reported={reported}
              target={target}
              disabled={!canSet(device, axis)}
              describe={(share) =>
                share === null && !hasReported(device) ? t('card.never') : spokenText(share)
              }
              onDraft={setDraft}
              onCommit={(value) => props.onMove({ [axis]: value })}
            />
          </div>
          <IconButton
            icon={VERB_ICONS[closes]}
            shape="disc"
            isCommand
            label={t(`card.${closes}`, { name })}
            disabled={!canClose(device)}
            onClick={props.onClose}
          />
        </div>
      )}
    </CardShell>
  )
}

/**
 * The large number with a small unit beside it, or the word that replaces it. While the shade moves, where to stands in the place
 * of what the number counts.
 */
function Numeral({
  device,
  share,
  isMoving,
}: {
  device: DeviceInfo
  share: number | null
  isMoving: boolean
}) {
  const { t } = useTranslation()
  const axis = mainAxisOf(device)
  const { value, unit } = figureOf(device, share)
  const end = endWordOf(device, axis, share)
  const portion = portionText(device, axis, share, t)
  const isAssumed = device.state.assumed && share === device.state[axis] && value !== null
  return (
    <span className={end === null ? styles.numeral : styles.word}>
      {isAssumed && <small className={styles.about}>≈</small>}
      <span>{numeralText(value, unit, end === null ? null : endText(device, end, t))}</span>
      {end === null && value !== null && unit === 'percent' && <small>{'\u202f%'}</small>}
      {portion !== null && !isMoving && <span className={styles.portion}>{` ${portion}`}</span>}
    </span>
  )
}

const numeralText = (value: number | null, unit: string, word: string | null): string =>
  word ?? (value === null ? '?' : unit === 'percent' ? String(value) : `${value}°`)

function Caption(
  props: DeviceCardProps &
    Description & {
      isHeld: boolean
      hasTilt: boolean
    },
) {
  const { t } = useTranslation()
  const { device, tone, isHeld, hasTilt } = props
  if (tone === 'offline' || (tone === 'never' && !isHeld)) {
    return (
      <span className={styles.tag}>
        <Icon name={tone === 'never' ? 'clock' : 'offline'} size={18} />
        <span>{props.caption}</span>
      </span>
    )
  }
  if (tone === 'sending') {
    return (
      <span className={styles.tag}>
        <Spinner size="small" />
        <span>{props.caption}</span>
      </span>
    )
  }
  if (props.done != null && !isHeld) {
    return (
      <span className={styles.tag}>
        <Icon name="check" size={18} />
        <span>{props.done}</span>
      </span>
    )
  }
  const target = targetOf(device, props.pending)
  // A word beside an end position would not fit.
  const axis = mainAxisOf(device)
  const isEnd = endWordOf(device, axis, device.state[axis]) !== null
  const isGuessed = !isHeld && device.state.assumed && !isEnd
  // The tilt has a line of its own.
  const words = hasTilt && tone !== 'moving' ? '' : props.caption
  const text = isGuessed ? [words, t('card.unconfirmed')].filter(Boolean).join(', ') : words
  return (
    <span className={styles.caption}>
      {tone === 'moving' && target !== null ? (
        <span className={styles.words}>
          <Destination device={device} target={target} words={props.caption} />
          {!props.stale && props.timeLeft}
        </span>
      ) : (
        text !== '' && <span className={styles.words}>{text}</span>
      )}
    </span>
  )
}

/** An arrow that screen readers do not read, with a text for them. An end position is shown as a word to everybody. */
function Destination({ device, target, words }: { device: DeviceInfo; target: number; words: string }) {
  const { t } = useTranslation()
  const axis = mainAxisOf(device)
  if (endWordOf(device, axis, target) !== null) return <span>{`${words} `}</span>
  return (
    <span role="img" aria-label={words}>
      {`→ ${figureText(device, axis, target, t)} `}
    </span>
  )
}
