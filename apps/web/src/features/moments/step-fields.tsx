import { LIMITS } from '@senca/contract'
import { MOMENT_ACTS, type MomentStep, type Scenario } from '@senca/contract/automation'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './moment-form.module.css'
import { stepText } from './moment-words.ts'

/** The steps in order, with keys to move and remove each, and below them what can be added. */
export function StepFields(props: {
  steps: readonly MomentStep[]
  scenarios: readonly Scenario[]
  error: string | null
  onChange: (steps: MomentStep[]) => void
}) {
  const { t } = useTranslation()
  const errorId = useId()
  const { steps, scenarios, error, onChange } = props
  const swap = (index: number, by: -1 | 1) => {
    const step = steps[index]
    if (step !== undefined) onChange(steps.toSpliced(index, 1).toSpliced(index + by, 0, step))
  }
  const isFull = steps.length >= LIMITS.MOMENT_STEPS
  const offered: MomentStep[] = [
    ...MOMENT_ACTS.map((act) => ({ act })),
    ...scenarios.map(({ id }) => ({ scenarioId: id })),
  ]
  return (
    <>
      <fieldset className={styles.group} aria-describedby={error === null ? undefined : errorId}>
        <legend className={styles.legend}>{t('moments.steps')}</legend>
        {error !== null && (
          <p id={errorId} className={styles.error} role="alert">
            {error}
          </p>
        )}
        {steps.length === 0 && error === null && <p className={styles.none}>{t('moments.stepsNeeded')}</p>}
        <ol className={styles.steps}>
          {steps.map((step, index) => {
            const name = stepText(step, scenarios, t)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step may stand twice, and has nothing but its place.
              <li key={index} className={styles.step}>
                <span className={styles.stepName}>{name}</span>
                <IconButton
                  icon="up"
                  label={t('moments.moveUp', { name })}
                  disabled={index === 0}
                  onClick={() => swap(index, -1)}
                />
                <IconButton
                  icon="down"
                  label={t('moments.moveDown', { name })}
                  disabled={index === steps.length - 1}
                  onClick={() => swap(index, 1)}
                />
                <IconButton
                  icon="close"
                  label={t('moments.removeStep', { name })}
                  onClick={() => onChange(steps.toSpliced(index, 1))}
                />
              </li>
            )
          })}
        </ol>
      </fieldset>
      {!isFull && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{t('moments.addStep')}</legend>
          <div className={styles.offered}>
            {offered.map((step) => (
              <Button key={JSON.stringify(step)} icon="plus" onClick={() => onChange([...steps, step])}>
                {stepText(step, scenarios, t)}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <p className={styles.hint}>{t('moments.hint')}</p>
    </>
  )
}
