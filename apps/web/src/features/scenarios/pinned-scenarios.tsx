import type { Scenario } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#features/room-model/rooms.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './pinned-scenarios.module.css'
import { scenariosQuery } from './scenarios.ts'
import { useScenarioRun } from './use-scenario-run.ts'

const PLAY = (
  <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" className={styles.play}>
    <path d="M8 5.4v13.2L18.6 12z" />
  </svg>
)

/** The pinned scenarios in the order of the pins; each runs with one tap. */
export function PinnedScenarios() {
  const { t } = useTranslation()
  const { data: scenarios = [] } = useQuery(scenariosQuery)
  const pinned = usePreferences()?.pinned ?? []
  const shown = pinned.flatMap((id) => scenarios.find((scenario) => scenario.id === id) ?? [])
  if (shown.length === 0) return null
  return (
    <section className={styles.row} data-pinned="scenarios" aria-label={t('scenarios.title')}>
      {shown.map((scenario) => (
        <PinnedScenario key={scenario.id} scenario={scenario} />
      ))}
    </section>
  )
}

/** A paused scenario has no devices, so it cannot run. */
function PinnedScenario({ scenario }: { scenario: Scenario }) {
  const { t } = useTranslation()
  const run = useScenarioRun(scenario)
  return (
    <Button
      icon={PLAY}
      isCommand
      loading={run.isSending}
      disabled={scenario.status === 'paused'}
      aria-label={t('scenarios.runOf', { name: scenario.name })}
      onClick={() => run.send()}
    >
      {scenario.name}
    </Button>
  )
}
