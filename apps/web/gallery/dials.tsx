import type { InclinationType } from '@senca/contract'
import { useState } from 'react'
import { TiltDial } from '#ui/controls/tilt-dial.tsx'
import { angleOfInclination, type DialKind } from '#ui/controls/tilt-dial-geometry.ts'
import styles from './gallery.module.css'
import { Section } from './section.tsx'

type DialState = {
  name: string
  kind?: DialKind
  type?: InclinationType
  reported: number | null
  target?: number
  draft?: number
  disabled?: boolean
  /** From this inclination on the device is offline, so that it goes offline during a drag. */
  lostFrom?: number
}

const STATES: readonly DialState[] = [
  { name: 'At rest', reported: 0.212 },
  { name: 'In the ray of the sun', reported: 0.35 },
  { name: 'Shut', reported: 1 },
  { name: 'Shut, the other way', reported: 0 },
  { name: 'Moving', reported: 0.3, target: 0.8 },
  { name: 'Held while moving', reported: 0.2, target: 0.8, draft: 0.6 },
  { name: 'Lower 90°', type: 'lower_90', reported: 0.4 },
  { name: 'Upper 90°', type: 'upper_90', reported: 0.6 },
  { name: 'Unknown', reported: null },
  { name: 'Offline', reported: 0.6, disabled: true },
  { name: 'Lost in the hand', reported: 0.35, lostFrom: 0.8 },
  { name: 'Pergola', kind: 'pergola', reported: 0.4 },
  { name: 'Pergola, shut', kind: 'pergola', reported: 1 },
  { name: 'Pergola, moving', kind: 'pergola', reported: 0.2, target: 0.9 },
  { name: 'Pergola, held', kind: 'pergola', reported: 0.2, draft: 0.66 },
]

function LiveDial({ state }: { state: DialState }) {
  const { kind = 'venetian', type = 'full_180', target = null } = state
  const [reported, setReported] = useState(state.reported)
  const [draft, setDraft] = useState<number | null>(state.draft ?? null)
  const [commits, setCommits] = useState(0)
  const inDegrees = (inclination: number | null): string =>
    inclination === null ? 'unknown' : `${Math.round(angleOfInclination(kind, type, inclination))}°`
  return (
    <figure className={styles.dial} data-commits={commits}>
      <TiltDial
        label={state.name}
        kind={kind}
        inclinationType={type}
        reported={reported}
        target={target}
        draft={draft}
        disabled={state.disabled ?? (draft ?? 0) >= (state.lostFrom ?? 2)}
        describe={inDegrees}
        onDraft={setDraft}
        onCommit={(inclination) => {
          setReported(inclination)
          setCommits((count) => count + 1)
        }}
      />
      <figcaption>{`${state.name}, ${inDegrees(draft ?? reported)}`}</figcaption>
    </figure>
  )
}

/** The dial for slats and louvers in every state, and in its smallest and largest size. */
export function Dials() {
  return (
    <Section title="Dials">
      <div className={styles.dials}>
        {STATES.map((state) => (
          <LiveDial key={state.name} state={state} />
        ))}
      </div>
      <div className={styles.line}>
        <div className={styles.smallest}>
          <LiveDial state={{ name: 'Smallest', reported: 0.3 }} />
        </div>
        <div className={styles.largest}>
          <LiveDial state={{ name: 'Largest', reported: 0.3, target: 0.7, draft: 0.45 }} />
        </div>
      </div>
    </Section>
  )
}
