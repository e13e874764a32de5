import type { Axis, DeviceInfo, Target } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Figure } from '#features/device-parts/figure.tsx'
import styles from './control-panel.module.css'
import type { DraftStore } from './draft-store.ts'

type HeldProps = { device: DeviceInfo; axis: Axis; goal: Target | null; draft: DraftStore }

const MARKS = {
  now: <path d="M13 7 3 1v12z" fill="currentColor" />,
  goingTo: <circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  releaseAt: <path d="M0 7 5 1h9v12H5z" fill="currentColor" />,
}

/** During a drag: the reported value, the target, and the dragged value. */
export function ThreeValues({ device, axis, goal, draft }: HeldProps) {
  const { t } = useTranslation()
  const target = goal?.[axis]
  const isPlaced = useStore(draft, (values) => values.isPlaced)
  const value = (name: keyof typeof MARKS, figure: ReactNode) => (
    <div className={styles.value} data-name={name}>
      <dt>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          {MARKS[name]}
        </svg>
        <span>{t(`control.${name === 'releaseAt' && isPlaced ? 'chosen' : name}`)}</span>
      </dt>
      <dd>{figure}</dd>
    </div>
  )
  return (
    <dl className={styles.three}>
      {value(
        'now',
        <Figure device={device} axis={axis} share={device.state[axis]} isAssumed={device.state.assumed} />,
      )}
      {target !== undefined && value('goingTo', <Figure device={device} axis={axis} share={target} />)}
      {value('releaseAt', <Held device={device} axis={axis} draft={draft} />)}
    </dl>
  )
}

function Held({ device, axis, draft }: { device: DeviceInfo; axis: Axis; draft: DraftStore }) {
  const held = useStore(draft, (values) => values[axis])
  return <Figure device={device} axis={axis} share={held} />
}
