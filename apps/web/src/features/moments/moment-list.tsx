import type { Moment, Scenario } from '@senca/contract/automation'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ButtonLink } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { FindingsDialog } from './findings-dialog.tsx'
import styles from './moment-list.module.css'
import { stepText } from './moment-words.ts'
import { TEMPLATE_NAMES } from './templates.ts'
import { useMomentRun } from './use-moment-run.ts'

/** The moments of the account. Each opens its form, and has a key that runs it; templates are offered whose names are not taken. */
export function MomentList(props: { moments: readonly Moment[]; scenarios: readonly Scenario[] }) {
  const { t } = useTranslation()
  const { moments, scenarios } = props
  const names = new Set(moments.map(({ name }) => name.toLowerCase()))
  const offered = TEMPLATE_NAMES.filter((one) => !names.has(t(`moments.template.${one}`).toLowerCase()))
  return (
    <>
      {moments.length > 0 && (
        <ul className={styles.list}>
          {moments.map((moment) => (
            <li key={moment.id} className={styles.row}>
              <MomentRow moment={moment} scenarios={scenarios} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        {offered.map((one) => (
          <ButtonLink key={one} icon="plus" to={`/moments/new?${new URLSearchParams({ template: one })}`}>
            {t(`moments.template.${one}`)}
          </ButtonLink>
        ))}
        <ButtonLink variant={offered.length === 0 ? 'primary' : 'quiet'} icon="plus" to="/moments/new">
          {t('moments.new')}
        </ButtonLink>
      </div>
      <FindingsDialog />
    </>
  )
}

function MomentRow({ moment, scenarios }: { moment: Moment; scenarios: readonly Scenario[] }) {
  const { t } = useTranslation()
  const { id, name, steps } = moment
  const wordsId = useId()
  const { progress, isRunning, run } = useMomentRun(moment)
  const words =
    isRunning && progress !== null && progress.of > 0
      ? t('moments.progress', { done: progress.done, total: progress.of })
      : steps.map((step) => stepText(step, scenarios, t)).join(' · ')
  return (
    <>
      <Link
        className={styles.open}
        to={`/moments/edit?${new URLSearchParams({ id })}`}
        aria-label={t('moments.edit', { name })}
        aria-describedby={wordsId}
      >
        <span className={styles.name}>{name}</span>
        <span id={wordsId} className={styles.steps}>
          {words}
        </span>
      </Link>
      <IconButton
        icon="play"
        isCommand
        aria-busy={isRunning}
        label={t('moments.runOf', { name })}
        onClick={run}
      />
    </>
  )
}
