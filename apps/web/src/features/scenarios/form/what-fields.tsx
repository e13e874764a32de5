import { type Capability, type DeviceInfo, type DeviceType, kindOf } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { SwitchLine } from '#features/sharing-model/switch-line.tsx'
import { pageTag } from '#i18n/format-tag.ts'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { ShareSlider } from '#ui/forms/share-slider.tsx'
import { safeLines } from '../safe-words.ts'
import { moveText, percentText } from '../scenario-words.ts'
import { type Draft, MOVES, type Move } from './draft.ts'
import styles from './scenario-form.module.css'

interface WhatProps {
  draft: Draft
  type: DeviceType
  /** The devices that are moved; the safe position may differ between them. */
  devices: readonly DeviceInfo[]
  onChange: (changes: Partial<Draft>) => void
}

/** The fields for the action of devices of a type. */
export function WhatFields(props: WhatProps) {
  return kindOf(props.type).family === 'shade' ? <ShadeFields {...props} /> : <LightFields {...props} />
}

/** For weather and alarm triggers the safe position comes first. */
const SAFE_FIRST: readonly Move[] = ['safe', ...MOVES.filter((move) => move !== 'safe')]

function ShadeFields({ draft, type, devices, onChange }: WhatProps) {
  const { t } = useTranslation()
  const { axes } = kindOf(type)
  const hasPosition = axes.includes('position')
  const canTilt = axes.includes('inclination')
  /** Whether a device can do it; without devices, whether any of the type could. */
  const isOffered = (needed: Capability) =>
    devices.length === 0 || devices.some(({ can }) => can.includes(needed))
  const moves = (draft.waitsFor === 'time' ? MOVES : SAFE_FIRST).filter(
    (move) => move !== 'ventilation' || move === draft.move || isOffered('moveToVentilation'),
  )
  return (
    <>
      <RadioList
        label={t('scenarios.what')}
        value={draft.move}
        options={moves.map((value) => ({ value, label: moveText(value, type, t) }))}
        onChange={(move) => onChange({ move })}
      />
      {draft.move === 'safe' && (
        <ul>
          {safeLines(draft, type, devices, { t, tag: pageTag() }).map((line) => (
            <li key={line} className={styles.hint}>
              {line}
            </li>
          ))}
        </ul>
      )}
      {draft.move === 'place' && (
        <>
          {hasPosition && (
            <Share
              label={t('scenarios.position')}
              value={draft.position}
              onCommit={(position) => onChange({ position })}
            />
          )}
          {canTilt && hasPosition && (draft.isTilted || isOffered('setPositionAndTilt')) && (
            <SwitchLine
              label={t('scenarios.withTilt')}
              checked={draft.isTilted}
              onChange={(isTilted) => onChange({ isTilted })}
            />
          )}
          {canTilt && (draft.isTilted || !hasPosition) && (
            <Share
              label={t('scenarios.tilt')}
              value={draft.inclination}
              onCommit={(inclination) => onChange({ inclination })}
            />
          )}
        </>
      )}
    </>
  )
}

function LightFields({ draft, type, onChange }: WhatProps) {
  const { t } = useTranslation()
  const isDoor = kindOf(type).family === 'door'
  return (
    <>
      {isDoor && (
        <SwitchLine
          label={t('scenarios.light')}
          checked={draft.isLit}
          onChange={(isLit) => onChange({ isLit, hasFoil: draft.hasFoil || !isLit })}
        />
      )}
      {(draft.isLit || !isDoor) && (
        <Share
          label={t('scenarios.brightness')}
          value={draft.brightness}
          onCommit={(brightness) => onChange({ brightness })}
        />
      )}
      {isDoor && (
        <SwitchLine
          label={t('scenarios.foil')}
          checked={draft.hasFoil}
          onChange={(hasFoil) => onChange({ hasFoil, isLit: draft.isLit || !hasFoil })}
        />
      )}
      {isDoor && draft.hasFoil && (
        <Share
          label={t('scenarios.opacity')}
          value={draft.opacity}
          onCommit={(opacity) => onChange({ opacity })}
        />
      )}
    </>
  )
}

function Share(props: { label: string; value: number; onCommit: (share: number) => void }) {
  const { t } = useTranslation()
  return <ShareSlider {...props} describe={(value) => percentText(value, t)} />
}
