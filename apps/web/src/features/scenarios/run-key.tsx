import type { Scenario } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './run-key.module.css'
import { useScenarioRun } from './use-scenario-run.ts'

/** The one large key of the page of a scenario. It has the focus, so that a person only presses it. */
export function RunKey({ scenario }: { scenario: Scenario }) {
  const { t } = useTranslation()
  const run = useScenarioRun(scenario)
  const isPaused = scenario.status === 'paused'
  const { isIdle, attributes } = useCommandKey({ disabled: isPaused || run.isSending })
  const { lastRun } = scenario
  return (
    <div className={styles.part}>
      <button
        {...attributes}
        // biome-ignore lint/a11y/noAutofocus: The page is nothing but this key, and its heading is read before it.
        autoFocus
        type="button"
        className={styles.key}
        aria-busy={run.isSending}
        onClick={isIdle ? undefined : () => run.send()}
      >
        <span className={styles.disc}>{run.isSending ? <Spinner /> : <Icon name="play" size={48} />}</span>
        <span>{t('tags.run')}</span>
      </button>
      <p className={styles.note}>
        {isPaused
          ? t('scenarios.paused')
          : lastRun !== null && lastRun.outcome === 'done'
            ? t('scenarios.lastDone', { when: weekdayMoment(new Date(lastRun.at), pageTag()) })
            : null}
      </p>
    </div>
  )
}
