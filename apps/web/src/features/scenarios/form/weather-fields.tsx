import { LIMITS } from '@senca/contract'
import { MEASURED_BOUNDS, WEATHER_MEASUREMENTS } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { shownValue, type Units, unitText } from '#i18n/weather-units.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import styles from './scenario-form.module.css'
import { holdOf, isLimitRight, type RuleDraft, usualRule } from './weather-draft.ts'

interface WeatherFieldsProps {
  rules: readonly RuleDraft[]
  units: Units
  /** Whether errors are shown. */
  isChecked: boolean
  onChange: (rules: readonly RuleDraft[]) => void
}

/** The weather triggers of a scenario, each with its limit. */
export function WeatherFields({ rules, units, isChecked, onChange }: WeatherFieldsProps) {
  const { t } = useTranslation()
  const free = WEATHER_MEASUREMENTS.filter((one) => !rules.some(({ measurement }) => measurement === one))
  const [next] = free
  return (
    <>
      {rules.map((rule, index) => (
        <RuleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: another measurement must not take the focus from its field
          key={index}
          rule={rule}
          units={units}
          isChecked={isChecked}
          choices={WEATHER_MEASUREMENTS.filter((one) => one === rule.measurement || free.includes(one))}
          onChange={(changed) => onChange(rules.with(index, changed))}
          onRemove={rules.length > 1 ? () => onChange(rules.toSpliced(index, 1)) : null}
        />
      ))}
      {next !== undefined && rules.length < LIMITS.WEATHER_TRIGGERS && (
        <div className={styles.more}>
          <Button variant="quiet" icon="plus" onClick={() => onChange([...rules, usualRule(next, units)])}>
            {t('scenarios.addMeasurement')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The decimal separator of a language: "," in Slovenian, "." in English. */
const decimalSign = (tag: string): string =>
  new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

function RuleFields(props: {
  rule: RuleDraft
  units: Units
  isChecked: boolean
  choices: readonly RuleDraft['measurement'][]
  onChange: (rule: RuleDraft) => void
  onRemove: (() => void) | null
}) {
  const { t } = useTranslation()
  const { rule, units, isChecked, choices, onChange, onRemove } = props
  const tag = pageTag()
  const unit = unitText(rule.measurement, { units, tag, t })
  const [min, max] = MEASURED_BOUNDS[rule.measurement].map((bound) =>
    new Intl.NumberFormat(tag, { useGrouping: false }).format(shownValue(rule.measurement, bound, units)),
  )
  const bounds = { min, max }
  return (
    <div className={styles.time}>
      <div className={styles.line}>
        <SelectField
          label={t('scenarios.measurement')}
          value={rule.measurement}
          options={choices.map((value) => ({ value, label: t(`weather.measure.${value}`) }))}
          onChange={(measurement) => {
            const { condition, value } = usualRule(measurement, units)
            onChange({ ...rule, measurement, condition, value })
          }}
        />
        {onRemove !== null && (
          <IconButton icon="close" label={t('scenarios.removeMeasurement')} onClick={onRemove} />
        )}
      </div>
      <ChoiceChips
        label={t('scenarios.condition')}
        value={rule.condition}
        options={[
          { value: 'gt', label: t('scenarios.isAbove') },
          { value: 'lt', label: t('scenarios.isBelow') },
        ]}
        onChange={(condition) => onChange({ ...rule, condition })}
      />
      <div className={styles.limits}>
        <Field
          label={t('scenarios.value', { unit })}
          inputMode="decimal"
          autoComplete="off"
          value={rule.value.replace('.', decimalSign(tag))}
          error={isChecked && !isLimitRight(rule, units) ? t('scenarios.valueBad', bounds) : null}
          onChange={(event) => onChange({ ...rule, value: event.target.value })}
        />
        <Field
          label={t('scenarios.holdFor')}
          inputMode="numeric"
          autoComplete="off"
          value={rule.holdFor}
          error={isChecked && holdOf(rule) === null ? t('scenarios.holdBad') : null}
          onChange={(event) => onChange({ ...rule, holdFor: event.target.value })}
        />
      </div>
    </div>
  )
}
