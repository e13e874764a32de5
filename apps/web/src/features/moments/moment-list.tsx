import type { Moment, Scenario } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { FindingsDialog } from './findings-dialog.tsx'
import styles from './moment-list.module.css'
import { stepText } from './moment-words.ts'
import { TEMPLATE_NAMES } from './templates.ts'
import { useMomentRun } from './use-moment-run.ts'

/** The moments of the account. Each can be run and changed; templates are offered whose names are not taken. */
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
  const { progress, isRunning, run } = useMomentRun(moment)
  const words =
    isRunning && progress !== null && progress.of > 0
      ? t('moments.progress', { done: progress.done, total: progress.of })
      : steps.map((step) => stepText(step, scenarios, t)).join(' · ')
  return (
    <>
      <div className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.steps}>{words}</span>
      </div>
      <Button loading={isRunning} aria-label={t('moments.runOf', { name })} onClick={run}>
        {t('moments.run')}
      </Button>
      <IconLink
        icon="pencil"
        label={t('moments.edit', { name })}
        to={`/moments/edit?${new URLSearchParams({ id })}`}
      />
    </>
  )
}
