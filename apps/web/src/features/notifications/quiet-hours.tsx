import type { NotificationChoices, QuietHours } from '@senca/contract/notifications'
import { useTranslation } from 'react-i18next'
import { SwitchLine } from '#features/sharing-model/switch-line.tsx'
import { WeekdayChips } from '#i18n/weekday-chips.tsx'
import { isClock } from '#ui/forms/clock.ts'
import { TimeField } from '#ui/forms/time-field.tsx'
import styles from './choices.module.css'

/** What is chosen first: the night. */
const NIGHT: QuietHours = { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', until: '07:00', must: true }

/** The hours in which phones stay silent, but for what must not be missed [PK17]. */
export function QuietHoursPart({
  quiet,
  choose,
}: {
  quiet: NotificationChoices['quiet']
  choose: (change: { quiet: QuietHours | null }) => void
}) {
  const { t } = useTranslation()
  const change = (changes: Partial<QuietHours>) => {
    if (quiet !== null) choose({ quiet: { ...quiet, ...changes } })
  }
  const time = (name: 'from' | 'until') => (
    <TimeField
      label={t(`phones.quiet.${name}`)}
      value={quiet?.[name] ?? ''}
      // A field without a time keeps the hours as they were.
      onChange={(clock) => isClock(clock) && change({ [name]: clock })}
    />
  )
  return (
    <section className={styles.part} aria-labelledby="quiet">
      <h2 id="quiet">{t('phones.quiet.title')}</h2>
      <div className={styles.lines}>
        <SwitchLine
          label={t('phones.quiet.on')}
          checked={quiet !== null}
          onChange={(isOn) => choose({ quiet: isOn ? NIGHT : null })}
        />
        {quiet !== null && (
          <SwitchLine
            label={t('phones.quiet.must')}
            checked={quiet.must}
            onChange={(must) => change({ must })}
          />
        )}
      </div>
      {quiet !== null && (
        <>
          <WeekdayChips
            label={t('phones.quiet.days')}
            chosen={quiet.days}
            onChange={(days) => days.length > 0 && change({ days })}
          />
          <div className={styles.hours}>
            {time('from')}
            {time('until')}
          </div>
          <p className={styles.note}>{t('phones.quiet.text')}</p>
        </>
      )}
    </section>
  )
}
