import { type CommandResult, type DeviceInfo, LIMITS } from '@senca/contract'
import type { FiringReason, Scenario } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayStillHappen } from '#features/device-model/commands/commands.ts'
import { TagDialog } from '#features/device-parts/tag-dialog.tsx'
import { PinButton } from '#features/room-model/pin-button.tsx'
import { useUnits } from '#features/room-model/rooms.ts'
import { codeText } from '#i18n/error-text.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { type Units, valueText } from '#i18n/weather-units.ts'
import { withText } from '#i18n/weather-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import styles from './scenario-list.module.css'
import { historyQuery } from './scenarios.ts'

function reasonText(reason: FiringReason, t: TFunction, tag: string, units: Units): string {
  if (reason.type === 'security') return withText(t(`weather.alarm.${reason.source}`), reason.text)
  if (reason.type === 'weather') {
    const { measurement, value, threshold } = reason
    const what = t(`weather.measure.${measurement}`)
    if (value === null) return t('scenarios.becauseSilent', { what })
    const textOf = (one: number) => valueText(measurement, one, { units, tag, t })
    return t('scenarios.because', { what, value: textOf(value), limit: textOf(threshold) })
  }
  if (reason.type !== 'manual') return t(`scenarios.reason.${reason.type}`)
  return reason.by === null ? t('scenarios.reason.someone') : t('scenarios.reason.manual', { by: reason.by })
}

function outcomeText(result: CommandResult, t: TFunction): string {
  if (mayStillHappen(result)) return t('life.unconfirmed')
  if (result.status !== 'error') return t('scenarios.outcome.done')
  return result.error_detail === 'door_open'
    ? t('scenarios.outcome.doorOpen')
    : codeText(result.error, result.error_description, t)
}

/** Shows the address of the page on which the scenario is run, for a tag. */
function TagKey({ id, name }: Pick<Scenario, 'id' | 'name'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" icon="link" onClick={() => setOpen(true)}>
        {t('tags.row')}
      </Button>
      {isOpen && (
        <TagDialog
          name={name}
          path={`/run?${new URLSearchParams({ scenario: id })}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** The key that pins a scenario to the top of the home. */
function ScenarioPin({ id, name }: Pick<Scenario, 'id' | 'name'>) {
  const { t } = useTranslation()
  return (
    <PinButton
      id={id}
      label={t('scenarios.pinOf', { name })}
      pinned={t('scenarios.pinned', { name })}
      unpinned={t('scenarios.unpinned', { name })}
      full={t('scenarios.pinFull', { count: LIMITS.PINNED })}
    />
  )
}

/** Below the form of a scenario: its history, the address for a tag, and the key that pins it. */
export function ScenarioPast(props: {
  scenario: Scenario
  devices: readonly DeviceInfo[]
  timezone: string | undefined
}) {
  const { t } = useTranslation()
  const { scenario, devices, timezone } = props
  return (
    <section>
      <div className={styles.past}>
        <h2 className={styles.name}>{t('scenarios.historyOf', { name: scenario.name })}</h2>
        <ScenarioPin {...scenario} />
      </div>
      <TagKey {...scenario} />
      <ScenarioHistory scenarioId={scenario.id} devices={devices} timezone={timezone} />
    </section>
  )
}

/** The runs of a scenario: when and why it was due or ran, and the result for each device. */
export function ScenarioHistory(props: {
  scenarioId: string
  devices: readonly DeviceInfo[]
  /** The time zone of the home; undefined (the reader's time zone) before the home has a location. */
  timezone: string | undefined
}) {
  const { t } = useTranslation()
  const history = useQuery(historyQuery(props.scenarioId))
  const words = useLoadedWords()
  const tag = pageTag()
  const units = useUnits()
  const nameOf = (id: string) => props.devices.find((device) => device.id === id)?.name ?? id
  const lineOf = (result: CommandResult): string => {
    const names = result.device_ids.map(nameOf).join(', ')
    return `${names}: ${outcomeText(result, t)}`
  }
  return (
    <div className={styles.history}>
      <Loaded query={history} words={words}>
        {(firings) =>
          firings.length === 0 ? (
            <p className={styles.note}>{t('scenarios.historyNone')}</p>
          ) : (
            <ul>
              {firings.map(({ at, dueAt, reason, outcome, unconfirmed, results }) => (
                <li key={`${at} ${dueAt}`} className={styles.firing}>
                  <span>{weekdayMoment(new Date(dueAt ?? at), tag, props.timezone)}</span>
                  <span className={styles.note}>
                    {[
                      reasonText(reason, t, tag, units),
                      t(`scenarios.outcome.${outcome}`),
                      ...(unconfirmed === undefined
                        ? []
                        : [t('scenarios.unconfirmed', { number: unconfirmed })]),
                    ].join(' · ')}
                  </span>
                  <ul className={styles.results}>
                    {results.map(lineOf).map((line) => (
                      <li key={line} className={styles.note}>
                        {line}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
