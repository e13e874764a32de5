import type { WeatherTrigger } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useHomeZone } from '#core/home-place.ts'
import { pageTag } from '#i18n/format-tag.ts'
import type { Units } from '#i18n/weather-units.ts'
import styles from './form/scenario-form.module.css'
import { isRuleRight, type RuleDraft, weatherTriggersOf } from './form/weather-draft.ts'
import { REPLAY_DAYS, replayWords } from './replay-words.ts'
import { replayQuery } from './scenarios.ts'

/** Says how often the weather triggers of the draft would have fired in the last days, according to the stored weather. */
export function ReplayNote({ rules, units }: { rules: readonly RuleDraft[]; units: Units }) {
  const { t } = useTranslation()
  const timezone = useHomeZone()
  const isRight = rules.length > 0 && rules.every((rule) => isRuleRight(rule, units))
  const triggers = useDeferredValue(isRight ? weatherTriggersOf(rules, units) : NONE)
  const { data } = useQuery({ ...replayQuery(triggers, REPLAY_DAYS), enabled: triggers.length > 0 })
  if (data === undefined) return null
  return (
    <p className={styles.hint} role="status">
      {replayWords(data, triggers, { units, tag: pageTag(), t, timezone })}
    </p>
  )
}

const NONE: WeatherTrigger[] = []
