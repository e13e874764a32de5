import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { type Units, valueText } from '#i18n/weather-units.ts'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { protectingRule, WIND_CLASSES, windClassOf, windLimitOf } from './presets.ts'
import styles from './scenario-form.module.css'
import type { RuleDraft } from './weather-draft.ts'

/**
 * Chooses the wind class of the devices in plain words, which sets the limit. Nothing is selected if the limit belongs to no
 * class.
 */
export function WindClassField(props: {
  rules: readonly RuleDraft[]
  units: Units
  onChange: (rules: readonly RuleDraft[]) => void
}) {
  const { t } = useTranslation()
  const { rules, units, onChange } = props
  const tag = pageTag()
  const chosen = windClassOf(rules, units)
  return (
    <div>
      <p className={styles.hint}>{t('scenarios.windClassHint')}</p>
      <RadioList
        label={t('scenarios.windClass')}
        value={chosen === null ? null : (`${chosen}` as const)}
        options={WIND_CLASSES.map((windClass) => ({
          value: `${windClass}` as const,
          label: t(`scenarios.wind${windClass}`),
          note: valueText('wind_gust', windLimitOf(windClass), { units, tag, t }),
        }))}
        onChange={(value) => {
          const windClass = WIND_CLASSES.find((one) => `${one}` === value)
          const [rule] = rules
          if (windClass === undefined || rule === undefined) return
          const { measurement, condition, value: limit } = protectingRule('wind', units, windClass)
          onChange(rules.with(0, { ...rule, measurement, condition, value: limit }))
        }}
      />
    </div>
  )
}
