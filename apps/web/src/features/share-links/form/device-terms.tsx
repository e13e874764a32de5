import type { DeviceInfo } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#features/sharing-model/form.module.css'
import { CheckList } from '#ui/forms/check-list.tsx'
import { RangeSlider } from '#ui/forms/range-slider.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { type FormPart, withTerm } from './link-draft.ts'
import { hasChannels, hasLimits, offeredActions } from './shareable.ts'

interface DevicePart extends FormPart {
  device: DeviceInfo
}

/**
 * What guests may use of one device: actions, the allowed range, and which lights. With several devices it is collapsed
 * (`isFolded`) until the person opens it or it has an error.
 */
export function DeviceTerms({ isFolded, ...part }: DevicePart & { isFolded: boolean }) {
  const { t } = useTranslation()
  const { draft, device, errorOf } = part
  const { id } = device
  const [chosen, setChosen] = useState<boolean | null>(null)
  const mayMove = draft.actions[id]?.includes('move') !== false
  const isWhole = [draft.actions, draft.limits, draft.channels].every((terms) => terms[id] === undefined)
  const isInvalid = errorOf(`actions.${id}`) !== null || errorOf(`channels.${id}`) !== null
  const isOpen = isInvalid || (chosen ?? !isFolded)
  return (
    <details
      className={styles.device}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        // The toggle event also comes when this component opened the element itself; only a change by the person is stored.
        if (currentTarget.open !== isOpen) setChosen(currentTarget.open)
      }}
    >
      <summary className={styles.summary}>
        <span className={styles.summaryWords}>
          <span className={styles.summaryName}>{device.name}</span>
          <span className={styles.summaryText}>{t(isWhole ? 'linkForm.everything' : 'linkForm.partly')}</span>
        </span>
        <Icon name="down" size={20} />
      </summary>
      <div className={styles.inside}>
        <Actions {...part} />
        {hasLimits(device) && mayMove && <Limits {...part} />}
        {hasChannels(device) && <Channels {...part} />}
      </div>
    </details>
  )
}

function Actions({ draft, device, errorOf, onChange }: DevicePart) {
  const { t } = useTranslation()
  const named = draft.actions[device.id]
  const offered = offeredActions(device, named)
  if (offered.length < 2) return null
  return (
    <div>
      <p className={styles.label} aria-hidden="true">
        {t('linkForm.actions')}
      </p>
      <CheckList
        label={`${device.name}: ${t('linkForm.actions')}`}
        chosen={named ?? offered}
        options={offered.map((action) => ({ value: action, label: t(`linkForm.action.${action}`) }))}
        error={errorOf(`actions.${device.id}`)}
        onChange={(chosen) => {
          const all = chosen.length === offered.length
          onChange({ actions: withTerm(draft.actions, device.id, all ? null : chosen) })
        }}
      />
    </div>
  )
}

function Limits({ draft, device, onChange }: DevicePart) {
  const { t } = useTranslation()
  const { minPosition = 0, maxPosition = 1 } = draft.limits[device.id] ?? {}
  const [held, setHeld] = useState<readonly [number, number] | null>(null)
  const [low, high] = held ?? [minPosition, maxPosition]
  const percent = (share: number) => t('card.percent', { value: Math.round(share * 100) })
  const isWhole = low === 0 && high === 1
  return (
    <div>
      <p className={styles.label}>{t('linkForm.limits')}</p>
      <RangeSlider
        labels={[
          t('linkForm.limitsLow', { name: device.name }),
          t('linkForm.limitsHigh', { name: device.name }),
        ]}
        value={[minPosition, maxPosition]}
        describe={percent}
        onDraft={setHeld}
        onChange={([low, high]) => {
          const limits = low === 0 && high === 1 ? null : { minPosition: low, maxPosition: high }
          onChange({ limits: withTerm(draft.limits, device.id, limits) })
        }}
      />
      <p className={styles.note}>
        {isWhole
          ? t('linkForm.limitsNone')
          : t('linkForm.limitsWords', { low: percent(low), high: percent(high) })}
      </p>
    </div>
  )
}

const CHANNELS = ['light1', 'light2'] as const

function Channels({ draft, device, errorOf, onChange }: DevicePart) {
  const { t } = useTranslation()
  const shared = draft.channels[device.id] ?? { light1: true, light2: true }
  const nameOf = (channel: (typeof CHANNELS)[number], index: number): string =>
    device.settings[`${channel}Name`] || t('linkForm.channel', { number: index + 1 })
  return (
    <div>
      <p className={styles.label} aria-hidden="true">
        {t('linkForm.channels')}
      </p>
      <CheckList
        label={`${device.name}: ${t('linkForm.channels')}`}
        chosen={CHANNELS.filter((channel) => shared[channel])}
        options={CHANNELS.map((channel, index) => ({ value: channel, label: nameOf(channel, index) }))}
        error={errorOf(`channels.${device.id}`)}
        onChange={(chosen) => {
          const some = { light1: chosen.includes('light1'), light2: chosen.includes('light2') }
          const all = some.light1 && some.light2
          onChange({ channels: withTerm(draft.channels, device.id, all ? null : some) })
        }}
      />
    </div>
  )
}
