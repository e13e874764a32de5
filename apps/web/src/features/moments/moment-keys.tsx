import type { Moment } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { AppLink } from '#ui/layout/app-link.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './moment-keys.module.css'
import { momentRuns } from './moment-runs.ts'
import { momentsQuery } from './moments.ts'
import { TEMPLATE_NAMES } from './templates.ts'
import { useMomentRun } from './use-moment-run.ts'

/** The icons of moments with the name of a template, as paths on a 24 × 24 grid. On a phone they stand in the place of the name. */
const TEMPLATE_PATHS = {
  goodMorning: 'M3.5 18.5h17M7.4 18.5a4.6 4.6 0 0 1 9.2 0M12 10V4.4M8.9 7.3 12 4.2l3.1 3.1',
  leave: 'M12.5 4.5h-7v15h7M10 12h10M16.4 8.4 20 12l-3.6 3.6',
  goodNight: 'M19.6 14.3A8 8 0 1 1 9.7 4.4a6.4 6.4 0 0 0 9.9 9.9z',
} as const

const FindingsDialog = lazyPart(async () => (await import('./findings-dialog.tsx')).FindingsDialog)

/** A key for each moment, or one key to add the first. Nothing while the moments are not known, and in a home without devices. */
export function MomentKeys() {
  const { t } = useTranslation()
  const { data: moments } = useQuery(momentsQuery)
  const isListed = useStore(momentRuns, (state) => state.isListed)
  const isEmpty = useHomeDevices().length === 0
  if (moments === undefined || isEmpty) return null
  return (
    <>
      <ul className={styles.keys} aria-label={t('moments.title')}>
        {moments.map((moment) => (
          <li key={moment.id}>
            <MomentKey moment={moment} />
          </li>
        ))}
        {moments.length === 0 && (
          <li>
            <AppLink className={styles.key} to="/moments">
              <Icon name="plus" size={20} />
              <span>{t('moments.add')}</span>
            </AppLink>
          </li>
        )}
      </ul>
      {isListed && <FindingsDialog />}
    </>
  )
}

/** A key that runs a moment. While it runs its words say how far it has come; its width stays. */
function MomentKey({ moment }: { moment: Moment }) {
  const { t } = useTranslation()
  const { progress, isRunning, run } = useMomentRun(moment)
  const { isIdle, attributes } = useCommandKey({ disabled: isRunning })
  const template = TEMPLATE_NAMES.find((one) => t(`moments.template.${one}`) === moment.name)
  const words =
    progress === null || progress.of === 0
      ? t('moments.starting')
      : t('moments.progress', { done: progress.done, total: progress.of })
  const share: CSSProperties & Record<'--share', string> = {
    '--share': `${progress === null || progress.of === 0 ? 0 : (100 * progress.done) / progress.of}%`,
  }
  return (
    <button
      {...attributes}
      type="button"
      className={styles.key}
      aria-label={isRunning ? `${moment.name}: ${words}` : t('moments.runOf', { name: moment.name })}
      aria-busy={isRunning}
      data-sign={template !== undefined}
      style={isRunning ? share : undefined}
      onClick={isIdle ? undefined : run}
    >
      {template !== undefined && (
        <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
          <path d={TEMPLATE_PATHS[template]} />
        </svg>
      )}
      <span className={styles.name} data-away={isRunning}>
        {moment.name}
      </span>
      {isRunning && <span className={styles.progress}>{words}</span>}
    </button>
  )
}
