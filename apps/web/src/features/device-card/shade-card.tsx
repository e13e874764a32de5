import { canClose, canOpen, canSet, canStop, type DeviceInfo, isBusy } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { freshnessOf, hasReported, sceneOf } from '#features/device-model/views/scene-of.ts'
import {
  endWordOf,
  figureOf,
  figureText,
  goingText,
  mainAxisOf,
  motionOf,
  saidShare,
  targetOf,
  tiltOf,
  tiltText,
  VERB_ICONS,
  verbTo,
  wordOf,
} from '#features/device-model/views/shade-view.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { TRAVEL } from '#light/paint/glide.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { LightSlider } from '#ui/controls/light-slider.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { DeviceCardProps } from './card-props.ts'
import { CardShell } from './card-shell.tsx'
import styles from './shade-card.module.css'

/** The card of a shade: its light, its number and word, up and down buttons, the slider with three values, and stop. */
export function ShadeCard(props: DeviceCardProps) {
  const { device, stale, pending } = props
  const { t } = useTranslation()
  const [draft, setDraft] = useState<number | null>(null)
  const { name } = device
  const axis = mainAxisOf(device)
  const reported = device.state[axis]
  const target = targetOf(device, pending)
  const scene = sceneOf(device, stale, draft)
  const words = useWords(props, draft)
  const said = (share: number | null): string =>
    share === null ? t('card.word.unknown') : saidShare(device, axis, share, t)
  const [opens, closes] = [verbTo(device, 'open'), verbTo(device, 'closed')]
  useAnnouncement(device.id, t('card.announce', { name, state: useSaid(props, words, said(reported)) }))

  return (
    <CardShell {...props} scene={scene} glide={draft === null ? TRAVEL : null} icon={device.devicetype}>
      <div className={styles.value} data-stoppable={canStop(device)}>
        {(draft !== null || hasReported(device)) && <Numeral device={device} share={draft ?? reported} />}
        <Caption {...props} draft={draft} words={words} />
      </div>
      {canStop(device) && (
        <div className={styles.stop}>
          <IconButton
            icon="stop"
            shape="large"
            tone="on"
            label={t('card.stop', { name })}
            onClick={props.onStop}
          />
        </div>
      )}
      {props.lent ?? (
        <div className={styles.controls}>
          <IconButton
            icon={VERB_ICONS[opens]}
            shape="disc"
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
              describe={(share) => (share === null && !hasReported(device) ? t('card.never') : said(share))}
              onDraft={setDraft}
              onCommit={(value) => props.onMove({ [axis]: value })}
            />
          </div>
          <IconButton
            icon={VERB_ICONS[closes]}
            shape="disc"
            label={t(`card.${closes}`, { name })}
            disabled={!canClose(device)}
            onClick={props.onClose}
          />
        </div>
      )}
    </CardShell>
  )
}

/** The large number with a small unit beside it, or the word that replaces it. */
function Numeral({ device, share }: { device: DeviceInfo; share: number | null }) {
  const { t } = useTranslation()
  const axis = mainAxisOf(device)
  const { value, unit } = figureOf(device, share)
  const end = endWordOf(device, axis, share)
  const isAssumed = device.state.assumed && share === device.state[axis] && value !== null
  return (
    <span className={end === null ? styles.numeral : styles.word}>
      {isAssumed && <small className={styles.about}>≈</small>}
      <span>{numeralText(value, unit, end === null ? null : t(`card.word.${end}`))}</span>
      {end === null && value !== null && unit === 'percent' && <small>%</small>}
    </span>
  )
}

const numeralText = (value: number | null, unit: string, word: string | null): string =>
  word ?? (value === null ? '?' : unit === 'percent' ? String(value) : `${value}°`)

/** What a shade is doing, otherwise its state. */
function useWords(props: DeviceCardProps, draft: number | null): string {
  const { t } = useTranslation()
  const { device, pending } = props
  const { status } = device.state
  const share = draft ?? device.state[mainAxisOf(device)]
  if (draft === null && !hasReported(device)) return t('card.never')
  if (freshnessOf(device, false) === 'offline') return t('card.offline')
  const target = targetOf(device, pending)
  if (draft === null && isBusy(status) && status !== 'offline' && status !== 'ready') {
    return target === null
      ? t(`card.status.${motionOf(device, status)}`)
      : goingText(device, mainAxisOf(device), target, t)
  }
  const tilt = tiltText(device, share, t)
  if (tilt !== null) return tilt
  const word = wordOf(device, share)
  return word === 'louvres' || word === 'unknown' ? t(`card.word.${word}`) : ''
}

/** The text for screen readers: what the shade is doing, otherwise its state together with the caption. */
function useSaid({ device }: DeviceCardProps, words: string, said: string): string {
  if (!hasReported(device) || freshnessOf(device, false) === 'offline' || isBusy(device.state.status))
    return words
  return tiltOf(device, device.state.position) !== null ? `${said}, ${words}` : said
}

function Caption(props: DeviceCardProps & { draft: number | null; words: string }) {
  const { t } = useTranslation()
  const freshness = freshnessOf(props.device, props.stale)
  const isNew = props.draft === null && !hasReported(props.device)
  if (freshness === 'offline' || (isNew && props.pending === null)) {
    return (
      <span className={styles.tag}>
        <Icon name={isNew ? 'clock' : 'offline'} size={18} />
        <span>{props.words}</span>
      </span>
    )
  }
  if (props.pending !== null && !isBusy(props.device.state.status)) {
    return (
      <span className={styles.tag}>
        <Spinner size="small" />
        <span>{t('card.sending')}</span>
      </span>
    )
  }
  if (props.done != null && props.draft === null) {
    return (
      <span className={styles.tag}>
        <Icon name="check" size={18} />
        <span>{props.done}</span>
      </span>
    )
  }
  const target = targetOf(props.device, props.pending)
  const isMovingTo = props.draft === null && isBusy(props.device.state.status) && target !== null
  return (
    <span className={styles.caption}>
      {freshness === 'stale' && <StaleMark />}
      <span className={styles.words}>
        {isMovingTo ? (
          <Destination device={props.device} target={target} words={props.words} />
        ) : (
          <span>{props.words}</span>
        )}
        {isMovingTo && props.timeLeft}
      </span>
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
