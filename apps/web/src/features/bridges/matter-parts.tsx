import type { MatterPart } from '@senca/contract/bridge-matter'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import styles from './matter-bridge.module.css'
import { partsQuery } from './matter-bridge.ts'

/** The parts of the devices of a Matter bridge, each with what apps see of it now. */
export function MatterParts({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('apps.matter.parts.title')}</h2>
      <Loaded query={useQuery(partsQuery(id))} words={useLoadedWords()}>
        {(parts) =>
          parts.length === 0 ? (
            <p className={styles.note}>{t('apps.matter.parts.none')}</p>
          ) : (
            <Records>
              {parts.map((part) => (
                <RecordRow key={`${part.token} ${part.part}`} name={part.name}>
                  <Facts facts={factsOf(part, t)} />
                </RecordRow>
              ))}
            </Records>
          )
        }
      </Loaded>
    </section>
  )
}

const WHOLE = 10_000
const FULL_LEVEL = 254
/** That it may only be seen is its limitation. */
const SAFETY = [
  'protection',
  'failedCommunication',
  'positionFailure',
  'obstacleDetected',
  'motorJammed',
] as const
const MOTIONS = ['opening', 'closing'] as const
const LOCK_STATES = ['locked', 'unlocked', 'locking', 'unlocking', 'jammed', 'unknown'] as const

/** What apps see of a part, in words. */
function factsOf({ part, told, reachable, limitation }: MatterPart, t: TFunction): (string | null)[] {
  const percentOf = (share: number) => t('card.percent', { value: Math.round(100 * share) })
  const placeOf = (name: string) => {
    const value = told[name]
    return typeof value === 'number' ? percentOf(value / WHOLE) : null
  }
  const [lift, tilt] = [
    placeOf('CurrentPositionLiftPercent100ths'),
    placeOf('CurrentPositionTiltPercent100ths'),
  ]
  const motion = MOTIONS.find((one) => told.OperationalStatus === one)
  const lock = LOCK_STATES.find((one) => told.LockState === one)
  const safety = String(told.SafetyStatus ?? '').split(' ')
  const isOn = typeof told.OnOff === 'boolean' ? told.OnOff : null
  const isClosed = typeof told.StateValue === 'boolean' ? told.StateValue : null
  const onWords = part === 'foil' ? (['clear', 'milky'] as const) : (['on', 'off'] as const)
  return [
    reachable ? null : t('apps.matter.parts.unreachable'),
    lift === null ? null : t('apps.told.closed', { percent: lift }),
    tilt === null ? null : t('apps.told.slats', { percent: tilt }),
    motion === undefined ? null : t(`apps.told.${motion}`),
    lock === undefined ? null : t(`apps.told.${lock}`),
    isClosed === null ? null : t(`apps.told.${isClosed ? 'contactClosed' : 'contactOpen'}`),
    isOn === null ? null : t(`apps.told.${onWords[isOn ? 0 : 1]}`),
    typeof told.CurrentLevel === 'number' ? percentOf(told.CurrentLevel / FULL_LEVEL) : null,
    ...SAFETY.filter((one) => safety.includes(one)).map((one) => t(`apps.told.${one}`)),
    limitation === undefined ? null : t(`apps.matter.parts.limitation.${limitation}`),
  ]
}
