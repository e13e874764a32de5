import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './outlook-list.module.css'
import { actionsText } from './scenario-words.ts'
import { scenariosApi } from './scenarios.api.ts'
import { outlookQuery, reloadScenarios } from './scenarios.ts'

/**
 * The scenario runs of the next 24 hours; renders nothing if there are none. Runs of the account's own scenarios have a button to
 * skip them, others say who created the scenario.
 */
export function OutlookList(props: {
  devices: readonly DeviceInfo[]
  /** The time zone of the home; undefined (the reader's time zone) before the home has a location. */
  timezone: string | undefined
}) {
  const { devices, timezone } = props
  const { t } = useTranslation()
  const { data: outlook = [] } = useQuery(outlookQuery)
  const skip = useServerCall({ meanwhile: 'queued', send: scenariosApi.skip, onDone: reloadScenarios })
  if (outlook.length === 0) return null
  const tag = pageTag()
  return (
    <section aria-labelledby="outlook" className={styles.outlook}>
      <h2 id="outlook" className={styles.heading}>
        {t('scenarios.outlook')}
      </h2>
      <ul>
        {outlook.map(({ scenarioId, name, at, deviceIds, actions, isSkipped = false, madeBy }) => {
          const device = devices.find(({ id }) => deviceIds.includes(id))
          const when = weekdayMoment(new Date(at), tag, timezone)
          return (
            <li key={`${scenarioId} ${at}`} className={styles.item} data-skipped={isSkipped}>
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.note}>
                  {[
                    when,
                    ...(device === undefined ? [] : [actionsText(actions, device.devicetype, t)]),
                    ...(isSkipped ? [t('scenarios.skippedOne')] : []),
                  ].join(' · ')}
                </span>
                {madeBy !== undefined && (
                  <span className={styles.note}>{t('scenarios.madeBy', { by: madeBy })}</span>
                )}
              </span>
              {madeBy === undefined && (
                <Button
                  variant="quiet"
                  aria-label={`${t(isSkipped ? 'scenarios.unskip' : 'scenarios.skipOne')}: ${name}, ${when}`}
                  onClick={() => skip.send({ id: scenarioId, at, skip: !isSkipped })}
                >
                  {t(isSkipped ? 'scenarios.unskip' : 'scenarios.skipOne')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
