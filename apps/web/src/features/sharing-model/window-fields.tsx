import { LIMITS } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { WeekdayChips } from '#i18n/weekday-chips.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { isClock } from '#ui/forms/clock.ts'
import { TimeField } from '#ui/forms/time-field.tsx'
import { type DraftHours, type DraftWindow, oneMore } from './draft-windows.ts'
import styles from './form.module.css'
import { SwitchLine } from './switch-line.tsx'
import { ZoneField } from './zone-field.tsx'

/** A switch for the days and hours at which something shared can be used, and their fields while it is on. */
export function WindowFields(part: {
  draft: DraftHours
  errorOf: (field: string) => string | null
  onChange: (changes: Partial<DraftHours>) => void
}) {
  const { t } = useTranslation()
  const { draft, onChange } = part
  const replace = (changed: DraftWindow) =>
    onChange({ windows: draft.windows.map((window) => (window.key === changed.key ? changed : window)) })
  const isLimited = draft.windows.length > 0
  return (
    <>
      <SwitchLine
        label={t('linkForm.hours')}
        checked={isLimited}
        onChange={(isOn) => onChange({ windows: isOn ? oneMore(draft.windows) : [] })}
      />
      {isLimited && (
        <div className={styles.inside}>
          {draft.windows.map((window, index) => (
            <Window
              key={window.key}
              window={window}
              label={t('linkForm.hoursNumber', { number: index + 1 })}
              error={part.errorOf(`windows.${window.key}`)}
              onChange={replace}
              onRemove={
                draft.windows.length > 1
                  ? () => onChange({ windows: draft.windows.filter(({ key }) => key !== window.key) })
                  : null
              }
            />
          ))}
          <ZoneField zone={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
          {draft.windows.length < LIMITS.DEVICE_LINK_WINDOWS && (
            <Button icon="plus" onClick={() => onChange({ windows: oneMore(draft.windows) })}>
              {t('linkForm.addHours')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

const endsNextDay = ({ from, until }: DraftWindow): boolean =>
  isClock(from) && isClock(until) && until <= from

function Window(props: {
  window: DraftWindow
  label: string
  error: string | null
  onChange: (window: DraftWindow) => void
  onRemove: (() => void) | null
}) {
  const { window, error, onChange, onRemove } = props
  const { t } = useTranslation()
  const hasDays = window.days.length > 0
  const time = (name: 'from' | 'until', label: string) => (
    <TimeField
      label={label}
      value={window[name]}
      error={error !== null && hasDays && !isClock(window[name]) ? '' : null}
      onChange={(clock) => onChange({ ...window, [name]: clock })}
    />
  )
  return (
    <fieldset className={styles.window} aria-label={props.label}>
      <WeekdayChips
        label={t('linkForm.days')}
        chosen={window.days}
        invalid={error !== null && !hasDays}
        onChange={(days) => onChange({ ...window, days })}
      />
      <div className={styles.hours}>
        {time('from', t('linkForm.starts'))}
        {time('until', t('linkForm.ends'))}
        {onRemove !== null && (
          <IconButton icon="trash" label={t('linkForm.removeHours')} onClick={onRemove} />
        )}
      </div>
      {endsNextDay(window) && <p className={styles.hint}>{t('linkForm.nextDay')}</p>}
      {error !== null && (
        <p className={styles.fault} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
