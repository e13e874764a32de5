import { LIMITS } from '@senca/contract'
import { MOMENT_ACTS, type MomentStep, type Scenario } from '@senca/contract/automation'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DragGrip } from '#ui/controls/drag-grip.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useDragOrder } from '#ui/controls/use-drag-order.ts'
import { Icon } from '#ui/layout/icon.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import styles from './moment-form.module.css'
import { stepText } from './moment-words.ts'

const ACT_ICONS = {
  open_shades: 'opened',
  close_shades: 'roller_shutter',
  lights_off: 'light',
  check_doors: 'lock',
} as const satisfies Record<(typeof MOMENT_ACTS)[number], IconName>

const iconOf = (step: MomentStep): IconName => ('act' in step ? ACT_ICONS[step.act] : 'clock')

const STEPS = { up: -1, down: 1 } as const

/**
 * The steps in order, each with a grip to drag it and a key to remove it; with a keyboard it is moved by keys that show when they have
 * the focus. Below them is a line that opens the list of what can be added.
 */
export function StepFields(props: {
  steps: readonly MomentStep[]
  scenarios: readonly Scenario[]
  error: string | null
  onChange: (steps: MomentStep[]) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const { steps, scenarios, error, onChange } = props
  const [isAdding, setAdding] = useState(steps.length === 0)
  const list = useRef<HTMLOListElement>(null)
  /** The key that gets the focus once its row has moved. */
  const moved = useRef<{ index: number; to: 'up' | 'down' } | null>(null)
  const move = (from: number, to: number) => {
    const step = steps[from]
    if (step !== undefined) onChange(steps.toSpliced(from, 1).toSpliced(to, 0, step))
  }
  const drag = useDragOrder(list, steps, (step, to, rows) => move(rows.indexOf(step), to))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the order of the steps is what moves the rows
  useEffect(() => {
    if (moved.current === null) return
    const { index, to } = moved.current
    moved.current = null
    list.current?.children[index]?.querySelector<HTMLElement>(`[data-step="${to}"]`)?.focus()
  }, [steps])

  const offered: MomentStep[] = [
    ...MOMENT_ACTS.map((act) => ({ act })),
    ...scenarios.map((one) => ({ scenarioId: one.id })),
  ]
  return (
    <>
      <fieldset className={styles.group} aria-describedby={error === null ? undefined : `${id}error`}>
        <legend className={styles.legend}>{t('moments.steps')}</legend>
        {error !== null && (
          <p id={`${id}error`} className={styles.error} role="alert">
            {error}
          </p>
        )}
        {steps.length === 0 && error === null && <p className={styles.none}>{t('moments.stepsNeeded')}</p>}
        <ol ref={list} className={styles.steps}>
          {drag.rows.map((step, index) => {
            const name = stepText(step, scenarios, t)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step may stand twice, and has nothing but its place.
              <li key={index} className={styles.step} {...drag.shift(index)}>
                {steps.length > 1 && <DragGrip {...drag.grip(index)} />}
                <Icon name={iconOf(step)} size={22} />
                <span className={styles.stepName}>{name}</span>
                {steps.length > 1 && (
                  <span className={styles.arrows}>
                    {(['up', 'down'] as const).map((to) => (
                      <IconButton
                        key={to}
                        icon={to}
                        data-step={to}
                        label={t(to === 'up' ? 'moments.moveUp' : 'moments.moveDown', { name })}
                        disabled={index === (to === 'up' ? 0 : steps.length - 1)}
                        onClick={() => {
                          moved.current = { index: index + STEPS[to], to }
                          move(index, index + STEPS[to])
                        }}
                      />
                    ))}
                  </span>
                )}
                <IconButton
                  icon="close"
                  label={t('moments.removeStep', { name })}
                  onClick={() => onChange(steps.toSpliced(index, 1))}
                />
              </li>
            )
          })}
        </ol>
        {steps.length < LIMITS.MOMENT_STEPS && (
          <>
            <button
              type="button"
              className={styles.add}
              aria-expanded={isAdding}
              aria-controls={isAdding ? `${id}offered` : undefined}
              onClick={() => setAdding(!isAdding)}
            >
              <Icon name="plus" size={22} />
              <span className={styles.stepName}>{t('moments.addStep')}</span>
              <Icon name="down" size={20} />
            </button>
            {isAdding && (
              <ul id={`${id}offered`} className={styles.offered}>
                {offered.map((step) => (
                  <li key={JSON.stringify(step)}>
                    <button type="button" className={styles.offer} onClick={() => onChange([...steps, step])}>
                      <Icon name={iconOf(step)} size={22} />
                      {stepText(step, scenarios, t)}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </fieldset>
      <p className={styles.hint}>{t('moments.hint')}</p>
    </>
  )
}
