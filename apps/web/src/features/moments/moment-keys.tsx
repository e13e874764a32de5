import type { Moment } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, Fragment } from 'react'
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
import { useMomentRun } from './use-moment-run.ts'

const FindingsDialog = lazyPart(async () => (await import('./findings-dialog.tsx')).FindingsDialog)

/** A name in two lines, as equal as its spaces allow; on a wide window they stand side by side. */
function linesOf(name: string): readonly string[] {
  const words = name.split(' ')
  const splits = words.slice(1).map((_, index) => {
    const lines = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]
    return { lines, longest: Math.max(...lines.map(({ length }) => length)) }
  })
  return splits.toSorted((one, other) => one.longest - other.longest)[0]?.lines ?? words
}

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
      style={isRunning ? share : undefined}
      onClick={isIdle ? undefined : run}
    >
      <span className={styles.name} data-away={isRunning}>
        {linesOf(moment.name).map((line, index) => (
          <Fragment key={index === 0 ? 'first' : 'second'}>
            {index > 0 && ' '}
            <span>{line}</span>
          </Fragment>
        ))}
      </span>
      {isRunning && <span className={styles.progress}>{words}</span>}
    </button>
  )
}
